#!/usr/bin/env bash
# @savi2w/chess-tcn 1.0.0 (npm): a game is written whole and read as its first move.
#
# Guess: decode(encode(moves)) is the moves: encode takes a list and writes two characters for each, which is how
# games of this format are sent.
# What it does: decode goes through the whole text and returns the first move alone, as one object. Cut into pairs of
# characters, the game comes back, castling and promotions too.
# Seen:
#     written: mC0KgvegX(
#     read: e2e4
#     read in pairs: e2e4 e7e5 g1f3 e1g1 b7a8n
# Why it matters: A club that takes games over from that site gets games of one move, which are legal and end there.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund '@savi2w/chess-tcn@1.0.0' >&2
cat > "$folder/look.cjs" <<'EOF'
const { decode, encode } = require("@savi2w/chess-tcn");

const name = ({ from, to, promotion = "" }) => from + to + promotion;
const moves = [["e2", "e4"], ["e7", "e5"], ["g1", "f3"], ["e1", "g1"], ["b7", "a8", "n"]];
const text = encode(moves.map(([from, to, promotion]) => ({ from, to, promotion })));
console.log("written:", text);
console.log("read:", name(decode(text)));
console.log("read in pairs:", text.match(/../g).map((pair) => name(decode(pair))).join(" "));
EOF
node "$folder/look.cjs" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
written: mC0KgvegX(
read: e2e4
read in pairs: e2e4 e7e5 g1f3 e1g1 b7a8n
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
