#!/usr/bin/env bash
# brackets-manager 1.11.1 (npm): of sixteen players those who lose their first game are fifth.
#
# Guess: Who loses in the quarter-finals shares the fifth place, as four are better, and who loses in the first round of
# sixteen the ninth.
# What it does: finalStandings counts groups and not players: 1, 2, 3, 3, 4, 4, 4, 4, 5, ...
# Seen:
#     final standings of 16: 1 x 1, 1 x 2, 2 x 3, 4 x 4, 8 x 5
# Why it matters: Points, prizes or qualification by place ("the first four") go to eight players, and a fifth place of
# a large tournament is worth no more than that of a small one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'brackets-manager@1.11.1' 'brackets-memory-db@1.0.6' >&2
cat > "$folder/look.js" <<'EOF'
const { BracketsManager } = require("brackets-manager");
const { InMemoryDatabase } = require("brackets-memory-db");

const READY = 2;
(async () => {
  const manager = new BracketsManager(new InMemoryDatabase());
  const seeding = Array.from({ length: 16 }, (_, i) => `p${i + 1}`);
  await manager.create.stage({ tournamentId: 0, name: "cup", type: "single_elimination", seeding });
  for (;;) {
    const { match } = await manager.export();
    const next = match.find(({ status }) => status === READY);
    if (!next) break;
    const first = next.opponent1.id < next.opponent2.id;
    await manager.update.match({ id: next.id, opponent1: { result: first ? "win" : "loss" }, opponent2: { result: first ? "loss" : "win" } });
  }
  const places = new Map();
  for (const { rank } of await manager.get.finalStandings(0)) places.set(rank, (places.get(rank) ?? 0) + 1);
  console.log("final standings of 16:", [...places].map(([rank, count]) => `${count} x ${rank}`).join(", "));
})();
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
final standings of 16: 1 x 1, 1 x 2, 2 x 3, 4 x 4, 8 x 5
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
