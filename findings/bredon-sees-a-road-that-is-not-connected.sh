#!/usr/bin/env bash
# bredon 1.0.5 (PyPI): two heaps of stones in different corners are a road, and win a game of Tak.
#
# Guess: road() names the color whose stones connect two opposite edges of the board, each stone orthogonally beside the
# next, as the rules of Tak want it.
# What it does: It asks whether each row (or each column) has one stone with two neighbours of its color, or with one in
# the first and the last row. Whether these stones are connected with each other is not asked. Roads are all found, and
# others too.
# Seen:
#     a1 a2 a3 a4: connected False, road False
#     a1 a2 a3 a4 a5: connected True, road WHITE
#     a1 b1 a2 b2: connected False, road False
#     a1 b1 a2 b2 d3 e3 d4 e4 d5 e5: connected False, road WHITE
#          . . . o o
#          . . . o o
#          . . . o o
#          o o . . .
#          o o . . .
#     a1 a2 d2 d3 d4 d5: connected False, road False
# Why it matters: winner() ends the game, and the package's own minimax takes such a position for a won one. In a game
# between two people it is a win that nobody on the board can see. (The package asks for versions of 2018 that do not
# install with present tools; with the ones below it does the same.)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'setuptools==80.9.0' 'gym==0.26.2' 'numpy==2.4.6' \
    'tabulate==0.9.0' 'click==8.3.1' 'tqdm==4.67.1' >&2
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --no-build-isolation 'bredon==1.0.5' >&2
cat > "$folder/look.py" <<'EOF'
from bredon.model.utils import Board, Colors


def connected(board):
    """Return whether stones of one color connect two opposite edges."""
    size, found = board.size, set()
    mine = {(x, y) for y in range(size) for x in range(size) if board.get(x, y).tiles}
    for axis in (0, 1):
        reached = todo = {cell for cell in mine if cell[axis] == 0}
        while todo:
            near = {(x + dx, y + dy) for x, y in todo for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
            todo = (near & mine) - reached
            reached = reached | todo
        found.add(any(cell[axis] == size - 1 for cell in reached))
    return any(found)


for text in ("a1 a2 a3 a4", "a1 a2 a3 a4 a5", "a1 b1 a2 b2", "a1 b1 a2 b2 d3 e3 d4 e4 d5 e5", "a1 a2 d2 d3 d4 d5"):
    board = Board(5)
    for cell in text.split():
        board.force_str(cell, Colors.WHITE)
    road = board.road()
    print(f"{text}: connected {connected(board)}, road {road.name if road else road}")
    if road and not connected(board):
        for row in range(4, -1, -1):
            print("    ", *("o" if board.get(row, column).tiles else "." for column in range(5)))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
a1 a2 a3 a4: connected False, road False
a1 a2 a3 a4 a5: connected True, road WHITE
a1 b1 a2 b2: connected False, road False
a1 b1 a2 b2 d3 e3 d4 e4 d5 e5: connected False, road WHITE
     . . . o o
     . . . o o
     . . . o o
     o o . . .
     o o . . .
a1 a2 d2 d3 d4 d5: connected False, road False
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
