#!/usr/bin/env bash
# tournament-organizer 4.1.1 (npm): the tie-break "mutual versus" forgets all wins but the last.
#
# Guess: Of two players with equal points the one with more points against their common opponents stands higher.
# What it does: Only a draw is added to what was there; a win sets the points to those of one win and a loss sets them
# to 0. Here Ann has two points against the others, Bob one, and Bob stands higher.
# Seen:
#     Bob 2 points, of them against Cyd 0, Dan 1, Eve 0, Fay 0
#     Ann 2 points, of them against Cyd 0, Dan 1, Eve 0, Fay 1
# Why it matters: The order of a table, and with it who goes on to the finals, depends on the order in which the
# opponents were met.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'tournament-organizer@4.1.1' >&2
cat > "$folder/look.mjs" <<'EOF'
import Organizer from "tournament-organizer";

const PLAYERS = ["Ann", "Bob", "Cyd", "Dan", "Eve", "Fay"];
const WINS = { Ann: "Dan Fay", Bob: "Ann Dan", Cyd: "Ann Bob Dan Fay", Dan: "Eve", Eve: "Ann Bob Cyd", Fay: "Bob Dan Eve" };
const points = (name, others) => WINS[name].split(" ").filter((loser) => others.includes(loser)).length;

const tournament = new Organizer().createTournament("club", {
  sorting: "ascending",
  scoring: { tiebreaks: ["mutual versus"] },
  stageOne: { format: "round-robin" },
});
PLAYERS.forEach((name, i) => tournament.createPlayer(name, name).set({ value: i }));
tournament.startTournament();
for (let round = 1; round <= 5; round += 1) {
  for (const match of tournament.getActiveMatches()) {
    const [first, second] = [match.getPlayer1().id, match.getPlayer2().id];
    const won = WINS[first].includes(second);
    tournament.enterResult(match.getId(), won ? 1 : 0, won ? 0 : 1);
  }
  if (round < 5) tournament.nextRound();
}
for (const { player, matchPoints } of tournament.getStandings()) {
  const against = PLAYERS.slice(2).map((name) => `${name} ${points(player.getName(), [name])}`).join(", ");
  if (matchPoints === 2) console.log(`${player.getName()} ${matchPoints} points, of them against ${against}`);
}
EOF
node "$folder/look.mjs" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
Bob 2 points, of them against Cyd 0, Dan 1, Eve 0, Fay 0
Ann 2 points, of them against Cyd 0, Dan 1, Eve 0, Fay 1
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
