#!/usr/bin/env bash
# nard-backgammon 0.1.0 (PyPI): its dice have five sides.
#
# Guess: A game of Nard, which is backgammon without hitting, is played with two dice of six sides.
# What it does: A die is randrange(1, 6), whose end is not included: a six never comes, at the first throw or later. In
# the same way get_random_move never takes the last of several moves, and of two always the first.
# Seen:
#     numbers in 5000 throws of two dice: [1, 2, 3, 4, 5]
#     of moves to points [1, 2] those to [1] are taken
#     of moves to points [1, 2, 3] those to [1, 2] are taken
# Why it matters: A double comes once in five throws instead of six, two dice show 6 points on average and not 7, and
# the number that bears a stone off the sixth point never comes. Players notice it late, since each throw that they see
# is possible.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'nard-backgammon==0.1.0' >&2
cat > "$folder/look.py" <<'EOF'
from nard_backgammon.board import Move
from nard_backgammon.nard import Nard, get_random_move

throws = [Nard.new().dice_nums for _ in range(5000)]
print("numbers in 5000 throws of two dice:", sorted({number for throw in throws for number in throw}))
for count in (2, 3):
    moves = [Move(0, to) for to in range(1, count + 1)]
    taken = {get_random_move(moves).direction for _ in range(1000)}
    print(f"of moves to points {[move.direction for move in moves]} those to {sorted(taken)} are taken")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
numbers in 5000 throws of two dice: [1, 2, 3, 4, 5]
of moves to points [1, 2] those to [1] are taken
of moves to points [1, 2, 3] those to [1, 2] are taken
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
