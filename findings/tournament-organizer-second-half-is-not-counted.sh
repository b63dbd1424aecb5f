#!/usr/bin/env bash
# tournament-organizer 4.1.1 (npm): in a double round robin Sonneborn-Berger counts the first game against each opponent
# and not the second.
#
# Guess: The Sonneborn-Berger score adds the points of the opponent for each won game and half of them for each drawn
# one, so in a double round robin each opponent comes in twice.
# What it does: Each opponent is looked up once, by the first game with them. Here each of the four wins one game of two
# against each other, so all are equal in everything, and the scores are 9, 6, 3 and 0.
# Seen:
#     Ann 3 points, Sonneborn-Berger 9, of all games 9
#     Cyd 3 points, Sonneborn-Berger 6, of all games 9
#     Dan 3 points, Sonneborn-Berger 3, of all games 9
#     Bob 3 points, Sonneborn-Berger 0, of all games 9
# Why it matters: Whoever did well in the first half stands above who did well in the second; "double-round-robin" is
# one of the formats of the library, and "sonneborn berger" the usual tie-break for it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'tournament-organizer@4.1.1' >&2
cat > "$folder/look.mjs" <<'EOF'
import Organizer from "tournament-organizer";

const PLAYERS = ["Ann", "Bob", "Cyd", "Dan"];
// Each pair plays twice: who wins the first game and who the second.
const WINNERS = { AnnBob: "AB", AnnCyd: "AC", AnnDan: "AD", BobCyd: "CB", BobDan: "DB", CydDan: "CD" };

const tournament = new Organizer().createTournament("club", {
  sorting: "ascending",
  scoring: { tiebreaks: ["sonneborn berger"] },
  stageOne: { format: "double-round-robin" },
});
PLAYERS.forEach((name, i) => tournament.createPlayer(name, name).set({ value: i }));
tournament.startTournament();
const scores = Object.fromEntries(PLAYERS.map((name) => [name, []]));
for (let round = 1; round <= 6; round += 1) {
  for (const match of tournament.getActiveMatches()) {
    const [first, second] = [match.getPlayer1().id, match.getPlayer2().id];
    const winner = WINNERS[[first, second].sort().join("")][round <= 3 ? 0 : 1];
    tournament.enterResult(match.getId(), first[0] === winner ? 1 : 0, second[0] === winner ? 1 : 0);
    scores[first[0] === winner ? first : second].push(first[0] === winner ? second : first);
  }
  if (round < 6) tournament.nextRound();
}
for (const { player, matchPoints, tiebreaks } of tournament.getStandings()) {
  const name = player.getName();
  const sum = scores[name].reduce((total, loser) => total + scores[loser].length, 0);
  console.log(`${name} ${matchPoints} points, Sonneborn-Berger ${tiebreaks.sonnebornBerger}, of all games ${sum}`);
}
EOF
node "$folder/look.mjs" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
Ann 3 points, Sonneborn-Berger 9, of all games 9
Cyd 3 points, Sonneborn-Berger 6, of all games 9
Dan 3 points, Sonneborn-Berger 3, of all games 9
Bob 3 points, Sonneborn-Berger 0, of all games 9
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
