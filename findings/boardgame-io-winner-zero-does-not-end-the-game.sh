#!/usr/bin/env bash
# boardgame.io 0.50.2 (npm): a game whose endIf returns the number 0 goes on.
#
# Guess: endIf ends the game when it returns anything but undefined, so returning the index of the winner works for
# every player; events.endGame(0) does end it.
# What it does: endIf is tested for truth: 0 (and false and "") are no end, 1 is one. endGame(0) and endGame(false)
# end the game with that value.
# Seen:
#     endIf returns 1: is over with 1
#     endIf returns 0: goes on
#     endIf returns "0": is over with "0"
#     endGame(0): is over with 0
# Why it matters: A game that returns the index of its winner works in every test in which the second player wins, and
# never ends when the first one does. Player ids are texts in this library, "0" is true, so returning
# ctx.currentPlayer hides it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'boardgame.io@0.50.2' >&2
cat > "$folder/look.js" <<'EOF'
const { Client } = require("boardgame.io/client");
function play(name, game) {
  const client = Client({ game: { setup: () => ({}), ...game }, debug: false });
  client.start();
  client.moves.win();
  const { gameover } = client.getState().ctx;
  console.log(name, gameover === undefined ? "goes on" : `is over with ${JSON.stringify(gameover)}`);
}
for (const value of [1, 0, "0"]) {
  play(`endIf returns ${JSON.stringify(value)}:`, { moves: { win() {} }, endIf: () => value });
}
play("endGame(0):", { moves: { win: ({ events }) => events.endGame(0) } });
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
endIf returns 1: is over with 1
endIf returns 0: goes on
endIf returns "0": is over with "0"
endGame(0): is over with 0
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
