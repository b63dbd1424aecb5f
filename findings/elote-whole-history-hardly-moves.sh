#!/usr/bin/env bash
# elote 1.5.1 (PyPI): the whole-history rating of somebody who has won all of a hundred games is 117 points above the
# loser's, and expects 66 % of the next game.
#
# Guess: A whole-history rating is a Bradley-Terry rating that may change with time, so on a single day it is about
# that of Bradley-Terry: some hundreds of points apart after a few wins, and nearly certain after a hundred.
# What it does: The first day is tied to the initial rating by a variance of 300 squared points, the default of `w2`, a
# standard deviation of 17. The same library's Bradley-Terry rating, and whole-history-rating 3.7.1 (PyPI), whose prior
# is a pair of virtual games as in Coulom's paper, say what was expected.
# Seen:
#     wins 1: whole history 2, Bradley-Terry 479, the other package 262
#     wins 10: whole history 16, Bradley-Terry 830, the other package 581
#     wins 100: whole history 117, Bradley-Terry 1210, the other package 943
# Why it matters: After a few games everybody has about the rating that they began with, and every pairing looks as
# if it were even; a larger `w2` lets strength jump from day to day instead.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'elote==1.5.1' 'whole-history-rating==3.7.1' >&2
cat > "$folder/look.py" <<'EOF'
from elote import BradleyTerryCompetitor, WholeHistoryRatingCompetitor
from whr import whole_history_rating

for wins in (1, 10, 100):
    apart = []
    for kind in (WholeHistoryRatingCompetitor, BradleyTerryCompetitor):
        one, other = kind(initial_rating=1500), kind(initial_rating=1500)
        for _ in range(wins):
            one.beat(other)
        apart.append(round(one.rating - other.rating))
    base = whole_history_rating.WHR()
    for _ in range(wins):
        base.create_game("ann", "bob", "B", 1, 0)
    base.iterate(50)
    rated = [base.ratings_for_player(name)[0][1] for name in ("ann", "bob")]
    print(f"wins {wins}: whole history {apart[0]}, Bradley-Terry {apart[1]}, the other package {rated[0] - rated[1]}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
wins 1: whole history 2, Bradley-Terry 479, the other package 262
wins 10: whole history 16, Bradley-Terry 830, the other package 581
wins 100: whole history 117, Bradley-Terry 1210, the other package 943
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
