#!/usr/bin/env bash
# PettingZoo 1.27.0 (PyPI): the observation of tic-tac-toe is its own drawing with rows and columns changed over.
#
# Guess: observation[row, column] is the cell that the drawing shows in that row and column.
# What it does: Action 1 is drawn in the middle of the left column, as the documentation numbers the cells, and stands
# in the observation in row 0, column 1.
# Seen:
#     in the drawing:     row and column [1, 0]
#     in the observation: row and column [0, 1]
# Why it matters: A policy that is moved to or from another package answers with the cell on the other side of the
# diagonal; as the game looks the same from there, most tests pass, and openings are wrong.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pettingzoo==1.27.0' 'pygame-ce==2.5.8' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import numpy as np
from pettingzoo.classic import tictactoe_v3

env = tictactoe_v3.env(render_mode="rgb_array")
env.reset()
before = env.render()
env.step(1)
changed = np.argwhere((env.render() != before).any(axis=2)).mean(axis=0) * 3 // before.shape[:2]
print("in the drawing:     row and column", changed.astype(int).tolist())
marks = env.observe("player_1")["observation"].sum(axis=2)
print("in the observation: row and column", np.argwhere(marks)[0].tolist())
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
in the drawing:     row and column [1, 0]
in the observation: row and column [0, 1]
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
