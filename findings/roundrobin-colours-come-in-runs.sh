#!/usr/bin/env bash
# roundrobin 2.0.0 (npm): with ten players player 2 has Black in the first four rounds and White in the other five.
#
# Guess: Its order says who has which colour ("white/black in chess"), so each player's colours alternate but for one or
# two repetitions, as in the Berger tables of FIDE's handbook.
# What it does: Only the first player alternates. All others keep one colour for up to half the tournament and then have
# the other; in the Berger table nobody has one colour more than twice in a row. The totals are even in both.
# Seen:
#     6 players, roundrobin: longest run of a colour 3, player 2: bbwww
#     6 players, Berger: longest run of a colour 2, player 2: wbwwb
#     8 players, roundrobin: longest run of a colour 4, player 2: bbbwwww
#     8 players, Berger: longest run of a colour 2, player 2: wbwwbwb
#     10 players, roundrobin: longest run of a colour 5, player 2: bbbbwwwww
#     10 players, Berger: longest run of a colour 2, player 2: wbwwbwbwb
# Why it matters: A tournament of one day feels unfair in its middle, and who leaves or is unpaired halfway has had one
# colour alone. FIDE's rules for other pairings forbid the same colour three times in a row.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'roundrobin@2.0.0' >&2
cat > "$folder/look.js" <<'EOF'
const robin = require("roundrobin");

function berger(n) {
  // The table: number n stays, the others move on by half a turn in each round.
  const seats = Array.from({ length: n - 1 }, (_, i) => i + 1);
  return Array.from({ length: n - 1 }, (_, round) => {
    const turned = seats.map((_, i) => seats[(i + round * (n / 2)) % (n - 1)]);
    const pairs = [round % 2 ? [turned[0], n] : [n, turned[0]]];
    for (let i = 1; i < n / 2; i += 1) pairs.push([turned[n - 1 - i], turned[i]]);
    return pairs;
  });
}

for (const n of [6, 8, 10]) {
  for (const [name, rounds] of [["roundrobin", robin(n)], ["Berger", berger(n)]]) {
    const colours = Object.fromEntries(rounds[0].flat().map((player) => [player, ""]));
    for (const [first, second] of rounds.flat()) {
      colours[first] += "b"; // "away"
      colours[second] += "w";
    }
    const runs = Object.values(colours).map((text) => Math.max(...text.match(/w+|b+/g).map((run) => run.length)));
    console.log(`${n} players, ${name}: longest run of a colour ${Math.max(...runs)}, player 2: ${colours[2]}`);
  }
}
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
6 players, roundrobin: longest run of a colour 3, player 2: bbwww
6 players, Berger: longest run of a colour 2, player 2: wbwwb
8 players, roundrobin: longest run of a colour 4, player 2: bbbwwww
8 players, Berger: longest run of a colour 2, player 2: wbwwbwb
10 players, roundrobin: longest run of a colour 5, player 2: bbbbwwwww
10 players, Berger: longest run of a colour 2, player 2: wbwwbwbwb
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
