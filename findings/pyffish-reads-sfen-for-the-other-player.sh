#!/usr/bin/env bash
# pyffish 0.0.90 and python-shogi 1.1.1 (PyPI): the SFEN of the first position of shogi, given to pyffish, has the
# second player to move.
#
# Guess: pyffish knows shogi and calls its positions FEN, so SFEN, the FEN of shogi, is either understood or refused;
# validate_fen says which.
# What it does: The text is valid. The letter b, which in SFEN is the first player, is Black in pyffish, who sits on
# the other side and moves second: the moves are those of the upper player. Its own text for the same position has w.
# Seen:
#     python-shogi: lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
#     pyffish:      lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1
#     valid for pyffish: True
#     own text ['a1a2', 'a3a4', 'b3b4', 'c1c2'] w
#     SFEN ['a7a6', 'a9a8', 'b7b6', 'b8a8'] b
# Why it matters: Positions, puzzles and openings from the databases of shogi are analysed for the wrong side, with
# legal moves and a score that look right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pyffish==0.0.90' 'python-shogi==1.1.1' >&2
cat > "$folder/look.py" <<'EOF'
import pyffish
import shogi

board = shogi.Board()
own, sfen = pyffish.start_fen("shogi"), board.sfen()
print("python-shogi:", sfen)
print("pyffish:     ", own)
print("valid for pyffish:", pyffish.validate_fen(sfen, "shogi") == pyffish.FEN_OK)
for name, text in (("own text", own), ("SFEN", sfen)):
    print(name, sorted(pyffish.legal_moves("shogi", text, []))[:4], pyffish.get_fen("shogi", text, []).split()[1])
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
python-shogi: lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
pyffish:      lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1
valid for pyffish: True
own text ['a1a2', 'a3a4', 'b3b4', 'c1c2'] w
SFEN ['a7a6', 'a9a8', 'b7b6', 'b8a8'] b
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
