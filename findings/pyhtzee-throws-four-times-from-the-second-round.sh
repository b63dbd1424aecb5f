#!/usr/bin/env bash
# pyhtzee 1.2.7 (PyPI): a round has three throws in the first round and four in each other one.
#
# Guess: In Yahtzee one throws up to three times a round, the first time with all dice, in all 13 rounds; its source
# says so too.
# What it does: The first round begins with one throw counted. After a category is chosen the dice are thrown for the
# next round, but the count begins at 0 again, so three more throws are allowed, four in all.
# Seen:
#     throws in 13 rounds: [3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4] finished: True
# Why it matters: A fourth throw makes the good hands far more likely: five equal dice come in about 1 round of 22 with
# three throws, and in about 1 of 10 with four. Records, averages and trained agents (gym-yahtzee is built on this
# package) cannot be compared with any other program; a test that plays one round sees nothing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pyhtzee==1.2.7' >&2
cat > "$folder/look.py" <<'EOF'
from pyhtzee import Pyhtzee
from pyhtzee.classes import Category
from pyhtzee.utils import category_to_action_map

game, throws = Pyhtzee(seed=1), []
for category in list(Category)[:13]:
    count = 1
    while 0 in game.get_possible_actions():
        game.take_action(0)
        count += 1
    throws.append(count)
    game.take_action(category_to_action_map[category])
print("throws in 13 rounds:", throws, "finished:", game.is_finished())
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
throws in 13 rounds: [3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4] finished: True
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
