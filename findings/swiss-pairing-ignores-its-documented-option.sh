#!/usr/bin/env bash
# swiss-pairing 1.4.3 (npm): the option maxPointsPerRound of its documentation does nothing; the code reads maxPerRound.
#
# Guess: With two points for a win, maxPointsPerRound: 2 is what one sets, so that the modified median knows who has
# more than half of the points, and strikes the lowest of the opponents' scores for these and the highest for those
# below.
# What it does: The name is not read, and nothing is said. Three rounds of two points are taken for three of one point,
# so that a player with half of the points counts as one above and loses a score, and the third place is another's.
# Seen:
#     none: eve 5 (7), fay 4 (8), ann 3 (8), cyd 3 (7), dan 3 (7), bob 0 (6)
#     maxPointsPerRound: eve 5 (7), fay 4 (8), ann 3 (8), cyd 3 (7), dan 3 (7), bob 0 (6)
#     maxPerRound: eve 5 (7), fay 4 (8), cyd 3 (10), ann 3 (8), dan 3 (7), bob 0 (6)
# Why it matters: The order of the table is another than the one of the rules that were set, at every club that gives
# two points, or three, for a win.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'swiss-pairing@1.4.3' >&2
cat > "$folder/look.js" <<'EOF'
const swiss = require("swiss-pairing");
const PLAYERS = ["ann", "bob", "cyd", "dan", "eve", "fay"].map((id, i) => ({ id, seed: i + 1 }));
const ROUNDS = ["ann 2 bob, cyd 2 dan, eve 1 fay", "ann 1 cyd, bob 0 eve, dan 1 fay", "ann 0 eve, bob 0 dan, cyd 0 fay"];
const games = ROUNDS.flatMap((text, i) =>
  text.split(", ").map((game) => {
    const [home, points, away] = game.split(" ");
    return { round: i + 1, home: { id: home, points: +points }, away: { id: away, points: 2 - points } };
  }),
);
for (const name of ["none", "maxPointsPerRound", "maxPerRound"]) {
  const order = swiss({ [name]: 2 }).getStandings(4, PLAYERS, games);
  console.log(`${name}:`, order.map((row) => `${row.id} ${row.wins} (${row.tiebreaker})`).join(", "));
}
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
none: eve 5 (7), fay 4 (8), ann 3 (8), cyd 3 (7), dan 3 (7), bob 0 (6)
maxPointsPerRound: eve 5 (7), fay 4 (8), ann 3 (8), cyd 3 (7), dan 3 (7), bob 0 (6)
maxPerRound: eve 5 (7), fay 4 (8), cyd 3 (10), ann 3 (8), dan 3 (7), bob 0 (6)
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
