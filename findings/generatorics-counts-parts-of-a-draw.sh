#!/usr/bin/env bash
# generatorics 1.1.0 (npm): six of 49 can be drawn in 13983816.000000006 ways, and two of 200 in NaN.
#
# Guess: A count is a whole number: C(49, 6) is 13983816 and C(200, 2) is 19900. The first is the count of a well-known
# lottery, and both are far below what a number holds exactly.
# What it does: C and P divide factorials, which above 22! are no longer exact and above 170! are Infinity. Some
# quotients come out whole, some have a remainder far behind the point, and from 171 elements on every count is NaN or
# Infinity. The generators beside them yield the right number of items.
# Seen:
#     C(52, 5): 2598960, exact 2598960
#     C(49, 6): 13983816.000000006, exact 13983816
#     C(23, 2): 253.00000000000003, exact 253
#     C(200, 2): NaN, exact 19900
#     C(171, 1): Infinity, exact 171
#     games of 23 players: 253 generated, as many as counted: false
#     P(200, 2): NaN, exact 39800
# Why it matters: Such a count is compared with ===, is the length of an array, or is the end of a loop: an array of
# 253.00000000000003 places is an error, and a comparison with NaN is always false. C(52, 5), which one tries first, is
# whole.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'generatorics@1.1.0' >&2
cat > "$folder/look.js" <<'EOF'
const G = require("generatorics");

const exact = (n, k) => {
  let count = 1n;
  for (let i = 0n; i < BigInt(k); i++) count = (count * (BigInt(n) - i)) / (i + 1n);
  return count;
};
for (const [n, k] of [[52, 5], [49, 6], [23, 2], [200, 2], [171, 1]]) {
  console.log(`C(${n}, ${k}): ${G.C(n, k)}, exact ${exact(n, k)}`);
}
const players = Array.from({ length: 23 }, (_, i) => i);
let games = 0;
for (const _ of G.combination(players, 2)) games++;
console.log(`games of 23 players: ${games} generated, as many as counted: ${games === G.C(23, 2)}`);
console.log(`P(200, 2): ${G.P(200, 2)}, exact ${200 * 199}`);
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
C(52, 5): 2598960, exact 2598960
C(49, 6): 13983816.000000006, exact 13983816
C(23, 2): 253.00000000000003, exact 253
C(200, 2): NaN, exact 19900
C(171, 1): Infinity, exact 171
games of 23 players: 253 generated, as many as counted: false
P(200, 2): NaN, exact 39800
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
