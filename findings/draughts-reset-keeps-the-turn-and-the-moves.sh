#!/usr/bin/env bash
# draughts 0.2.1 (npm): after reset() the first position is there, with Black to move and the moves of the last game.
#
# Guess: reset() is a new game: the first position, White to move, no history, as in chess.js, after which the library
# is made; its description says that it brings the starting position.
# What it does: For the usual first position only the pieces are set. Turn, number of moves and history stay; another
# position, given to load(), resets them.
# Seen:
#     new: turn w history []
#     reset: turn b history ["32-28"]
#     first position: true
#     one more move: turn w history ["32-28","19-23"]
#     other position: turn w history []
# Why it matters: After a game with an odd number of moves Black begins the next one; after any game its record holds
# both, and undo() takes back moves of the old one. new Draughts() for each game is safe.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'draughts@0.2.1' >&2
cat > "$folder/look.js" <<'EOF'
const Draughts = require("draughts");
const look = (name, game) => console.log(`${name}:`, "turn", game.turn(), "history", JSON.stringify(game.history()));

const game = new Draughts();
look("new", game);
game.move({ from: 32, to: 28 });
game.reset();
look("reset", game);
console.log("first position:", game.position().slice(1) === new Draughts().position().slice(1));
game.move({ from: 19, to: 23 });
look("one more move", game);
const other = new Draughts();
other.move({ from: 32, to: 28 });
other.load("W:W31,32:B1,2");
look("other position", other);
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
new: turn w history []
reset: turn b history ["32-28"]
first position: true
one more move: turn w history ["32-28","19-23"]
other position: turn w history []
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
