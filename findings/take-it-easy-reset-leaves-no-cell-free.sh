#!/usr/bin/env bash
# take-it-easy 0.0.3 (PyPI): after reset() the board is empty and full at the same time.
#
# Guess: Game.reset() begins a new game: no tile lies on the board, and all 19 cells can be chosen.
# What it does: The tiles are taken off, and the cells that were filled stay marked as filled. After a whole game
# get_potential_moves() offers nothing and is_full() says True; after three tiles 16 cells are left. The tile is still
# put down if the cell is named.
# Seen:
#     new board: tiles 0, cells to choose 19 (19 by the mask), full False
#     after 3 tiles: tiles 3, cells to choose 16 (16 by the mask), full False
#     after reset: tiles 0, cells to choose 16 (16 by the mask), full False
#     new board: tiles 0, cells to choose 19 (19 by the mask), full False
#     after 19 tiles: tiles 19, cells to choose 0 (0 by the mask), full True
#     after reset: tiles 0, cells to choose 0 (0 by the mask), full True
#     a tile on 0,0,0: Tile placed
# Why it matters: The package is meant for reinforcement learning, where one board is played many thousand times with a
# reset between: from the second game on no action is legal, and a loop until the board is full ends before it begins,
# with 0 points. A new Board for each game is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'take-it-easy==0.0.3' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
from take_it_easy.board import Board
from take_it_easy.play import Game
from take_it_easy.tiles import Tiles


def told(what, board):
    mask, cells = board.get_potential_moves()
    laid = int((board.board[:, 3] != 0).sum())
    print(f"{what}: tiles {laid}, cells to choose {len(cells)} ({int(mask.sum())} by the mask), full {board.is_full()}")


for count in (3, 19):
    tiles, board = Tiles(), Board()
    game = Game(board, tiles)
    told("new board", board)
    for _ in range(count):
        tile = tiles.draw_tile()
        board.put_tile(tile, board.get_potential_moves()[1][0])
    told(f"after {count} tiles", board)
    game.reset()
    told("after reset", board)
print("a tile on 0,0,0:", board.put_tile(tiles.draw_tile(), (0, 0, 0)))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
new board: tiles 0, cells to choose 19 (19 by the mask), full False
after 3 tiles: tiles 3, cells to choose 16 (16 by the mask), full False
after reset: tiles 0, cells to choose 16 (16 by the mask), full False
new board: tiles 0, cells to choose 19 (19 by the mask), full False
after 19 tiles: tiles 19, cells to choose 0 (0 by the mask), full True
after reset: tiles 0, cells to choose 0 (0 by the mask), full True
a tile on 0,0,0: Tile placed
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
