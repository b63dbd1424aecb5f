#!/usr/bin/env bash
# gym-connect4 0.8 (PyPI): the clone of a game of five in a row ends with four.
#
# Guess: clone() "creates a deep copy of the game state", for simulations as its comment says: the copy goes on by the
# same rules as Connect4Env(width, height, connect) was made with.
# What it does: Width and height are handed on, the number of pieces in a row is not, so it is 4 again in each copy.
# Whoever asks for 5 has copies that end too early, and whoever asks for 3 has copies that go on after the end.
# Seen:
#     connect 3: the game ends with 3 in a row, its clone with 4
#     connect 4: the game ends with 4 in a row, its clone with 4
#     connect 5: the game ends with 5 in a row, its clone with 4
# Why it matters: A tree search plays its simulations on copies: it reckons with wins that are none and defends against
# threats that are none, and the game itself is right. With the usual four nothing is to be seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'gym-connect4==0.8' 'gym==0.26.2' 'numpy==2.4.6' 'colorama==0.4.6' >&2
cat > "$folder/look.py" <<'EOF'
from gym_connect4.envs import Connect4Env

for connect in (3, 4, 5):
    game = Connect4Env(width=9, height=7, connect=connect)
    copy = game.clone()
    ends = []
    for board in (game, copy):
        pieces = 0
        while board.winner is None:
            board.step(0 if board.current_player == 0 else 1)
            pieces += board.current_player
        ends.append(pieces)
    print(f"connect {connect}: the game ends with {ends[0]} in a row, its clone with {ends[1]}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
connect 3: the game ends with 3 in a row, its clone with 4
connect 4: the game ends with 4 in a row, its clone with 4
connect 5: the game ends with 5 in a row, its clone with 4
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
