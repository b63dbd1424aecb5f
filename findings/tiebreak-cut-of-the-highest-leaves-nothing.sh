#!/usr/bin/env bash
# tiebreak 0.4.0 (npm): the Buchholz score without the highest opponent, and without no other, is 0.
#
# Guess: buchholz(player, round, cutLowest, cutHighest) leaves out so many of either end: with 0 and 1 only the
# strongest opponent.
# What it does: The list is cut with slice(cutHighest, -cutLowest), and a cut of -0 ends at the beginning. With any
# number above 0 for the lowest it is right.
# Seen:
#     without 0 lowest and 0 highest: 3 4.5 4.5 6
#     without 1 lowest and 0 highest: 3 4.5 4.5 4.5
#     without 1 lowest and 1 highest: 1.5 1.5 1.5 1.5
#     without 0 lowest and 1 highest: 0 0 0 0
# Why it matters: Every player has 0, so the tie-break decides nothing and the table falls back on the next one without
# a word. All ready-made kinds (BH-C1, BH-M1 ...) cut the lowest and hide it; who needs this one subtracts the highest
# himself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'tiebreak@0.4.0' >&2
cat > "$folder/look.mjs" <<'EOF'
import { Results, Tiebreaker, TournamentType, UnplayedRoundsAdjustment } from "tiebreak";

const game = (white, black, scoreWhite) => ({ white, black, scoreWhite, scoreBlack: 1 - scoreWhite, forfeited: false });
const results = new Results(TournamentType.SWISS, [
  { pairings: [game("A", "B", 1), game("C", "D", 1)] },
  { pairings: [game("A", "C", 1), game("B", "D", 1)] },
  { pairings: [game("D", "A", 0), game("C", "B", 0.5)] },
]);
const tiebreaker = new Tiebreaker(results, UnplayedRoundsAdjustment.FIDE_2023);
for (const [lowest, highest] of [[0, 0], [1, 0], [1, 1], [0, 1]]) {
  const scores = ["A", "B", "C", "D"].map((player) => tiebreaker.buchholz(player, 3, lowest, highest));
  console.log(`without ${lowest} lowest and ${highest} highest:`, scores.join(" "));
}
EOF
node "$folder/look.mjs" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
without 0 lowest and 0 highest: 3 4.5 4.5 6
without 1 lowest and 0 highest: 3 4.5 4.5 4.5
without 1 lowest and 1 highest: 1.5 1.5 1.5 1.5
without 0 lowest and 1 highest: 0 0 0 0
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
