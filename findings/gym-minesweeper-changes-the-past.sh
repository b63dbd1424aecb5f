#!/usr/bin/env bash
# gym-minesweeper 0.0.1 (PyPI): all observations of a game are one array, which each step changes.
#
# Guess: The observation that step() returns is that of the moment: kept beside the next one it shows what was known
# before the action.
# What it does: reset() and step() return the array of the environment itself. Each opened field is written into it, so
# all observations of a game that were kept show the last one. Only reset() begins a new array.
# Seen:
#     unopened fields at the start: 16
#     after a step the observation from before has as many opened fields: True
#     it has changed: True and is the same array: True
# Why it matters: Whoever learns from transitions stores state, action, reward and next state: here both states are
# equal in all of them, and the state shows already what the action uncovered. Nothing fails, and a player who looks at
# the last observation alone sees nothing wrong.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'gym-minesweeper==0.0.1' 'gym==0.26.2' 'numpy==2.4.6' 'pygame==2.6.1' >&2
cat > "$folder/look.py" <<'EOF'
from gym_minesweeper.envs import MinesweeperEnv

game = MinesweeperEnv(height=4, width=4, num_mines=3)
before = game.reset()
print("unopened fields at the start:", int((before == -1).sum()))
safe = [(row, column) for row in range(4) for column in range(4) if not game.map[row, column]]
after, reward, done, info = game.step(safe[0])
opened = int((after != -1).sum())
print("after a step the observation from before has as many opened fields:", int((before != -1).sum()) == opened)
print("it has changed:", bool((before != -1).any()), "and is the same array:", before is after)
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
unopened fields at the start: 16
after a step the observation from before has as many opened fields: True
it has changed: True and is the same array: True
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
