#!/usr/bin/env bash
# fastmcts 0.3.0 (PyPI): in the tic-tac-toe of its documentation the player of X, who could win at once, lets O win.
#
# Guess: The game of the first example, TicTacToeGameState with next_to_move=1, goes with the search: X takes three in a
# row when there are two, as with mctspy 0.1.1 (PyPI), whose class has the same name and the same values.
# What it does: That game calls its players 1 and -1, and Connect Four, which is built on it, too. The search calls them
# 0 and 1, and counts a result of 1 as a win of player 0 and otherwise of nobody: for 1 and for -1 alike the result -1
# is the one to go for. So both sides play for O. A second module of the same package, games.tictactoe2, numbers its
# players 0 and 1.
# Seen:
#     fastmcts, X to move: plays in neither row; the square (0, 2), which ends the row of X, is worth -1
#     mctspy, X to move: plays three of X; the square (0, 2), which ends the row of X, is worth +1
#     fastmcts, O to move: plays three of O; the square (0, 2), which ends the row of X, is worth +1
#     mctspy, O to move: plays three of O; the square (0, 2), which ends the row of X, is worth +1
# Why it matters: O plays well, and X, tried alone, plays oddly: the move that wins at once has the lowest value of all,
# -1. Whoever writes a game of their own after the example gets the same, and a longer search makes it play worse. (The
# package asks for a numpy below 2, which has no wheels for Python 3.13; with a newer one it does the same.)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'mctspy==0.1.1' 'numpy==2.4.6' >&2
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps 'fastmcts==0.3.0' >&2
cat > "$folder/look.py" <<'EOF'
import random

import numpy as np
from fastmcts.games import tictactoe
from fastmcts.tree.nodes import TwoPlayersGameMonteCarloTreeSearchNode as Node
from fastmcts.tree.search import MonteCarloTreeSearch
from mctspy.games.examples.tictactoe import TicTacToeGameState as OtherState
from mctspy.tree.nodes import TwoPlayersGameMonteCarloTreeSearchNode as OtherNode
from mctspy.tree.search import MonteCarloTreeSearch as OtherSearch

BOARD = np.array([[1, 1, 0], [-1, -1, 0], [0, 0, 0]])


def look(name, root, search):
    """Search a position and print the values of the squares that end a row."""
    random.seed(1)
    np.random.seed(1)
    best = search(root).best_action(2000)
    values = {}
    for child in root.children:
        (row, column), = np.argwhere(child.state.board != root.state.board).tolist()
        values[row, column] = child.q / child.n
        if child is best:
            played = row, column
    fate = {(0, 2): "three of X", (1, 2): "three of O"}.get(played, "in neither row")
    print(f"{name} to move: plays {fate}; the square (0, 2), which ends the row of X, is worth {values[0, 2]:+.0f}")


for turn, player in (("X", 1), ("O", -1)):
    look(f"fastmcts, {turn}", Node(tictactoe.TicTacToeGameState(BOARD, player)), MonteCarloTreeSearch)
    look(f"mctspy, {turn}", OtherNode(OtherState(BOARD, player)), OtherSearch)
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
fastmcts, X to move: plays in neither row; the square (0, 2), which ends the row of X, is worth -1
mctspy, X to move: plays three of X; the square (0, 2), which ends the row of X, is worth +1
fastmcts, O to move: plays three of O; the square (0, 2), which ends the row of X, is worth +1
mctspy, O to move: plays three of O; the square (0, 2), which ends the row of X, is worth +1
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
