#!/usr/bin/env bash
# ludopy 1.5.0 (PyPI): whoever throws too much before the goal goes back from the square where the piece stands, and out
# of the lane.
#
# Guess: A throw that is too high is played on to the goal and back from there by what is left over: one step before the
# goal a 2 leads to where the piece stood.
# What it does: What is left over is taken from the square before the throw: from 56, one step before the goal at 57, a
# 2 leads to 55 and a 6 to 51, which is out of the lane, on a square where the piece can be hit. The steps to the goal
# are not made.
# Seen:
#     from 52 with 1 to 6: 53 54 55 56 57 51 back from the goal: 53 54 55 56 57 56
#     from 54 with 1 to 6: 55 56 57 53 52 51 back from the goal: 55 56 57 56 55 54
#     from 56 with 1 to 6: 57 55 54 53 52 51 back from the goal: 57 56 55 54 53 52
# Why it matters: The end of a game is longer than by the rule and finished pieces come back into danger, so the length
# of games and chances of winning that are measured with it do not fit the game on a table.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'ludopy==1.5.0' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
from ludopy.player import Player

GOAL = 57
for square in (52, 54, 56):
    found = []
    for dice in range(1, 7):
        player = Player()
        player.set_pieces([square, 0, 0, 0])
        player.move_piece(0, dice, [[0] * 4] * 3)
        found.append(int(player.get_pieces()[0]))
    bounced = [GOAL - abs(GOAL - square - dice) for dice in range(1, 7)]
    print(f"from {square} with 1 to 6:", *found, "back from the goal:", *bounced)
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
from 52 with 1 to 6: 53 54 55 56 57 51 back from the goal: 53 54 55 56 57 56
from 54 with 1 to 6: 55 56 57 53 52 51 back from the goal: 55 56 57 56 55 54
from 56 with 1 to 6: 57 55 54 53 52 51 back from the goal: 57 56 55 54 53 52
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
