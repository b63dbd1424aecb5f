#!/usr/bin/env bash
# seededshuffle 0.2.0 (npm): of a seed that is a text only the beginning counts, so that all rounds of an evening are
# drawn alike.
#
# Guess: A text and another text are two seeds: shuffle(players, "club evening, round 2") is another draw than that of
# round 1.
# What it does: The codes of the letters are written one behind the other and read as one decimal number. A number has
# room for some 16 digits, which six small letters or eight figures fill; what follows is rounded away. Texts that
# differ later give the same order, without a word, and unshuffle agrees. Short texts are told apart.
# Seen:
#     open1: HCEBFDGA, turned back ABCDEFGH
#     open2: HFDECABG, turned back ABCDEFGH
#     club evening, round 1: CDAGBFHE, turned back ABCDEFGH
#     club evening, round 2: CDAGBFHE, turned back ABCDEFGH
#     club evening, round 3: CDAGBFHE, turned back ABCDEFGH
#     2026-11-06: HDEGBAFC, turned back ABCDEFGH
#     2026-11-07: HDEGBAFC, turned back ABCDEFGH
#     2026-12-07: FACGDEBH, turned back ABCDEFGH
# Why it matters: The natural seeds of a club are a name with a number or a date behind it, or a date alone. Each round
# then has the pairings of the first, and each deck is dealt as the one before; with the short seed of a test, all looks
# random.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'seededshuffle@0.2.0' >&2
cat > "$folder/look.js" <<'EOF'
const shuffle = require("seededshuffle");

const players = ["A", "B", "C", "D", "E", "F", "G", "H"];
const rounds = [1, 2, 3].map((round) => `club evening, round ${round}`);
const seeds = ["open1", "open2", ...rounds, "2026-11-06", "2026-11-07", "2026-12-07"];
for (const seed of seeds) {
  const order = shuffle.shuffle(players, seed, true);
  const back = shuffle.unshuffle(order, seed, true).join("");
  console.log(`${seed}: ${order.join("")}, turned back ${back}`);
}
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
open1: HCEBFDGA, turned back ABCDEFGH
open2: HFDECABG, turned back ABCDEFGH
club evening, round 1: CDAGBFHE, turned back ABCDEFGH
club evening, round 2: CDAGBFHE, turned back ABCDEFGH
club evening, round 3: CDAGBFHE, turned back ABCDEFGH
2026-11-06: HDEGBAFC, turned back ABCDEFGH
2026-11-07: HDEGBAFC, turned back ABCDEFGH
2026-12-07: FACGDEBH, turned back ABCDEFGH
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
