#!/usr/bin/env bash
# poker-odds-calc 0.0.14 (npm): in Omaha three aces in the hand are three of a kind.
#
# Guess: In Omaha a hand is made of exactly two of one's four cards and three of the board, so of three aces in the hand
# two play: a pair. The package knows Omaha as a game of its own.
# What it does: For pairs, straights and flushes the two cards are kept to. But three or four aces in the hand are three
# or four of a kind, and with a pair on the board a full house. So hands win that have nothing of the kind.
# Seen:
#     Ah Ad Ac 3s (100.00%) - 7h 7s 3c 4s (0.00%): a pair of aces against three sevens
#     Ah Ad Ac As (100.00%) - 7h 8s 3c Qs (0.00%): a pair of aces against eights and sevens
#     Ah Ad Kc Ks (0.00%) - 7h 8s 3c Qs (100.00%): a pair of aces against eights and sevens
# Why it matters: Three of a rank are a bad start in Omaha, since one of them is lost; here they are among the best, in
# each table of odds. With pairs, straights and flushes, which one tries first, all is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'poker-odds-calc@0.0.14' >&2
cat > "$folder/look.js" <<'EOF'
const { Omaha } = require("poker-odds-calc");

const BOARD = ["7d", "8c", "Th", "2d", "5c"];
const DUELS = [
  [["Ah", "Ad", "Ac", "3s"], ["7h", "7s", "3c", "4s"], "a pair of aces against three sevens"],
  [["Ah", "Ad", "Ac", "As"], ["7h", "8s", "3c", "Qs"], "a pair of aces against eights and sevens"],
  [["Ah", "Ad", "Kc", "Ks"], ["7h", "8s", "3c", "Qs"], "a pair of aces against eights and sevens"],
];
for (const [first, second, what] of DUELS) {
  const table = new Omaha();
  table.addPlayer(first).addPlayer(second).setBoard(BOARD);
  const [won, lost] = table.calculate().getPlayers().map((player) => player.getWinsPercentageString());
  console.log(`${first.join(" ")} (${won}) - ${second.join(" ")} (${lost}): ${what}`);
}
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
Ah Ad Ac 3s (100.00%) - 7h 7s 3c 4s (0.00%): a pair of aces against three sevens
Ah Ad Ac As (100.00%) - 7h 8s 3c Qs (0.00%): a pair of aces against eights and sevens
Ah Ad Kc Ks (0.00%) - 7h 8s 3c Qs (100.00%): a pair of aces against eights and sevens
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
