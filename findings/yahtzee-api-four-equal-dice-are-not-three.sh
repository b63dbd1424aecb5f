#!/usr/bin/env bash
# yahtzee-api 1.1.1 (PyPI): four sixes score nothing as three of a kind, and five equal dice nothing as either.
#
# Guess: Three of a kind asks for at least three equal dice and four of a kind for at least four: four sixes and a one
# are 25 points in both rows.
# What it does: The rows ask for exactly three and exactly four. A better throw than was needed is worth 0, also in the
# last row that is open. Five equal dice count in these rows only later, as a joker, when both Yahtzee and the row of
# that number are filled.
# Seen:
#     [6, 6, 6, 5, 1] three of a kind 24, four of a kind 0, Yahtzee 0, chance 24
#     [6, 6, 6, 6, 1] three of a kind 0, four of a kind 25, Yahtzee 0, chance 25
#     [6, 6, 6, 6, 6] three of a kind 0, four of a kind 0, Yahtzee 50, chance 30
# Why it matters: The possible scores are what a program or a learning agent chooses by: it is taught to throw away the
# fourth six. Those of three of a kind are right in most throws, since more than three equal dice are rare.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'yahtzee-api==1.1.1' >&2
cat > "$folder/look.py" <<'EOF'
from yahtzee_api import Game

ROWS = {6: "three of a kind", 7: "four of a kind", 11: "Yahtzee", 12: "chance"}
for dice in ([6, 6, 6, 5, 1], [6, 6, 6, 6, 1], [6, 6, 6, 6, 6]):
    player = Game(1).c_player
    player.debug_roll([0, 0, 0, 0, 0], dice)
    print(dice, ", ".join(f"{name} {player.t_scorecard[row][0]}" for row, name in ROWS.items()))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
[6, 6, 6, 5, 1] three of a kind 24, four of a kind 0, Yahtzee 0, chance 24
[6, 6, 6, 6, 1] three of a kind 0, four of a kind 25, Yahtzee 0, chance 25
[6, 6, 6, 6, 6] three of a kind 0, four of a kind 0, Yahtzee 50, chance 30
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
