#!/usr/bin/env bash
# perfect-information-game 0.0.11 (PyPI): in gomoku five in a row do not win on a diagonal, nor at the far edges.
#
# Guess: Gomoku.is_over() and get_winner() see five stones in a row in all four directions, anywhere on the 19 by 19.
# What it does: Only rows and columns are looked at, and of them no five that reach the last row or column, as the last
# beginning is left out. After such a five the game goes on, and get_winner() returns None.
# Seen:
#     five in a row from 0,0: over True, winner 1
#     five in a column from 13,18: over True, winner 1
#     five in a column from 14,18, to the last row: over False, winner None
#     five in a row from 18,14, to the last column: over False, winner None
#     five on a diagonal from 7,7: over False, winner None
#     five on the other diagonal from 7,11: over False, winner None
#     tic-tac-toe, a diagonal: over True, winner 1
#     connect four, a diagonal to the last row: over True, winner 1
# Why it matters: The package is made for programs that learn by playing against themselves. Most games of gomoku are
# decided on diagonals; here a program learns that these are worth nothing. Tic-tac-toe and connect four of the same
# package see their diagonals. (Its chess asks for a toolkit of windows; an empty module stands for that here.)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'numpy==2.4.6' >&2
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps 'perfect-information-game==0.0.11' >&2
touch "$folder/easygui.py"
cat > "$folder/look.py" <<'EOF'
import numpy as np
from perfect_information_game.games.connect4 import Connect4
from perfect_information_game.games.gomoku import Gomoku
from perfect_information_game.games.tic_tac_toe import TicTacToe


def told(what, game, cells):
    """Print what a game says of stones of the first player."""
    state = np.copy(game.STARTING_STATE)
    for y, x in cells:
        state[y, x, 0] = 1
    print(f"{what}: over {bool(game.is_over(state))}, winner {game.get_winner(state)}")


FIVE = range(5)
told("five in a row from 0,0", Gomoku, [(0, i) for i in FIVE])
told("five in a column from 13,18", Gomoku, [(13 + i, 18) for i in FIVE])
told("five in a column from 14,18, to the last row", Gomoku, [(14 + i, 18) for i in FIVE])
told("five in a row from 18,14, to the last column", Gomoku, [(18, 14 + i) for i in FIVE])
told("five on a diagonal from 7,7", Gomoku, [(7 + i, 7 + i) for i in FIVE])
told("five on the other diagonal from 7,11", Gomoku, [(7 + i, 11 - i) for i in FIVE])
told("tic-tac-toe, a diagonal", TicTacToe, [(i, i) for i in range(3)])
told("connect four, a diagonal to the last row", Connect4, [(2 + i, i) for i in range(4)])
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
five in a row from 0,0: over True, winner 1
five in a column from 13,18: over True, winner 1
five in a column from 14,18, to the last row: over False, winner None
five in a row from 18,14, to the last column: over False, winner None
five on a diagonal from 7,7: over False, winner None
five on the other diagonal from 7,11: over False, winner None
tic-tac-toe, a diagonal: over True, winner 1
connect four, a diagonal to the last row: over True, winner 1
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
