#!/usr/bin/env bash
# elo-utils 1.3.1 (PyPI): whoever wins a game gives the opponent points as well, and whoever loses takes them away.
#
# Guess: match_result(player, challenger, 1) is a game of Elo's system: what one player gains the other one loses, so
# that the sum stays the same.
# What it does: The second player's rating is changed by the expectation and the result of the first one. Both gain the
# same after a win and both lose the same after a loss, whoever was the favourite.
# Seen:
#     Ann 1500 wins against Bob 1500: Ann +16, Bob +16
#     Ann 1500 draws against Bob 1500: Ann +0, Bob +0
#     Ann 1500 loses against Bob 1500: Ann -16, Bob -16
#     Ann 1800 loses against Bob 1500: Ann -28, Bob -28
#     Ann 1500 wins against Bob 1800: Ann +27, Bob +27
#     after ten wins of Ann: 1660 and 1660
# Why it matters: A table of ratings shows nothing wrong as long as both are looked at alone: the winner has gained. But
# who always loses as the challenger climbs with the opponents, and the order of the players is that of the chairs on
# which they sat. The sum of both ratings before and after a game is a test that finds it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'elo-utils==1.3.1' >&2
cat > "$folder/look.py" <<'EOF'
from ELOutils.ELO import Player, match_result

RESULTS = {1: "wins", 0.5: "draws", 0: "loses"}
for ann, bob, result in ((1500, 1500, 1), (1500, 1500, 0.5), (1500, 1500, 0), (1800, 1500, 0), (1500, 1800, 1)):
    first, second = Player("Ann", ann), Player("Bob", bob)
    match_result(first, second, result)
    changes = f"Ann {first.rating - ann:+d}, Bob {second.rating - bob:+d}"
    print(f"Ann {ann} {RESULTS[result]} against Bob {bob}: {changes}")
first, second = Player("Ann", 1500), Player("Bob", 1500)
for _ in range(10):
    match_result(first, second, 1)
print(f"after ten wins of Ann: {first.rating} and {second.rating}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
Ann 1500 wins against Bob 1500: Ann +16, Bob +16
Ann 1500 draws against Bob 1500: Ann +0, Bob +0
Ann 1500 loses against Bob 1500: Ann -16, Bob -16
Ann 1800 loses against Bob 1500: Ann -28, Bob -28
Ann 1500 wins against Bob 1800: Ann +27, Bob +27
after ten wins of Ann: 1660 and 1660
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
