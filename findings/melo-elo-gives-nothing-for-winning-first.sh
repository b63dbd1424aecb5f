#!/usr/bin/env bash
# melo 1.1.2 (PyPI): a player who wins every game gains nothing if the winner is written first.
#
# Guess: "The default setting, lines=0, deploys the traditional Elo rating system", its source says: who wins rises and
# who loses falls, whichever of the two is named first.
# What it does: From all results it first reckons how often the first name wins, takes that for an advantage of being
# named first (as a home team has it), and expects it in each game. In a list of winners and losers the first always
# wins, so each result is what was expected: all ratings stay 0, and either player is sure to beat the other. A draw,
# value 0, counts as a full loss for the first name, since it is not more than the line.
# Seen:
#     A wins, named first: +0.00 -0.00, A beats B 1.00, B beats A 1.00
#     A wins, named first and second: +0.55 -0.55, A beats B 0.87, B beats A 0.13
#     A and B draw, A named first, others win on both sides: -0.12 +0.12, A beats B 0.57, B beats A 0.75
# Why it matters: "Winner, loser" is how results of a club or of matches on the net are mostly written. The ratings look
# like those of players who never played; the same games with the winner first and second by turns, as in the second
# list, give the right order. There is no option to turn the advantage off.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'melo==1.1.2' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import numpy as np
from melo import Melo

LISTS = {
    "A wins, named first": [("A", "B", 1)] * 10,
    "A wins, named first and second": [("A", "B", 1), ("B", "A", -1)] * 5,
    "A and B draw, A named first, others win on both sides": [("A", "B", 0), ("C", "D", 1), ("D", "C", 1)] * 5,
}
for name, games in LISTS.items():
    first, second, values = zip(*games)
    times = np.datetime64("2026-01-01") + np.arange(len(games))
    elo = Melo(k=0.2)
    elo.fit(times, first, second, values)
    ratings = {label: f"{elo.ratings_history[label].rating[-1][0]:+.2f}" for label in "AB"}
    chances = [elo.probability("2027-01-01", *pair) for pair in ("AB", "BA")]
    print(f"{name}: {ratings['A']} {ratings['B']}, A beats B {chances[0]:.2f}, B beats A {chances[1]:.2f}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
A wins, named first: +0.00 -0.00, A beats B 1.00, B beats A 1.00
A wins, named first and second: +0.55 -0.55, A beats B 0.87, B beats A 0.13
A and B draw, A named first, others win on both sides: -0.12 +0.12, A beats B 0.57, B beats A 0.75
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
