#!/usr/bin/env bash
# roll 1.3.2 (npm): 2d6*10+5 is the dice and five: the multiplication is left out.
#
# Guess: The formulas that validate() accepts are computed, with + - * / as usual or at worst from left to right:
# 2d6*10+5 is ten times the dice and five.
# What it does: Once there is a + or a -, a * or / behind the first dice or behind a number is dropped without a word,
# and so is the second of two; behind later dice it is kept. With one operator alone, 2d6*10, it multiplies.
# Seen:
#     2d6 valid: true result: 8
#     2d6*10 valid: true result: 80
#     2d6/2 valid: true result: 4
#     2d6+5 valid: true result: 13
#     2d6*10+5 valid: true result: 13
#     2d6/2-1 valid: true result: 7
#     2d6+1*5 valid: true result: 9
#     2d6*2*2 valid: true result: 16
#     1d6+2d6*10 valid: true result: 84
# Why it matters: Damage that is doubled or halved and then raised by a bonus comes out as if it were not, and a formula
# that was tried with one operator at a time seems to work.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'roll@1.3.2' >&2
cat > "$folder/look.js" <<'EOF'
const Roll = require("roll");
const roll = new Roll(() => 0.5); // every d6 shows a 4
for (const formula of ["2d6", "2d6*10", "2d6/2", "2d6+5", "2d6*10+5", "2d6/2-1", "2d6+1*5", "2d6*2*2", "1d6+2d6*10"]) {
  console.log(formula, "valid:", roll.validate(formula), "result:", roll.roll(formula).result);
}
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
2d6 valid: true result: 8
2d6*10 valid: true result: 80
2d6/2 valid: true result: 4
2d6+5 valid: true result: 13
2d6*10+5 valid: true result: 13
2d6/2-1 valid: true result: 7
2d6+1*5 valid: true result: 9
2d6*2*2 valid: true result: 16
1d6+2d6*10 valid: true result: 84
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
