#!/usr/bin/env bash
# tournament-pairings 2.0.1 (npm): in a Swiss round of four the leader meets the player with the fewest points.
#
# Guess: Swiss pairing goes from the top: who is alone at the top meets somebody of the next group, here 2 against 1
# and 1 against 0.
# What it does: The two players with 1 point are kept together, and 2 meets 0; so in all of 100 calls, whatever the
# order of the list.
# Seen:
#     ann-dan, bob-cyd 100
# Why it matters: The leader of a small club gets the easiest opponent in place of the hardest, and a round later the
# table has no more to decide between those who are second.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'tournament-pairings@2.0.1' >&2
cat > "$folder/look.js" <<'EOF'
const { Swiss } = require("tournament-pairings");
const scores = { ann: 2, bob: 1, cyd: 1, dan: 0 };
const seen = new Map();
for (let number = 0; number < 100; number++) {
  const names = Object.keys(scores);
  if (number % 2) names.reverse();
  const pairs = Swiss(names.map((id) => ({ id, score: scores[id] })), 3)
    .map(({ player1, player2 }) => [player1, player2].sort().join("-")).sort().join(", ");
  seen.set(pairs, (seen.get(pairs) ?? 0) + 1);
}
for (const [pairs, times] of seen) console.log(pairs, times);
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
ann-dan, bob-cyd 100
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
