#!/usr/bin/env bash
# cm-polyglot 1.1.0 (npm): the probability of a move that a book weighs with 1 in 100 is 0.4.
#
# Guess: The probabilities of the moves of a position add up to 1 and follow the weights: 0.90, 0.09 and 0.01 for 90, 9
# and 1.
# What it does: Each share is raised to the power of 0.2, rounded to one decimal and not divided by the sum again, and
# it is a text. The second argument of getMovesFromFen is the power; with 1 the values add up to about 1, and a
# hundredth is 0.0.
# Seen:
#     chess: e2e4 90 d2d4 9 g1f3 1
#     cm-polyglot, power undefined e2e4 90 "1.0" d2d4 9 "0.6" g1f3 1 "0.4"
#     cm-polyglot, power 1 e2e4 90 "0.9" d2d4 9 "0.1" g1f3 1 "0.0"
# Why it matters: Who draws a move with these numbers, subtracting them from a random one until it is used up, always
# plays the first; who divides them by their sum plays a rare and perhaps bad move in one game of five. move.weight, a
# number, has what the book says.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'chess==1.11.2' >&2
cat > "$folder/look.py" <<'EOF'
import struct
from pathlib import Path

import chess
import chess.polyglot

POSITIONS = {
    chess.STARTING_FEN: {"e2e4": 90, "d2d4": 9, "g1f3": 1},
}
entries = [(0, 0, 0, 0), (2**64 - 1, 0, 0, 0)]  # the reader in JavaScript does not find the ends of a book
for fen, moves in POSITIONS.items():
    board = chess.Board(fen)
    for text, weight in moves.items():
        move = board.parse_uci(text)
        target = chess.H1 if board.is_kingside_castling(move) else move.to_square
        entries.append((chess.polyglot.zobrist_hash(board), move.from_square << 6 | target, weight, 0))
entries.sort(key=lambda entry: (entry[0], -entry[2]))
book = Path(__file__).with_name("book.bin")
book.write_bytes(b"".join(struct.pack(">QHHI", *entry) for entry in entries))
with chess.polyglot.open_reader(book) as reader:
    for fen in POSITIONS:
        print("chess:", *(f"{entry.move.uci()} {entry.weight}" for entry in reader.find_all(chess.Board(fen))))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }
npm install --prefix "$folder" --silent --no-audit --no-fund 'cm-polyglot@1.1.0' >&2
cat > "$folder/look.mjs" <<'EOF'
import { readFileSync } from "node:fs";
import { Polyglot } from "cm-polyglot/src/Polyglot.js";

// What the module asks of a browser: a file and a reader for it.
globalThis.fetch = async (name) => new Response(readFileSync(new URL(name, import.meta.url)));
globalThis.FileReader = class {
  async readAsBinaryString(blob) {
    this.result = Buffer.from(await blob.arrayBuffer()).toString("latin1");
    this.onload();
  }
};

const book = new Polyglot("book.bin");
const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
for (const power of [undefined, 1]) {
  const moves = await book.getMovesFromFen(start, power);
  const told = moves.map(({ from, to, weight, probability }) => `${from}${to} ${weight} ${JSON.stringify(probability)}`);
  console.log("cm-polyglot, power", power, ...told);
}
EOF
node "$folder/look.mjs" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
chess: e2e4 90 d2d4 9 g1f3 1
cm-polyglot, power undefined e2e4 90 "1.0" d2d4 9 "0.6" g1f3 1 "0.4"
cm-polyglot, power 1 e2e4 90 "0.9" d2d4 9 "0.1" g1f3 1 "0.0"
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
