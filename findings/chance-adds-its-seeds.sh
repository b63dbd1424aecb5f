#!/usr/bin/env bash
# chance 1.1.13 (npm): two numbers as seeds are one: 1 and 3 give the dice of 2 and 1, and of 5 alone.
#
# Guess: new Chance(tournament, round) is a generator of its own for each pair of numbers, as several seeds may be
# given.
# What it does: The seeds are weighted with their places from behind and added: (1, 3) is 2 * 1 + 3, (2, 1) is 2 * 2 +
# 1. For a third number the weights are 3, 2 and 1.
# Seen:
#     [1,3] 2 1 6 5 2 3 6 6 3 1 4 3
#     [2,1] 2 1 6 5 2 3 6 6 3 1 4 3
#     [5] 2 1 6 5 2 3 6 6 3 1 4 3
#     [1,4] 6 6 2 2 5 1 1 3 1 6 4 1
#     ["1/3"] 2 6 2 3 5 2 6 2 1 3 5 6
#     ["2/1"] 3 5 5 3 4 1 3 1 2 1 2 5
#     different of 1000: 208
# Why it matters: Dice of one game come back, in full, in another of the same tournament: with 100 tournaments of 10
# rounds 1,000 pairs make 208 generators. One text of both, such as "2/1", is a seed of its own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'chance@1.1.13' >&2
cat > "$folder/look.js" <<'EOF'
const Chance = require("chance");
const dice = (...seeds) => { const random = new Chance(...seeds); return Array.from({ length: 12 }, () => random.d6()).join(" "); };
for (const seeds of [[1, 3], [2, 1], [5], [1, 4], ["1/3"], ["2/1"]]) {
  console.log(JSON.stringify(seeds), dice(...seeds));
}
const all = new Set();
for (let tournament = 1; tournament <= 100; tournament++) {
  for (let round = 1; round <= 10; round++) all.add(dice(tournament, round));
}
console.log("different of 1000:", all.size);
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
[1,3] 2 1 6 5 2 3 6 6 3 1 4 3
[2,1] 2 1 6 5 2 3 6 6 3 1 4 3
[5] 2 1 6 5 2 3 6 6 3 1 4 3
[1,4] 6 6 2 2 5 1 1 3 1 6 4 1
["1/3"] 2 6 2 3 5 2 6 2 1 3 5 6
["2/1"] 3 5 5 3 4 1 3 1 2 1 2 5
different of 1000: 208
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
