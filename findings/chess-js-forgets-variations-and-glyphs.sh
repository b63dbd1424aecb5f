#!/usr/bin/env bash
# chess.js 1.4.0 (npm): reading a game and writing it again loses the variations and every "!" and "$1", but keeps the
# comments.
#
# Guess: What loadPgn reads, pgn() writes: comments come back, so the rest of the annotations does too; or loading
# says what it cannot keep.
# What it does: Variations in parentheses and glyphs ($1, !) are dropped without a word. kokopu 4.13.4 (npm) reads the
# same text and writes all of it.
# Seen:
#     given:     1. e4 $1 e5 (1... c5 2. Nf3) 2. Nf3! {good} *
#     chess.js:  1. e4 e5 2. Nf3 {good} *
#     kokopu:    1. e4 $1 e5 (1... c5 2. Nf3) 2. Nf3 $1 {good} *
# Why it matters: A page that lets people add a comment to an annotated game and stores the result destroys the
# analysis that was in it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'chess.js@1.4.0' 'kokopu@4.13.4' >&2
cat > "$folder/look.js" <<'EOF'
const { Chess } = require("chess.js");
const { pgnRead, pgnWrite } = require("kokopu");
const text = "1. e4 $1 e5 (1... c5 2. Nf3) 2. Nf3! {good} *";
const last = (pgn) => pgn.trim().split("\n").pop();
const game = new Chess();
game.loadPgn(text);
console.log("given:    ", text);
console.log("chess.js: ", last(game.pgn()));
console.log("kokopu:   ", last(pgnWrite(pgnRead(text, 0))));
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
given:     1. e4 $1 e5 (1... c5 2. Nf3) 2. Nf3! {good} *
chess.js:  1. e4 e5 2. Nf3 {good} *
kokopu:    1. e4 $1 e5 (1... c5 2. Nf3) 2. Nf3 $1 {good} *
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
