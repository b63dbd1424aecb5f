#!/usr/bin/env bash
# glicko2-py 0.1.0 (PyPI): three rounds of its Swiss are three times the same pairs, and the last of an odd number never
# plays.
#
# Guess: swiss(pool, rounds) pairs "players with similar records" each round, so nobody meets the same opponent again
# while others are left, and the one who has no opponent changes.
# What it does: All rounds are made at once from the ratings that the players have before the first, sorted and cut into
# neighbours. Only among equal ratings the order is shuffled.
# Seen:
#     6 players, round 1: p1-p2 p3-p4 p5-p6
#     6 players, round 2: p1-p2 p3-p4 p5-p6
#     6 players, round 3: p1-p2 p3-p4 p5-p6
#     7 players, round 1: p1-p2 p3-p4 p5-p6
#     7 players, round 2: p1-p2 p3-p4 p5-p6
#     7 players, round 3: p1-p2 p3-p4 p5-p6
# Why it matters: With new players, who are all rated alike, as in a test, the rounds differ. With rated ones a whole
# tournament is a match of pairs, and the ratings of different pairs cannot be compared.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'glicko2-py==0.1.0' >&2
cat > "$folder/look.py" <<'EOF'
from glicko2.engine import PlayerPool
from glicko2.tournament import swiss

for size in (6, 7):
    pool = PlayerPool()
    for number in range(1, size + 1):
        pool.get_or_create(f"p{number}", mu=1 - number / 10)
    for number, pairs in enumerate(swiss(pool, rounds=3, seed=1), start=1):
        print(f"{size} players, round {number}:", *("-".join(pair) for pair in pairs))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
6 players, round 1: p1-p2 p3-p4 p5-p6
6 players, round 2: p1-p2 p3-p4 p5-p6
6 players, round 3: p1-p2 p3-p4 p5-p6
7 players, round 1: p1-p2 p3-p4 p5-p6
7 players, round 2: p1-p2 p3-p4 p5-p6
7 players, round 3: p1-p2 p3-p4 p5-p6
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
