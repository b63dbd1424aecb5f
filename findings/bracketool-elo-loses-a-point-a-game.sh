#!/usr/bin/env bash
# bracketool 0.1 (PyPI): two players of 1500 points who win in turns have about 1000 each after a thousand games.
#
# Guess: In Elo what one player wins the other loses, so 3000 points stay 3000 but for rounding, which is up as often
# as down; elo-rank 1.0.4 (npm) rounds to the nearest whole number.
# What it does: Both new ratings are cut to whole numbers, so together they lose one point in every game whose change
# is not whole.
# Seen:
#     bracketool, games 1 ratings 1516 1484 sum 3000
#     bracketool, games 2 ratings 1498 1501 sum 2999
#     bracketool, games 10 ratings 1490 1501 sum 2991
#     bracketool, games 100 ratings 1444 1457 sum 2901
#     bracketool, games 1000 ratings 994 1007 sum 2001
#     elo-rank, games 1000 ratings 1494 1506 sum 3000
# Why it matters: Ratings of those who play much sink against those who play little, and the level of a club with it,
# down to the floor of 100. A single game is right to a point, which is what a test looks at.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'bracketool==0.1' >&2
npm install --prefix "$folder" --silent --no-audit --no-fund 'elo-rank@1.0.4' >&2
cat > "$folder/look.py" <<'EOF'
from bracketool.elorating import EloRating

first = second = 1500
for game in range(1, 1001):
    first, second = EloRating().calculate_elo_rating(first, second, game % 2 == 1)
    if game in (1, 2, 10, 100, 1000):
        print("bracketool, games", game, "ratings", first, second, "sum", first + second)
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }
cat > "$folder/look.js" <<'EOF'
const EloRank = require("elo-rank");
const elo = new EloRank(32);
let [first, second] = [1500, 1500];
for (let game = 1; game <= 1000; game++) {
  const [mine, yours] = [elo.getExpected(first, second), elo.getExpected(second, first)];
  [first, second] = [elo.updateRating(mine, game % 2, first), elo.updateRating(yours, 1 - (game % 2), second)];
}
console.log("elo-rank, games 1000 ratings", first, second, "sum", first + second);
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
bracketool, games 1 ratings 1516 1484 sum 3000
bracketool, games 2 ratings 1498 1501 sum 2999
bracketool, games 10 ratings 1490 1501 sum 2991
bracketool, games 100 ratings 1444 1457 sum 2901
bracketool, games 1000 ratings 994 1007 sum 2001
elo-rank, games 1000 ratings 1494 1506 sum 3000
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
