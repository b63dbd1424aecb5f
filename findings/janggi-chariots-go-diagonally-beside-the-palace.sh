#!/usr/bin/env bash
# janggi 1.0.5 (PyPI): a chariot that stands beside the palace moves diagonally, into the palace and past it.
#
# Guess: A chariot of Korean chess moves along rows and columns; within the palace, three points by three, it may follow
# the two marked diagonals as well. Outside it never moves diagonally.
# What it does: A piece is taken to be in the palace by its row alone, since the test of its column asks for one that is
# too small and too large at once. From there each point of the palace that is at most two steps away is a goal; where
# the steps in rows and columns differ, both are made as long as the longer ones, so the move ends on another point.
# From (7, 2) that is a point of the palace, from (8, 1) one outside it. A chariot that stands far from the palace moves
# as it should.
# Seen:
#     chariot outside the palace at (7, 2): diagonally to [(9, 4)]
#     chariot outside the palace at (8, 1): diagonally to [(6, 3)]
#     chariot outside the palace at (7, 0): diagonally to no point
#     chariot in the palace at (8, 4): diagonally to [(7, 3), (7, 5), (9, 3)]
#     chariot outside the palace at (5, 2): diagonally to no point
# Why it matters: get_all_actions offers these moves and make_action plays them, so a program that learns from it gives
# check with moves that no opponent allows. In 25 of 30 games by lot such a move was on offer within the first sixty
# moves. (The package asks for old versions of pygame and termcolor that have no wheels for present Pythons; with newer
# ones it does the same.)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'numpy==2.4.6' 'setuptools==80.9.0' 'pygame==2.6.1' 'termcolor==3.3.0' 'protobuf==7.36.2' >&2
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps 'janggi==1.0.5' >&2
cat > "$folder/look.py" <<'EOF'
import os

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

from janggi import Board, Camp, Formation, JanggiGame, Location, Piece, PieceType

FORMATION = next(iter(Formation))
PALACE = {(row, column) for row in (7, 8, 9) for column in (3, 4, 5)}


def put(board, kind, camp, place):
    """Put a piece of a camp on a board."""
    piece = Piece(kind)
    piece.camp = camp
    board.put(*place, piece)


for place in ((7, 2), (8, 1), (7, 0), (8, 4), (5, 2)):
    game = JanggiGame(Camp.CHO, FORMATION, FORMATION)
    game.board = Board(FORMATION, FORMATION, Camp.CHO)
    put(game.board, PieceType.GENERAL, Camp.HAN, (1, 4))
    put(game.board, PieceType.GENERAL, Camp.CHO, (9, 5))
    put(game.board, PieceType.CHARIOT, Camp.CHO, place)
    goals = {tuple(goal) for goal in game.get_all_destinations(Location(*place))}
    diagonal = sorted(goal for goal in goals if goal[0] != place[0] and goal[1] != place[1])
    where = "in" if place in PALACE else "outside"
    print(f"chariot {where} the palace at {place}: diagonally to {diagonal or 'no point'}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
chariot outside the palace at (7, 2): diagonally to [(9, 4)]
chariot outside the palace at (8, 1): diagonally to [(6, 3)]
chariot outside the palace at (7, 0): diagonally to no point
chariot in the palace at (8, 4): diagonally to [(7, 3), (7, 5), (9, 3)]
chariot outside the palace at (5, 2): diagonally to no point
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
