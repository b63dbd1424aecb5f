#!/usr/bin/env bash
# uttt-engine 0.0.8 (PyPI): three drawn boards in a row win a game of ultimate tic-tac-toe.
#
# Guess: Whoever wins three small boards in a row wins the game. A small board that is full without three in a row
# belongs to nobody, and three of those are no row of anybody's.
# What it does: claimed_spaces() writes "Tie" for a drawn board beside "X" and "O", and has_won() takes any three equal
# entries but "-" for a row. is_game_over() asks has_won() as well, and the game of its documentation names the player
# who filled the third of the boards the winner.
# Seen:
#     a full small board without a row: Tie
#     top row: boards won by X or O: 0, won: True, over: True
#     diagonal: boards won by X or O: 0, won: True, over: True
#     no row: boards won by X or O: 0, won: False, over: False
# Why it matters: A game ends for no reason while six boards are empty, with a win for whoever happened to move last,
# and a program that learns from such games plays for draws.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps 'uttt-engine==0.0.8' >&2
cat > "$folder/look.py" <<'EOF'
from uttt_engine import claimed_spaces, find_won, has_won, is_game_over

drawn = list("XOXXOOOXX")
empty = ["-"] * 9
print("a full small board without a row:", find_won(drawn))
for name, places in (("top row", (0, 1, 2)), ("diagonal", (0, 4, 8)), ("no row", (0, 1, 5))):
    board = [drawn if place in places else empty for place in range(9)]
    claimed = claimed_spaces(board)
    owners = set(claimed) & {"X", "O"}
    print(f"{name}: boards won by X or O: {len(owners)}, won: {has_won(claimed)}, over: {is_game_over(board)}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
a full small board without a row: Tie
top row: boards won by X or O: 0, won: True, over: True
diagonal: boards won by X or O: 0, won: True, over: True
no row: boards won by X or O: 0, won: False, over: False
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
