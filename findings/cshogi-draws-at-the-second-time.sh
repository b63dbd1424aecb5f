#!/usr/bin/env bash
# cshogi 1.1.0 (PyPI): a game of shogi is a draw when a position has come back once, by the other libraries' count when
# it is there for the fourth time.
#
# Guess: is_draw "determines whether the current game state represents a draw", which in shogi is the same position for
# the fourth time, as python-shogi 1.1.1 and rsshogi 1.7.0 (PyPI) have it.
# What it does: cshogi says REPETITION_DRAW at the second time, as a search wants it that must not walk in circles, and
# has no other question. nshogi 0.3.3 (PyPI) has both, by an argument without a name.
# Seen:
#     cshogi is_draw: after 4 single moves
#     nshogi get_repetition(False): after 4 single moves
#     nshogi get_repetition(True): after 12 single moves
#     python-shogi is_fourfold_repetition: after 12 single moves
#     rsshogi is_repetition: after 12 single moves
# Why it matters: A server or a test of engines that ends games by is_draw calls games drawn that go on, and often are
# won; with perpetual check it calls them lost.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'cshogi==1.1.0' 'nshogi==0.3.3' 'python-shogi==1.1.1' 'rsshogi==1.7.0' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import cshogi
import nshogi
import rsshogi.core
import shogi

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
GOLDS = ("4i4h", "6a6b", "4h4i", "6b6a")
first, second = cshogi.Board(START), nshogi.io.sfen.make_state_from_sfen(START)
third, fourth = shogi.Board(START), rsshogi.core.Board()
NONE = nshogi.RepetitionStatus.NO_REPETITION
found = {}
for number in range(1, 17):
    move = GOLDS[(number - 1) % 4]
    first.push_usi(move)
    second.do_move(nshogi.io.sfen.move_from_sfen(second, move))
    third.push_usi(move)
    fourth.push_usi(move)
    for name, drawn in (
        ("cshogi is_draw", first.is_draw() == cshogi.REPETITION_DRAW),
        ("nshogi get_repetition(False)", second.get_repetition(False) != NONE),
        ("nshogi get_repetition(True)", second.get_repetition(True) != NONE),
        ("python-shogi is_fourfold_repetition", third.is_fourfold_repetition()),
        ("rsshogi is_repetition", fourth.is_repetition()),
    ):
        if drawn:
            found.setdefault(name, number)
for name in sorted(found):
    print(f"{name}: after {found[name]} single moves")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
cshogi is_draw: after 4 single moves
nshogi get_repetition(False): after 4 single moves
nshogi get_repetition(True): after 12 single moves
python-shogi is_fourfold_repetition: after 12 single moves
rsshogi is_repetition: after 12 single moves
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
