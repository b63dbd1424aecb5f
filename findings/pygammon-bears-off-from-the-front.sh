#!/usr/bin/env bash
# pygammon 0.0.3 (PyPI): a six takes off a piece of the second point while others stand on the fifth.
#
# Guess: A number that is higher than needed bears off the rearmost piece only; with pieces farther back it moves one of
# them.
# What it does: pygammon asks whether all pieces are at home, and then bears off with any number that leads off the
# board.
# Seen:
#     pieces on points 2, 2, 5, 5, 5 and a six: pygammon bears off from 2, 5
# Why it matters: A player chooses which piece leaves, need not break points, and is done with fewer throws than at any
# table; programs that train against it count on moves that nobody may make.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pygammon==0.0.3' >&2
cat > "$folder/look.py" <<'EOF'
from copy import deepcopy

from pygammon.core import Game
from pygammon.exceptions import InvalidMove
from pygammon.structures import Point, Side

game = Game(Side.FIRST)
game.board = [Point() for _ in range(24)]
game.board[1], game.board[4], game.board[23] = Point(Side.FIRST, 2), Point(Side.FIRST, 3), Point(Side.SECOND, 5)
for player in game.players.values():
    player.borne = 10
game.dice = (6, 1)
off = []
for source in range(24):
    after = deepcopy(game)
    try:
        after.move(0, source)
    except InvalidMove:
        continue
    off.append(str(source + 1))
print("pieces on points 2, 2, 5, 5, 5 and a six: pygammon bears off from", ", ".join(off))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
pieces on points 2, 2, 5, 5, 5 and a six: pygammon bears off from 2, 5
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
