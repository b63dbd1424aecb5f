#!/usr/bin/env bash
# ludology 0.1.2 (PyPI): the sum of two games changes with the form of a game, and not only with its value.
#
# Guess: Equal games have equal sums: if G == 0, then G + 1/2 == 1/2, whatever G looks like. So it is in combinatorial
# game theory, where equality means just this.
# What it does: If one of the two is written as a number and the other is not, the number is added to the options of the
# other, as the number translation theorem allows it for a game that is not equal to a number. But what is asked is the
# form: {*|} is no number by its form and 0 by its value. Its sum with 1/2 is then {1/2 + *|}, the simplest number that
# fits, and that is 1. Two games that are both not written as numbers are added right.
# Seen:
#     {*|}: equal to 0 True, plus 1/2 1, equal to 1/2 False
#         canonical first: plus 1/2 ½
#     {*|*}: equal to 0 True, plus 1/2 ½, equal to 1/2 True
#         canonical first: plus 1/2 ½
#     {|*}: equal to 0 True, plus 1/2 0, equal to 1/2 False
#         canonical first: plus 1/2 ½
#     0 minus 1/2 is won by RIGHT
#     {*|} minus 1/2 is won by PREVIOUS
#     {*|*} minus 1/2 is won by RIGHT
#     {|*} minus 1/2 is won by RIGHT
# Why it matters: Positions of real games come as sets of options and are seldom canonical. The value of a whole
# position is the sum of its parts, and the winner of it is read from that sum: a lost position becomes one that the
# second player wins. To make each part canonical first is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'ludology==0.1.2' 'numpy==2.4.6' 'scipy==1.17.1' >&2
cat > "$folder/look.py" <<'EOF'
from ludology import Game
from ludology.tools import canonicalize

HALF, STAR = Game(1 / 2), Game({0}, {0})
CASES = (("{*|}", Game({STAR}, set())), ("{*|*}", Game({STAR}, {STAR})), ("{|*}", Game(set(), {STAR})))
for name, game in CASES:
    print(f"{name}: equal to 0 {game == 0}, plus 1/2 {game + HALF}, equal to 1/2 {game + HALF == HALF}")
    print(f"    canonical first: plus 1/2 {canonicalize(game) + HALF}")
for name, game in (("0", Game(0)), *CASES):
    print(f"{name} minus 1/2 is won by", (game - HALF).outcome.name)
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
{*|}: equal to 0 True, plus 1/2 1, equal to 1/2 False
    canonical first: plus 1/2 ½
{*|*}: equal to 0 True, plus 1/2 ½, equal to 1/2 True
    canonical first: plus 1/2 ½
{|*}: equal to 0 True, plus 1/2 0, equal to 1/2 False
    canonical first: plus 1/2 ½
0 minus 1/2 is won by RIGHT
{*|} minus 1/2 is won by PREVIOUS
{*|*} minus 1/2 is won by RIGHT
{|*} minus 1/2 is won by RIGHT
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
