#!/usr/bin/env bash
# OpenSpiel 2.0.2 (PyPI open-spiel): the tree search that solves does not prove tic-tac-toe in 100,000 simulations.
#
# Guess: The game has 5,478 positions, and solve=True backs up what is proved, so some ten thousand simulations with
# the usual constant 2 are more than enough.
# What it does: Nothing is known at the root after 100,000 simulations: a draw needs a proof of every move, and those
# that look bad get few visits. With the constant 20 the draw is proved.
# Seen:
#     constant 2: proved nothing, all simulations used: True
#     constant 20: proved [0.0, 0.0], all simulations used: False
# Why it matters: A "not solved" of this search says little about a game, and less the better the search plays; who
# wants a proof must explore far more than who wants to win.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'open-spiel==2.0.2' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import pyspiel

game = pyspiel.load_game("tic_tac_toe")
for constant in (2, 20):
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, constant, 100_000, 1000, True, 1, False)
    root = bot.mcts_search(game.new_initial_state())
    print(f"constant {constant}: proved {root.outcome or 'nothing'}, all simulations used: {root.explore_count >= 100_000}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
constant 2: proved nothing, all simulations used: True
constant 20: proved [0.0, 0.0], all simulations used: False
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
