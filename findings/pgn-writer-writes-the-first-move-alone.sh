#!/usr/bin/env bash
# @mliebelt/pgn-writer 1.0.5 with @mliebelt/pgn-parser 1.4.19 (npm): of a game that the parser has read the writer
# writes the first move and the result.
#
# Guess: "The input is the one produced by pgn-parser", says the writer's documentation, so writeGame(parse(text)) is
# the game with all its moves.
# What it does: Each move names the next one only after a third package, @mliebelt/pgn-reader 1.2.30, has gone through
# the game. Without it the writer stops after one move and closes the game properly; with it all moves are there, and
# clocks are left out.
# Seen:
#     given:             1. e4 {[%clk 0:10:00] good} e5 2. Nf3 Nc6 1-0
#     parser and writer: 1. e4 {good} 1-0
#     reader and writer: 1. e4 {good} e5 2. Nf3 Nc6 1-0
# Why it matters: The result is a valid file of one move a game, so that nothing fails when a collection is cleaned in
# this way, and the moves are gone.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund '@mliebelt/pgn-parser@1.4.19' '@mliebelt/pgn-writer@1.0.5' '@mliebelt/pgn-reader@1.2.30' >&2
cat > "$folder/look.mjs" <<'EOF'
import { parse } from "@mliebelt/pgn-parser";
import { PgnReader } from "@mliebelt/pgn-reader";
import { writeGame } from "@mliebelt/pgn-writer";

const text = "1. e4 {[%clk 0:10:00] good} e5 2. Nf3 Nc6 1-0";
const last = (pgn) => pgn.trim().split("\n").pop();
console.log("given:            ", text);
console.log("parser and writer:", last(writeGame(parse(text, { startRule: "game" }))));
console.log("reader and writer:", last(writeGame(new PgnReader({ pgn: text }).getGame(0))));
EOF
node "$folder/look.mjs" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
given:             1. e4 {[%clk 0:10:00] good} e5 2. Nf3 Nc6 1-0
parser and writer: 1. e4 {good} 1-0
reader and writer: 1. e4 {good} e5 2. Nf3 Nc6 1-0
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
