#!/usr/bin/env bash
# gymconnectx 2.0.0 (PyPI): the move that wins is paid with -0.5 if the opponent had a threat on the board.
#
# Guess: reward_winner is "given to the winner at the end of the game", 1 by default. reward_hell, -0.5, is for letting
# the opponent win in the next move, and after a win there is none.
# What it does: step() computes the reward of the win and then goes on: whatever the hints say for the column replaces
# it, and last the one for the opponent's threat. The loser's -1 stays.
# Seen:
#     a race in columns 0 and 6: Player 1 wins! over: True, rewards {'player_1': -0.5, 'player_2': -1}
#     no threat of the loser: Player 1 wins! over: True, rewards {'player_1': 1, 'player_2': -1}
#     four in the bottom row: Player 1 wins! over: True, rewards {'player_1': 1, 'player_2': -1}
# Why it matters: In Connect Four a race is the rule: both have a threat and one is faster. An agent is told to block
# there, or not to win at all, as it loses half a point for it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'gymconnectx==2.0.0' 'gymnasium==1.4.0' 'numpy==2.4.6' 'pygame==2.6.1' >&2
cat > "$folder/look.py" <<'EOF'
import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

from gymconnectx.envs import ConnectGameEnv

for name, columns in (
    ("a race in columns 0 and 6", [0, 6, 0, 6, 0, 6, 0]),
    ("no threat of the loser", [0, 6, 0, 6, 0, 4, 0]),
    ("four in the bottom row", [1, 1, 2, 2, 3, 5, 0]),
):
    game = ConnectGameEnv(height=6)
    for column in columns:
        observation, reward, over, _, _ = game.step(column)
    print(f"{name}: {game.get_game_status()} over: {over}, rewards {reward}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
a race in columns 0 and 6: Player 1 wins! over: True, rewards {'player_1': -0.5, 'player_2': -1}
no threat of the loser: Player 1 wins! over: True, rewards {'player_1': 1, 'player_2': -1}
four in the bottom row: Player 1 wins! over: True, rewards {'player_1': 1, 'player_2': -1}
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
