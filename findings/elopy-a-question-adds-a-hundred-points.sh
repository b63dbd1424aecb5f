#!/usr/bin/env bash
# elopy 0.1.4 (PyPI): who asks for the chance in an away game gives the opponent 100 points, each time.
#
# Guess: win_probs returns a probability and changes nothing; only play_game changes ratings.
# What it does: With is_home=False the advantage of the home team is written into the opponent's rating and stays there.
# play_game asks win_probs, so each away game does it as well.
# Seen:
#     home: True, chance of Ann: 0.640, ratings afterwards: 1500 1500
#     home: True, chance of Ann: 0.640, ratings afterwards: 1500 1500
#     home: False, chance of Ann: 0.360, ratings afterwards: 1500 1600
#     home: False, chance of Ann: 0.240, ratings afterwards: 1500 1700
#     home: False, chance of Ann: 0.151, ratings afterwards: 1500 1800
#     after one away game: 1508 + 1592 = 3100
#     without an advantage: 1506 + 1494 = 3000
# Why it matters: A table of predictions inflates the ratings of all that are asked about, and the same question has
# another answer each time. With hca=0, which games without a home need in any case, it does not happen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'elopy==0.1.4' >&2
cat > "$folder/look.py" <<'EOF'
from elopy.elo import Elo

ann, bob = Elo(), Elo()
for is_home in (True, True, False, False, False):
    chance = ann.win_probs(bob, is_home=is_home)
    print(f"home: {is_home}, chance of Ann: {chance:.3f}, ratings afterwards: {ann.elo} {bob.elo}")
ann, bob = Elo(), Elo()
ann.play_game(bob, 3, is_home=False)
print(f"after one away game: {ann.elo:.0f} + {bob.elo:.0f} = {ann.elo + bob.elo:.0f}")
ann, bob = Elo(hca=0), Elo(hca=0)
ann.play_game(bob, 3, is_home=False)
print(f"without an advantage: {ann.elo:.0f} + {bob.elo:.0f} = {ann.elo + bob.elo:.0f}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
home: True, chance of Ann: 0.640, ratings afterwards: 1500 1500
home: True, chance of Ann: 0.640, ratings afterwards: 1500 1500
home: False, chance of Ann: 0.360, ratings afterwards: 1500 1600
home: False, chance of Ann: 0.240, ratings afterwards: 1500 1700
home: False, chance of Ann: 0.151, ratings afterwards: 1500 1800
after one away game: 1508 + 1592 = 3100
without an advantage: 1506 + 1494 = 3000
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
