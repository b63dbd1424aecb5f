#!/usr/bin/env bash
# pyhtzee 1.2.7 (PyPI): three of each number, 63 points, earn no bonus in the upper section.
#
# Guess: In Yahtzee 63 points or more in the rows from ones to sixes are worth 35 more. Three of each number are exactly
# 63, in whatever order the rows are filled.
# What it does: When the sixth row is filled, the other five are added to the number of the row (0 for ones, 5 for
# sixes), where its points were meant. So the last row counts at most 5: it takes 58 points in the five others if sixes
# come last, and 63 if ones do.
# Seen:
#     3 of each, last row 6: rewards [3, 6, 9, 12, 15, 18], total 63, of which the bonus is 0
#     3 of each, last row 1: rewards [18, 15, 12, 9, 6, 3], total 63, of which the bonus is 0
#     4 of each, last row 6: rewards [4, 8, 12, 16, 20, 59], total 119, of which the bonus is 35
#     4 of each, last row 1: rewards [24, 20, 16, 12, 8, 39], total 119, of which the bonus is 35
# Why it matters: The bonus decides many games, and an agent learns from these rewards (gym-yahtzee is built on this
# package) that three of each are worth nothing. With four of each the bonus is paid, so a test with a good card passes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pyhtzee==1.2.7' >&2
cat > "$folder/look.py" <<'EOF'
from pyhtzee import Pyhtzee
from pyhtzee.classes import Category
from pyhtzee.utils import category_to_action_map

ROWS = [Category.ACES, Category.TWOS, Category.THREES, Category.FOURS, Category.FIVES, Category.SIXES]


def upper(order, count):
    """Return the rewards of six rows that are filled in an order with so many equal dice each."""
    game, rewards = Pyhtzee(seed=1), []
    for face in order:
        game.dice = [face] * count + [face % 6 + 1] * (5 - count)
        rewards.append(game.take_action(category_to_action_map[ROWS[face - 1]]))
    return rewards, game.get_total_score(), game.scores[Category.UPPER_SECTION_BONUS]


UP, DOWN = (1, 2, 3, 4, 5, 6), (6, 5, 4, 3, 2, 1)
for order, count in ((UP, 3), (DOWN, 3), (UP, 4), (DOWN, 4)):
    rewards, total, bonus = upper(order, count)
    print(f"{count} of each, last row {order[-1]}: rewards {rewards}, total {total}, of which the bonus is {bonus}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
3 of each, last row 6: rewards [3, 6, 9, 12, 15, 18], total 63, of which the bonus is 0
3 of each, last row 1: rewards [18, 15, 12, 9, 6, 3], total 63, of which the bonus is 0
4 of each, last row 6: rewards [4, 8, 12, 16, 20, 59], total 119, of which the bonus is 35
4 of each, last row 1: rewards [24, 20, 16, 12, 8, 39], total 119, of which the bonus is 35
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
