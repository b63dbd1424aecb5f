#!/usr/bin/env bash
# fanorona-aec 3.0.2 (PyPI): the planes of white and black stones are 1 where there is no such stone.
#
# Guess: As its source says, channel 7 of an observation is 1 where a white stone is and channel 8 where a black one is.
# At the start each has 22 ones of 45, and the empty point in the middle is 0 in both.
# What it does: Both are turned round: 1 wherever the stone is missing. At the start each has 23 ones, an empty point is
# 1 in both, and with each capture the planes fill. Nor is the board seen "from the perspective of the agent, with their
# color at the bottom", as the docstring says: both agents are given the same numbers.
# Seen:
#     start: 22 white and 22 black stones, 23 and 23 ones
#         middle row BWBW1BWBW white 1 0 1 0 1 1 0 1 0 black 0 1 0 1 1 0 1 0 1
#         both agents see the same: True
#     capture: 22 white and 20 black stones, 23 and 25 ones
#         middle row BWBWWBWBW white 1 0 1 0 0 1 0 1 0 black 0 1 0 1 1 0 1 0 1
# Why it matters: A network learns from such planes as well, so nothing stands out; but whatever is computed from them
# is wrong: the count of stones, the empty points, and the board that is turned round for the other player.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'fanorona-aec==3.0.2' 'pettingzoo==1.24.3' 'gymnasium==0.29.1' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import contextlib
import io

from env.fanorona_env import raw_env

env = raw_env()
with contextlib.redirect_stdout(io.StringIO()):
    env.reset(seed=1)
for when in ("start", "capture"):
    white, black = env.observe("player_0")["observation"][:, :, 6:8].transpose(2, 0, 1)
    board = str(env.board_state).split()[0]
    print(f"{when}: {board.count('W')} white and {board.count('B')} black stones, {white.sum()} and {black.sum()} ones")
    print("    middle row", board.split("/")[2], "white", *white[2], "black", *black[2])
    if when == "start":
        same = (env.observe("player_0")["observation"] == env.observe("player_1")["observation"]).all()
        print("    both agents see the same:", bool(same))
        with contextlib.redirect_stdout(io.StringIO()):
            env.step(env.board_state.legal_moves[0])
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
start: 22 white and 22 black stones, 23 and 23 ones
    middle row BWBW1BWBW white 1 0 1 0 1 1 0 1 0 black 0 1 0 1 1 0 1 0 1
    both agents see the same: True
capture: 22 white and 20 black stones, 23 and 25 ones
    middle row BWBWWBWBW white 1 0 1 0 0 1 0 1 0 black 0 1 0 1 1 0 1 0 1
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
