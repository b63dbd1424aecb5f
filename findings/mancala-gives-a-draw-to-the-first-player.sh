#!/usr/bin/env bash
# mancala 0.3.0 (PyPI): a game of kalah that ends 24 to 24 is won by the first player.
#
# Guess: The winner of a finished game is 0, 1, or, with 24 stones each, neither of them. The type of the winner has
# None for a game that has none.
# What it does: When a side is empty the winner is 1 if the second player has more, and else 0, so a draw is a win of
# the first player. rewards_float gives +1 and -1 for it. None means that the game goes on.
# Seen:
#     both sides empty: stores [25, 23], 0 left, winner 0, rewards [1, -1]
#     both sides empty: stores [24, 24], 0 left, winner 0, rewards [1, -1]
#     both sides empty: stores [23, 25], 0 left, winner 1, rewards [-1, 1]
#     game 27 by lot: stores [19, 24], 5 left, winner 0, rewards [1, -1]
#     of 1000 games by lot 24 to 24: 62
# Why it matters: Of games by lot 6 in 100 are draws, and all go to the player who begins: the package's own arena of
# programs counts them as wins, so the one that begins looks better than it is, and its search takes a drawn line for a
# won one for one side and a lost one for the other. (The package asks for an old gym that does not install with present
# tools; with gym 0.26.2 it does the same.)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'gym==0.26.2' 'numpy==2.4.6' >&2
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps 'mancala==0.3.0' >&2
cat > "$folder/look.py" <<'EOF'
import random

import numpy as np
from mancala.mancala import MancalaState


def show(name, state):
    """Print who has won a game."""
    stores = [int(one) for one in state.rewards]
    left = int(state.board.sum()) - sum(stores)
    rewards = [state.rewards_float(player) for player in (0, 1)]
    print(f"{name}: stores {stores}, {left} left, winner {state._winner}, rewards {rewards}")


for first, second in ((25, 23), (24, 24), (23, 25)):
    show("both sides empty", MancalaState(board=np.array([0] * 6 + [first] + [0] * 6 + [second])))

draws = 0
for seed in range(1000):
    choose = random.Random(seed).choice
    state = MancalaState()
    while not state.is_terminal():
        moves = state.legal_actions(state.current_player)
        state.proceed_action(choose(moves) if moves else None)
    board = state.board.tolist()
    if sum(board[:7]) == sum(board[7:]) == 24:
        draws += 1
        if draws == 1:
            show(f"game {seed} by lot", state)
print("of 1000 games by lot 24 to 24:", draws)
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
both sides empty: stores [25, 23], 0 left, winner 0, rewards [1, -1]
both sides empty: stores [24, 24], 0 left, winner 0, rewards [1, -1]
both sides empty: stores [23, 25], 0 left, winner 1, rewards [-1, 1]
game 27 by lot: stores [19, 24], 5 left, winner 0, rewards [1, -1]
of 1000 games by lot 24 to 24: 62
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
