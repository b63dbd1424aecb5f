#!/usr/bin/env bash
# OpenSpiel 2.0.2 (PyPI open-spiel): the planes of a player's stones stand in another order in tic-tac-toe than in
# connect four.
#
# Guess: The planes of an observation begin with the own stones, then those of the opponent, then the empty cells; or
# at least two games of one library have one order, and each player gets a view of their own.
# What it does: Tic-tac-toe: empty, second player, first player. Connect four: first player, second player, empty.
# Both are the same tensor for both players, so nothing in it says who is asking.
# Seen:
#     tic_tac_toe: first player in plane 2, second in 1, the same for both: True
#     connect_four: first player in plane 0, second in 1, the same for both: True
# Why it matters: A network that learns several of these games, or is moved from one to the other, sees itself as its
# opponent; and one network for both seats must be told whose turn it is by other means.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'open-spiel==2.0.2' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import numpy as np
import pyspiel

for name, moves in (("tic_tac_toe", (0, 8)), ("connect_four", (0, 6))):
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    planes = []
    for move in moves:
        before = np.reshape(state.observation_tensor(0), game.observation_tensor_shape())
        state.apply_action(move)
        after = np.reshape(state.observation_tensor(0), game.observation_tensor_shape())
        planes.append(int((after - before).sum(axis=(1, 2)).argmax()))
    same = state.observation_tensor(0) == state.observation_tensor(1)
    print(f"{name}: first player in plane {planes[0]}, second in {planes[1]}, the same for both: {same}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
tic_tac_toe: first player in plane 2, second in 1, the same for both: True
connect_four: first player in plane 0, second in 1, the same for both: True
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
