#!/usr/bin/env bash
# seedrandom 3.0.5 (npm): the seed 1 and the seed "1" throw other dice, and so do true and "true".
#
# Guess: A seed is a text, as in all examples of its documentation, and a number is turned into one as everywhere in
# JavaScript: game 12 has the same dice whether 12 came from a counter or from the address of the page.
# What it does: A number is followed by an end mark, so it is another text than its digits. With alea, which is in the
# same package, both are the same.
# Seen:
#     seed 1: seedrandom 22442444, alea 41341212
#     seed "1": seedrandom 23624452, alea 41341212
#     seed 12: seedrandom 14556115, alea 66646465
#     seed "12": seedrandom 23555413, alea 66646465
# Why it matters: A seed that has been through a link, a form or a column of text is a text. A game that is loaded again
# goes on with other dice, a puzzle that was shared is another puzzle, and a check of the dice says that they are false.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'seedrandom@3.0.5' >&2
cat > "$folder/look.js" <<'EOF'
const seedrandom = require("seedrandom");

const dice = (random) => Array.from({ length: 8 }, () => 1 + Math.floor(6 * random())).join("");
for (const seed of [1, "1", 12, "12"]) {
  console.log(`seed ${JSON.stringify(seed)}: seedrandom ${dice(seedrandom(seed))}, alea ${dice(seedrandom.alea(seed))}`);
}
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
seed 1: seedrandom 22442444, alea 41341212
seed "1": seedrandom 23624452, alea 41341212
seed 12: seedrandom 14556115, alea 66646465
seed "12": seedrandom 23555413, alea 66646465
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
