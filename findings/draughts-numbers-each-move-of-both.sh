#!/usr/bin/env bash
# draughts 0.2.1 (npm): the moves of a game are numbered 1, 3, 5, a capture that makes a king is written as a plain
# move, and its own reader refuses them all.
#
# Guess: pdn() writes 1. 32-28 19-23 2. 28x19 14x23, as in chess.js, after which the library is made; parsePDN reads it.
# What it does: The number grows with each move of either player. The mark of a promotion replaces that of a capture, so
# 11x2 is written 11-2. parsePDN returns false for any game, also a correct one that other programs wrote: the square is
# taken for one of another numbering.
# Seen:
#     written: 1. 32-28 19-23 3. 28x19 14x23 5. 37-32
#     capture that makes a king: 1. 11-2 leaves B:WK2:B40
#     1. 32-28 19-23 2. 28x19 14x23 * read: false
#     1. 32-28 * read: false
# Why it matters: Games that were stored as text cannot be read back, and what other programs read has gaps in its
# numbers and moves that look illegal. pydraughts (PyPI) reads and writes the format.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'draughts@0.2.1' >&2
cat > "$folder/look.js" <<'EOF'
const Draughts = require("draughts");
console.error = console.log = () => {}; // the reader prints what it does not find
const print = (...words) => process.stdout.write(words.join(" ") + "\n");

const game = new Draughts();
for (const [from, to] of [[32, 28], [19, 23], [28, 19], [14, 23], [37, 32]]) game.move({ from, to });
print("written:", game.pdn().split("\n").pop().trim());
const last = new Draughts("W:W11:B7,40");
last.move({ from: 11, to: 2 });
print("capture that makes a king:", last.pdn().split("\n").pop().trim(), "leaves", last.fen());
for (const moves of ["1. 32-28 19-23 2. 28x19 14x23 *", "1. 32-28 *"]) {
  const reader = new Draughts();
  print(moves, "read:", reader.parsePDN(`[Event "Club"]\n\n${moves}`));
}
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
written: 1. 32-28 19-23 3. 28x19 14x23 5. 37-32
capture that makes a king: 1. 11-2 leaves B:WK2:B40
1. 32-28 19-23 2. 28x19 14x23 * read: false
1. 32-28 * read: false
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
