#!/usr/bin/env bash
# morris 0.1.4 (npm): nine men's morris goes on until a side has no man left, and is a draw as soon as all men that
# could be taken stand in mills.
#
# Guess: A side with two men has lost, as it can make no mill any more, and when every man of the other side stands in
# a mill, one of those is taken.
# What it does: gameOver asks for no men at all: the side with two men, or one, jumps about and is chased. With all men
# in mills there is no move, the side that has just made a mill cannot take, and `draw` is true.
# Seen:
#     7 men against 3: over false, moves 42
#     7 men against 2: over false, moves 30
#     7 men against 1: over false, moves 16
#     7 men against 0: over true, moves 0
#     8 men against 3, to remove one: over false, moves 0, draw true
# Why it matters: Every result comes late or is another: a bot that plays with this module learns to run with its last
# man, and a game that is won by a mill may be a draw.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'morris@0.1.4' >&2
cat > "$folder/look.cjs" <<'EOF'
const Morris = require("morris");

function* positions(seed) {
  const game = new Morris({});
  for (let steps = 0; steps < 5000; steps++) {
    const moves = game.getMoves();
    const [less, more] = game.teams.map((team) => team.activePieces.length).sort((a, b) => a - b);
    yield { less, more, moves: moves.length, over: game.gameOver, draw: game.draw, action: game.nextAction };
    if (!moves.length) return;
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const { action, team, startPoint, targetPoint } = moves[seed % moves.length];
    if (action === "set") game.set({ team, ...targetPoint.position });
    else if (action === "move") game.move(startPoint.position, targetPoint.position);
    else game.remove(targetPoint.position);
  }
}

const told = new Set();
for (const position of positions(1)) {
  const { less, more, over, moves } = position;
  if (less > 3 || told.has(less)) continue;
  told.add(less);
  console.log(`${more} men against ${less}: over ${over}, moves ${moves}`);
}
for (let seed = 1; ; seed++) {
  const { less, more, over, draw, action, moves } = [...positions(seed)].pop();
  if (!draw) continue;
  console.log(`${more} men against ${less}, to ${action} one: over ${over}, moves ${moves}, draw ${draw}`);
  break;
}
EOF
node "$folder/look.cjs" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
7 men against 3: over false, moves 42
7 men against 2: over false, moves 30
7 men against 1: over false, moves 16
7 men against 0: over true, moves 0
8 men against 3, to remove one: over false, moves 0, draw true
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
