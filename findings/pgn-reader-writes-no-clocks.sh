#!/usr/bin/env bash
# @mliebelt/pgn-reader 1.2.30 (npm): a game that is read and written again has lost its clocks and evaluations, and got
# empty marks of squares.
#
# Guess: What the reader has read of a comment its writePgn writes: the clock, the evaluation, coloured squares and
# arrows, and the words, in some order. chess.js 1.4.0 (npm) keeps each comment as it is, though no glyph.
# What it does: Clocks, evaluations and times of moves are read, and are there in commentDiag of each move, but only
# squares, arrows and words are written; a comment of a clock alone is gone with its braces. A comment with marks of one
# of the two kinds gets the other kind as well, with nothing in it. Glyphs are written without the space that ends a
# move: e5$1$10.
# Seen:
#     given:      1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:58]} *
#     pgn-reader: 1. e4 e5 *
#       has read: {"clk":"0:03:00"} {"clk":"0:02:58"}
#     chess.js:   1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:58]} *
#     given:      1. e4 {[%eval 0.17] [%clk 0:03:00] good} e5 {[%emt 0:00:04]} *
#     pgn-reader: 1. e4 {good} e5 *
#       has read: {"eval":0.17,"clk":"0:03:00","comment":"good"} {"emt":"0:00:04"}
#     chess.js:   1. e4 {[%eval 0.17] [%clk 0:03:00] good} e5 {[%emt 0:00:04]} *
#     given:      1. e4 {[%cal Ge2e4] here} e5 $1 $10 *
#     pgn-reader: 1. e4 {here} {[%csl ][%cal Ge2e4]} e5$1$10 *
#       has read: {"colorArrows":["Ge2e4"],"comment":"here"} null
#     chess.js:   1. e4 {[%cal Ge2e4] here} e5 *
# Why it matters: Games exported by a server have a clock in every comment. After one pass through an editor that uses
# this reader no graph of times or evaluations can be drawn any more, and nobody who looks at the moves misses anything.
# The numbers of the glyphs are right, but not every reader finds them without a space.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund '@mliebelt/pgn-reader@1.2.30' 'chess.js@1.4.0' >&2
cat > "$folder/look.mjs" <<'EOF'
import reader from "@mliebelt/pgn-reader";
import { Chess } from "chess.js";

const GAMES = [
  "1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:58]} *",
  "1. e4 {[%eval 0.17] [%clk 0:03:00] good} e5 {[%emt 0:00:04]} *",
  "1. e4 {[%cal Ge2e4] here} e5 $1 $10 *",
];
const last = (pgn) => pgn.trim().split("\n").pop();
for (const pgn of GAMES) {
  const game = new reader.PgnReader({ pgn, manyGames: false });
  game.loadPgn();
  console.log("given:     ", pgn);
  console.log("pgn-reader:", last(game.writePgn({ notation: "short" })));
  console.log("  has read:", game.getMoves().map(({ commentDiag }) => JSON.stringify(commentDiag)).join(" "));
  const other = new Chess();
  other.loadPgn(pgn);
  console.log("chess.js:  ", last(other.pgn()));
}
EOF
node "$folder/look.mjs" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
given:      1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:58]} *
pgn-reader: 1. e4 e5 *
  has read: {"clk":"0:03:00"} {"clk":"0:02:58"}
chess.js:   1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:58]} *
given:      1. e4 {[%eval 0.17] [%clk 0:03:00] good} e5 {[%emt 0:00:04]} *
pgn-reader: 1. e4 {good} e5 *
  has read: {"eval":0.17,"clk":"0:03:00","comment":"good"} {"emt":"0:00:04"}
chess.js:   1. e4 {[%eval 0.17] [%clk 0:03:00] good} e5 {[%emt 0:00:04]} *
given:      1. e4 {[%cal Ge2e4] here} e5 $1 $10 *
pgn-reader: 1. e4 {here} {[%csl ][%cal Ge2e4]} e5$1$10 *
  has read: {"colorArrows":["Ge2e4"],"comment":"here"} null
chess.js:   1. e4 {[%cal Ge2e4] here} e5 *
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
