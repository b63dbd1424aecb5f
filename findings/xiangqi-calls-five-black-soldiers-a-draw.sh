#!/usr/bin/env bash
# xiangqi 1.0.5 (PyPI): five black soldiers against none are a draw, five red ones are not.
#
# Guess: The environment ends a game as a draw when neither side can attack: no chariot, horse or cannon, and at most
# two soldiers on either side, against four defenders or more. A position with the colours changed over is judged alike.
# What it does: Black's soldiers are not counted: for both sides the number of the red ones is looked at. So Black is
# weak with five soldiers as long as Red has not more than two, and the game ends at the next move.
# Seen:
#     Black has five soldiers, Red none: after a move of the general the game is over, drawn
#     Red has five soldiers, Black none: after a move of the general the game is going on
#     Black has five soldiers, Red two: after a move of the general the game is over, drawn
#     Red has five soldiers, Black two: after a move of the general the game is going on
#     Both have five soldiers: after a move of the general the game is going on
# Why it matters: Whoever plays Black loses half a point, or a won endgame, that Red would be left to play out; a
# program that learns from such games learns that soldiers are worth more in red.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'xiangqi==1.0.5' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
from xiangqi import Camp, Env

HOME = "2bakab2/9/9/{}/9/9/{}/9/9/2BAKAB2"
for name, fen, first, move in (
    ("Black has five soldiers, Red none", HOME.format("p1p1p1p1p", "9"), Camp.RED, "e0e1"),
    ("Red has five soldiers, Black none", HOME.format("9", "P1P1P1P1P"), Camp.BLACK, "e9e8"),
    ("Black has five soldiers, Red two", HOME.format("p1p1p1p1p", "P1P6"), Camp.RED, "e0e1"),
    ("Red has five soldiers, Black two", HOME.format("p1p6", "P1P1P1P1P"), Camp.BLACK, "e9e8"),
    ("Both have five soldiers", HOME.format("p1p1p1p1p", "P1P1P1P1P"), Camp.RED, "e0e1"),
):
    env = Env(opening=fen, who_first=first)
    env.reset()
    done = env.step(move)[2]
    print(f"{name}: after a move of the general the game is", "over" if done else "going on", end="")
    print(", drawn" if done and env.winner is None else "")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
Black has five soldiers, Red none: after a move of the general the game is over, drawn
Red has five soldiers, Black none: after a move of the general the game is going on
Black has five soldiers, Red two: after a move of the general the game is over, drawn
Red has five soldiers, Black two: after a move of the general the game is going on
Both have five soldiers: after a move of the general the game is going on
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
