#!/usr/bin/env bash
# gym-togyzkumalak 0.0.2 (PyPI): the ninth hole becomes a tuzdyk, and so does the hole with the number of the
# opponent's.
#
# Guess: In Toguz Korgool, or Togyzkumalak, a player may once take a hole of the opponent as a tuzdyk, when the last
# stone makes three in it; but not the ninth, and not the one with the number of the tuzdyk that the opponent has.
# What it does: Both rules are asked for and never apply: holes are numbered from 0 to 8 and the forbidden one is 9, and
# the number of the hole is compared with that of the hole from which the stones came in place of that of the opponent's
# tuzdyk. So a hole may also be refused for no reason, when both numbers are the same.
# Seen:
#     the ninth: moves [1, 9, 2, 5, 7], the last one by white; tuzdyks: hole 9 of black
#     the same number: moves [7, 3, 8, 4, 2, 1], the last one by black; tuzdyks: hole 3 of white, hole 3 of black
# Why it matters: A program that learns here learns to go for the ninth hole, which the rules keep out as too strong.
# Against people, or another program, the same move makes no tuzdyk, and all that follows is counted otherwise.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'gym-togyzkumalak==0.0.2' 'gym==0.26.2' >&2
cat > "$folder/look.py" <<'EOF'
from gym_togyzkumalak.togyzkumalak.board import Board


def play(name, holes):
    """Play moves, numbered from 1, and print the holes that are tuzdyks."""
    board = Board()
    for hole in holes:
        player = board.run.name
        board.move(hole - 1)
        found = [(one, key + 1) for one, gamer in board.gamers.items() for key, otau in gamer.home.items() if otau.tuzduk]
    owned = ", ".join(f"hole {number} of {one}" for one, number in found)
    print(f"{name}: moves {holes}, the last one by {player}; tuzdyks: {owned}")


play("the ninth", [1, 9, 2, 5, 7])
play("the same number", [7, 3, 8, 4, 2, 1])
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
the ninth: moves [1, 9, 2, 5, 7], the last one by white; tuzdyks: hole 9 of black
the same number: moves [7, 3, 8, 4, 2, 1], the last one by black; tuzdyks: hole 3 of white, hole 3 of black
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
