#!/usr/bin/env bash
# cm-pgn 5.0.0 (npm): a game that is read and written again has lost its result, and one that Black begins is numbered
# as if White did.
#
# Guess: render() writes the game that was read: the moves end with 1-0, 0-1, 1/2-1/2 or *, which the PGN standard
# requires, and a game from a position with Black to move begins with "12...".
# What it does: The end of the moves is never written, so the result is gone wherever it was not in the header too.
# Numbers begin with "1." and a move of White whatever the position says. kokopu 4.13.4 (npm) writes both right, and
# reads what cm-pgn wrote as a game without a result.
# Seen:
#     given:   1. e4 e5 2. Nf3 1-0
#     cm-pgn:  1. e4 e5 2. Nf3 | read by kokopu: *
#     kokopu:  1. e4 e5 2. Nf3 1-0
#     given:   12... Nc6 13. Bb5 0-1
#     cm-pgn:  1. Nc6 Bb5 | read by kokopu: *
#     kokopu:  12... Nc6 13. Bb5 0-1
# Why it matters: A game that is sent in a message often has its result behind the moves alone. After a round through a
# page with this module such a game is unfinished in every table.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'cm-pgn@5.0.0' 'kokopu@4.13.4' >&2
cat > "$folder/look.mjs" <<'EOF'
import { Pgn } from "cm-pgn/src/Pgn.js";
import kokopu from "kokopu";

const last = (pgn) => pgn.trim().split("\n").pop();
const POSITION = '[SetUp "1"]\n[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 12"]\n\n';
for (const [header, moves] of [["", "1. e4 e5 2. Nf3 1-0"], [POSITION, "12... Nc6 13. Bb5 0-1"]]) {
  const text = header + moves;
  const written = new Pgn(text).render();
  console.log("given:  ", last(text));
  console.log("cm-pgn: ", last(written), "| read by kokopu:", kokopu.pgnRead(written, 0).result());
  console.log("kokopu: ", last(kokopu.pgnWrite(kokopu.pgnRead(text, 0))));
}
EOF
node "$folder/look.mjs" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
given:   1. e4 e5 2. Nf3 1-0
cm-pgn:  1. e4 e5 2. Nf3 | read by kokopu: *
kokopu:  1. e4 e5 2. Nf3 1-0
given:   12... Nc6 13. Bb5 0-1
cm-pgn:  1. Nc6 Bb5 | read by kokopu: *
kokopu:  12... Nc6 13. Bb5 0-1
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
