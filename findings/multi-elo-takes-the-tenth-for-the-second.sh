#!/usr/bin/env bash
# multi-elo 2.3.1 (npm): of four with the places 1, 2, 3 and 10 the tenth is rated as the second.
#
# Guess: getNewRatings(ratings, places) compares places as numbers, so with equal ratings a better place never gives
# less than a worse one.
# What it does: Places are sorted as texts, in which 10 and 11 stand between 1 and 2. With eleven players the order is
# turned about twice over, even that of a list that stands in order.
# Seen:
#     places 3 1 2 9 gain -8 24 8 -24
#     places 3 1 2 10 gain -24 24 -8 8
#     places 1 2 3 4 5 6 7 8 9 10 11 gain 29 12 17 6 0 -6 -12 -17 -23 -29 23
#     eleven in order without places gain 29 23 17 12 6 0 -6 -12 -17 -23 -29
# Why it matters: Up to nine players all is well, so tests and the first seasons are right. In a field of ten or more
# the last win points and others pay for it; the sum is still the same. Ratings in the order of the result, best first
# and without places, are rated right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'multi-elo@2.3.1' >&2
cat > "$folder/look.js" <<'EOF'
const { MultiElo } = require("multi-elo");
const changes = (places) =>
  MultiElo.getNewRatings(places.map(() => 1500), places).map((rating) => Math.round(rating - 1500)).join(" ");
const eleven = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
for (const places of [[3, 1, 2, 9], [3, 1, 2, 10], eleven]) {
  console.log("places", places.join(" "), "gain", changes(places));
}
const inOrder = MultiElo.getNewRatings(eleven.map(() => 1500));
console.log("eleven in order without places gain", inOrder.map((rating) => Math.round(rating - 1500)).join(" "));
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
places 3 1 2 9 gain -8 24 8 -24
places 3 1 2 10 gain -24 24 -8 8
places 1 2 3 4 5 6 7 8 9 10 11 gain 29 12 17 6 0 -6 -12 -17 -23 -29 23
eleven in order without places gain 29 23 17 12 6 0 -6 -12 -17 -23 -29
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
