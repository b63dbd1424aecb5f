#!/usr/bin/env bash
# pyplAI 1.0.3 (PyPI): Minimax does not win in one move when another move wins too, and may put it off for ever.
#
# Guess: A minimax search takes the depth from the value of a won position, as this one does, so that a win now is
# better than one later, and a loss later better than one now.
# What it does: A won position is worth infinity, and infinity less the depth is infinity. All wins are alike and the
# first move of the list that wins at all is played; when all moves lose, none is better than nothing and the first one
# is played, whether or not it loses at once. In a game in which a turn can be passed it may pass for ever with a won
# game.
# Seen:
#     X to move: ..X/XO./OOX wins at once on [5], plays 1
#     six stones, X can win at once in 996 positions and plays another square in 100
#     may pass or win: ['pass', 'pass', 'pass']
# Why it matters: A player who could win with one stone blocks or plays elsewhere, which looks like a weak program and
# is one wherever the rules have a limit of moves or a clock. A test that asks whether the program wins tic-tac-toe in
# the end passes: a full board comes soon enough.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pyplAI==1.0.3' >&2
cat > "$folder/look.py" <<'EOF'
from itertools import product

import pyplAI

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class State:
    """A position of tic-tac-toe, or of a game of passing on."""

    def __init__(self, board, player=1):
        self.board = list(board)
        self.jugadorActual = player


def wins(state, player):
    """Return whether a player has a line."""
    return any(all(state.board[square] == player for square in line) for line in LINES)


def moves(state):
    """Return the empty squares."""
    return [square for square, stone in enumerate(state.board) if not stone]


def is_over(state):
    """Return whether there is a line, or no square."""
    return wins(state, 1) or wins(state, 2) or not moves(state)


def play(state, move):
    """Play a stone."""
    state.board[move] = state.jugadorActual
    state.jugadorActual = 3 - state.jugadorActual
    return state


def winning(board, player=1):
    """Return the squares that win at once."""
    return [move for move in moves(State(board)) if wins(play(State(board, player), move), player)]


search = pyplAI.Minimax(play, moves, is_over, wins, lambda state, player: 0, 2, 9)
asked = missed = 0
for board in product(range(3), repeat=9):
    if board.count(1) != board.count(2) or board.count(1) != 3 or wins(State(board), 1) or wins(State(board), 2):
        continue
    now = winning(board)
    if now:
        asked += 1
        move = search.ejecuta(State(board))
        missed += move not in now
        if missed == 1 and move not in now:
            text = "".join(".XO"[stone] for stone in board)
            print(f"X to move: {text[:3]}/{text[3:6]}/{text[6:]} wins at once on {now}, plays {move}")
print(f"six stones, X can win at once in {asked} positions and plays another square in {missed}")

passing = pyplAI.Minimax(
    lambda state, move: State([move], 3 - state.jugadorActual) if move == "win" else State([""], 3 - state.jugadorActual),
    lambda state: ["pass", "win"] if state.jugadorActual == 1 else ["pass"],
    lambda state: state.board == ["win"],
    lambda state, player: state.board == ["win"] and player == 1,
    lambda state, player: 0,
    2,
    6,
)
print("may pass or win:", [passing.ejecuta(State([""])) for _ in range(3)])
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
X to move: ..X/XO./OOX wins at once on [5], plays 1
six stones, X can win at once in 996 positions and plays another square in 100
may pass or win: ['pass', 'pass', 'pass']
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
