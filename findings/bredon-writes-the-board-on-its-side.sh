#!/usr/bin/env bash
# bredon 1.0.5 (PyPI): a position of Tak that is written as TPS and read again is another one.
#
# Guess: generate_tps() and parse_tps() are inverse to each other. TPS gives the rows from the highest to the first,
# each from a to the last letter, and then, still between the quotation marks, whose turn it is and the number of the
# move.
# What it does: parse_tps reads it so; generate_tps writes the columns from a on, each from its first row, and the turn
# and the number after the closing quotation mark. Read again, b1 is a4, and every position is turned by a quarter.
# Seen:
#     played: {}
#         written: [TPS "x5/x5/x5/x5/x5" 2 7]
#         read again: {}
#     played: {'b1': '1'}
#         written: [TPS "x5/1,x4/x5/x5/x5" 2 7]
#         read again: {'a4': '1'}
#     played: {'a1': '1', 'a2': '2', 'd5': '1'}
#         written: [TPS "1,2,x3/x5/x5/x4,1/x5" 2 7]
#         read again: {'a5': '1', 'b5': '2', 'e2': '1'}
#     given: [TPS "x3,1,x/x5/x5/2,x4/1,x4 2 7"]
#         read: {'a1': '1', 'a2': '2', 'd5': '1'} 2 7 [0, 0] [0, 0]
#         written: [TPS "1,2,x3/x5/x5/x4,1/x5" 2 7]
# Why it matters: A game that is stored and gone on with goes on from another position, where the one to move finds
# stones elsewhere, and other programs refuse the line or show the turned board. Positions with the symmetry of a
# quarter turn, such as the empty board, come back unchanged. (The versions below are newer than those that the package
# asks for, which do not install with present tools.)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'setuptools==80.9.0' 'gym==0.26.2' 'numpy==2.4.6' \
    'tabulate==0.9.0' 'click==8.3.1' 'tqdm==4.67.1' >&2
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --no-build-isolation 'bredon==1.0.5' >&2
cat > "$folder/look.py" <<'EOF'
from bredon.model.notation import parse_tps
from bredon.model.utils import Board, Colors


def stones(board):
    """Return the stones of a board by their places."""
    size = range(board.size)
    return {
        "abcde"[y] + str(x + 1): "".join(str(tile.color.value + 1) for tile in board.get(x, y).tiles)
        for y in size
        for x in size
        if board.get(x, y).tiles
    }


for moves in ([], [("b1", Colors.WHITE)], [("a1", Colors.WHITE), ("a2", Colors.BLACK), ("d5", Colors.WHITE)]):
    board = Board(5)
    for place, color in moves:
        board.force_str(place, color)
    text = board.generate_tps(turn=2, move=7)
    again = parse_tps(text)[0]
    print("played:", stones(board))
    print("    written:", text)
    print("    read again:", stones(again))

given = '[TPS "x3,1,x/x5/x5/2,x4/1,x4 2 7"]'
print("given:", given)
board, *rest = parse_tps(given)
print("    read:", stones(board), *rest)
print("    written:", board.generate_tps(turn=2, move=7))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
played: {}
    written: [TPS "x5/x5/x5/x5/x5" 2 7]
    read again: {}
played: {'b1': '1'}
    written: [TPS "x5/1,x4/x5/x5/x5" 2 7]
    read again: {'a4': '1'}
played: {'a1': '1', 'a2': '2', 'd5': '1'}
    written: [TPS "1,2,x3/x5/x5/x4,1/x5" 2 7]
    read again: {'a5': '1', 'b5': '2', 'e2': '1'}
given: [TPS "x3,1,x/x5/x5/2,x4/1,x4 2 7"]
    read: {'a1': '1', 'a2': '2', 'd5': '1'} 2 7 [0, 0] [0, 0]
    written: [TPS "1,2,x3/x5/x5/x4,1/x5" 2 7]
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
