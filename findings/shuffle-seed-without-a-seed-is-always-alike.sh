#!/usr/bin/env bash
# shuffle-seed 1.1.6 (npm): without a seed the order is always the same, and so is that of the seeds 0, "" and "none".
#
# Guess: A seed makes an order that can be repeated; without one, or with null, cards are shuffled anew each time. 0 is
# a seed as 1 is.
# What it does: A missing seed is turned into the text "undefined" and used; null, 0 and "" become the seed "none".
# Seen:
#     no seed: 1 2 6 4 5 8 7 3 again: 1 2 6 4 5 8 7 3
#     null 8 3 5 6 4 1 7 2
#     0 8 3 5 6 4 1 7 2
#     "" 8 3 5 6 4 1 7 2
#     "none" 8 3 5 6 4 1 7 2
#     "0" 7 1 5 4 8 6 3 2
#     1 2 3 6 7 1 5 8 4
#     2 3 6 2 4 5 1 7 8
# Why it matters: A deck that is shuffled without a seed, as other modules allow, comes in one order for all games and
# all users. The first table or player, with the number 0, shares its order with those whose seed is empty.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'shuffle-seed@1.1.6' >&2
cat > "$folder/look.js" <<'EOF'
const { shuffle } = require("shuffle-seed");
const cards = [1, 2, 3, 4, 5, 6, 7, 8];
console.log("no seed:", shuffle(cards).join(" "), "again:", shuffle(cards).join(" "));
for (const seed of [null, 0, "", "none", "0", 1, 2]) console.log(JSON.stringify(seed), shuffle(cards, seed).join(" "));
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
no seed: 1 2 6 4 5 8 7 3 again: 1 2 6 4 5 8 7 3
null 8 3 5 6 4 1 7 2
0 8 3 5 6 4 1 7 2
"" 8 3 5 6 4 1 7 2
"none" 8 3 5 6 4 1 7 2
"0" 7 1 5 4 8 6 3 2
1 2 3 6 7 1 5 8 4
2 3 6 2 4 5 1 7 8
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
