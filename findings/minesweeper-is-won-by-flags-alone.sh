#!/usr/bin/env bash
# minesweeper 0.1.4 (PyPI): opening every safe field does not win, and flagging the mines wins with nothing opened.
#
# Guess: In Minesweeper the game is won when all the fields without a mine are open. Flags are notes of the player.
# What it does: check_board() compares the flags with the mines and nothing else. With all safe fields open it goes on
# (2) until each mine has its flag, also if a mine is marked with a question. With the right flags on a closed board it
# is won (1).
# Seen:
#     all safe fields open: closed 2, flags 0, goes on
#     and one of two mines flagged: closed 1, flags 1, goes on
#     and the other one marked with a question: closed 0, flags 1, goes on
#     and both flagged: closed 0, flags 2, won
#     both mines flagged, nothing opened: closed 7, flags 2, won
# Why it matters: The package is an interface for reinforcement learning. A program that opens safely and never flags
# never wins, and one that flags by luck wins without any information: with two mines in nine fields, two flags at
# random win one game in 36 at once.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'setuptools==80.9.0' 'numpy==2.4.6' >&2
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --no-build-isolation \
    'minesweeper==0.1.4' >&2
cat > "$folder/look.py" <<'EOF'
import numpy as np
from minesweeper.msboard import MSBoard

NAMES = {0: "lost", 1: "won", 2: "goes on"}
SAFE = [(x, y) for y in range(3) for x in range(3) if (x, y) not in ((0, 0), (2, 0))]


def board():
    """Return a board of three by three with mines in the two upper corners."""
    new = MSBoard(3, 3, 2)
    new.mine_map = np.array([[1, 0, 1], [0, 0, 0], [0, 0, 0]], dtype=np.uint8)
    return new


def told(what, game):
    print(f"{what}: closed {int((game.info_map == 11).sum())}, flags {int((game.info_map == 9).sum())}, "
          f"{NAMES[game.check_board()]}")


opened = board()
for x, y in SAFE:
    opened.click_field(x, y)
told("all safe fields open", opened)
opened.flag_field(0, 0)
told("and one of two mines flagged", opened)
opened.question_field(2, 0)
told("and the other one marked with a question", opened)
opened.flag_field(2, 0)
told("and both flagged", opened)

flagged = board()
flagged.flag_field(0, 0)
flagged.flag_field(2, 0)
told("both mines flagged, nothing opened", flagged)
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
all safe fields open: closed 2, flags 0, goes on
and one of two mines flagged: closed 1, flags 1, goes on
and the other one marked with a question: closed 0, flags 1, goes on
and both flagged: closed 0, flags 2, won
both mines flagged, nothing opened: closed 7, flags 2, won
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
