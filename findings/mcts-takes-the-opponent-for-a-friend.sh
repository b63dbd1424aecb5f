#!/usr/bin/env bash
# mcts 1.0.4 (PyPI): the tree search supposes that the opponent wants what the first player wants.
#
# Guess: A package for any game of perfect information, whose example is noughts and crosses, chooses in the
# opponent's positions what is best for the opponent; getCurrentPlayer, which the example has, says whose they are.
# What it does: getCurrentPlayer is never called. In every position the search prefers the greatest reward, so it
# relies on the opponent's help: of a move that draws for certain and one that wins only if the opponent gives the
# game away, it takes the second, the more surely the longer it searches.
# Seen:
#     100 iterations: gamble gamble gamble gamble gamble - value of the gamble 0.98
#     1000 iterations: gamble gamble gamble gamble gamble - value of the gamble 0.99
#     10000 iterations: gamble gamble gamble gamble gamble - value of the gamble 1.00
#     getCurrentPlayer was called 0 times
# Why it matters: It does beat random players, so a quick test passes. Against anybody else its bots walk into every
# threat, and measured against them another search looks strong.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'mcts==1.0.4' >&2
cat > "$folder/look.py" <<'EOF'
import random

from mcts import mcts

REWARDS = {("draw",): 0.0, ("gamble", "blunder"): 1.0, ("gamble", "punish"): -1.0}


class Position:
    asked = 0

    def __init__(self, moves=()):
        self.moves = moves

    def getCurrentPlayer(self):
        Position.asked += 1
        return -1 if self.moves else 1

    def getPossibleActions(self):
        return ["punish", "blunder"] if self.moves else ["draw", "gamble"]

    def takeAction(self, action):
        return Position((*self.moves, action))

    def isTerminal(self):
        return self.moves in REWARDS

    def getReward(self):
        return REWARDS[self.moves]


random.seed(1)
for iterations in (100, 1000, 10000):
    search = mcts(iterationLimit=iterations)
    chosen = [search.search(Position()) for _ in range(5)]
    gamble = search.root.children["gamble"]
    print(iterations, "iterations:", *chosen, f"- value of the gamble {gamble.totalReward / gamble.numVisits:.2f}")
print("getCurrentPlayer was called", Position.asked, "times")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
100 iterations: gamble gamble gamble gamble gamble - value of the gamble 0.98
1000 iterations: gamble gamble gamble gamble gamble - value of the gamble 0.99
10000 iterations: gamble gamble gamble gamble gamble - value of the gamble 1.00
getCurrentPlayer was called 0 times
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
