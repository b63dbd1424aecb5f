#!/usr/bin/env bash
# cm-polyglot 1.1.0 (npm): a rook that goes from e1 to h1 in an opening book is sent to g1.
#
# Guess: In Polyglot's books castling is written as the king's way onto the rook, e1h1. The reader turns it into e1g1
# where the king stands on e1, as chess 1.11.2 (PyPI) does, and leaves a rook or queen on e1 alone.
# What it does: The two squares alone decide; the position, which was given, is not looked at. A move of another piece
# from e1 to h1 or a1, or from e8 to h8 or a8, comes back as one to the g or c file.
# Seen:
#     chess:       r3k2r/8/8/8/8/8/8/R3K2R a1b1 e1g1
#     chess:       6k1/8/8/8/8/8/6K1/4R3 e1e7 e1h1
#     cm-polyglot: r3k2r/8/8/8/8/8/8/R3K2R a1b1 e1g1
#     cm-polyglot: 6k1/8/8/8/8/8/6K1/4R3 e1e7 e1g1
# Why it matters: Books reach far into the game, where rooks stand on the e file. The engine plays a move that is not in
# the book, and that may be a blunder; it is legal, so nothing tells. Whoever uses the module looks at what stands on
# the square first.
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
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1": {"e1g1": 1, "a1b1": 1},
    "6k1/8/8/8/8/8/6K1/4R3 w - - 0 1": {"e1h1": 1, "e1e7": 1},
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
        moves = sorted(entry.move.uci() for entry in reader.find_all(chess.Board(fen)))
        print("chess:      ", fen.split()[0], *moves)
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
for (const pieces of ["r3k2r/8/8/8/8/8/8/R3K2R w KQkq", "6k1/8/8/8/8/8/6K1/4R3 w -"]) {
  const moves = await book.getMovesFromFen(`${pieces} - 0 1`);
  console.log("cm-polyglot:", pieces.split(" ")[0], moves.map(({ from, to }) => from + to).sort().join(" "));
}
EOF
node "$folder/look.mjs" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
chess:       r3k2r/8/8/8/8/8/8/R3K2R a1b1 e1g1
chess:       6k1/8/8/8/8/8/6K1/4R3 e1e7 e1h1
cm-polyglot: r3k2r/8/8/8/8/8/8/R3K2R a1b1 e1g1
cm-polyglot: 6k1/8/8/8/8/8/6K1/4R3 e1e7 e1g1
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
