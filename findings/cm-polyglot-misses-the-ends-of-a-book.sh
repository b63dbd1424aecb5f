#!/usr/bin/env bash
# cm-polyglot 1.1.0 (npm): of a book of two moves none is found, and of a larger one the first and the last position may
# be missing.
#
# Guess: All entries of the file are found, as chess 1.11.2 (PyPI) finds them, however many there are.
# What it does: The search halves the part between the first and the last entry and never looks at these two; the check
# that is meant for them compares the key with the whole entry. They are found only where a neighbour has the same
# position.
# Seen:
#     chess finds 2 of 2
#     cm-polyglot finds in book.bin 0
#     cm-polyglot finds in padded.bin 2
# Why it matters: A book for a test, for a lesson or for one opening is small: it looks empty, and an engine begins to
# think at its first move. Positions in the middle are found, so the larger book works. An entry of no use before and
# behind, with the lowest and highest key, helps.
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
    chess.STARTING_FEN: {"e2e4": 1, "d2d4": 1},
}
entries = []
for fen, moves in POSITIONS.items():
    board = chess.Board(fen)
    for text, weight in moves.items():
        move = board.parse_uci(text)
        target = chess.H1 if board.is_kingside_castling(move) else move.to_square
        entries.append((chess.polyglot.zobrist_hash(board), move.from_square << 6 | target, weight, 0))
book = Path(__file__).with_name("book.bin")
book.write_bytes(b"".join(struct.pack(">QHHI", *entry) for entry in sorted(entries)))
with chess.polyglot.open_reader(book) as reader:
    for fen in POSITIONS:
        print("chess finds", len(list(reader.find_all(chess.Board(fen)))), "of", len(entries))
lowest, highest = (0, 0, 0, 0), (2**64 - 1, 0, 0, 0)
book.with_name("padded.bin").write_bytes(
    b"".join(struct.pack(">QHHI", *entry) for entry in [lowest, *sorted(entries), highest])
)
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

const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
for (const name of ["book.bin", "padded.bin"]) {
  console.log("cm-polyglot finds in", name, (await new Polyglot(name).getMovesFromFen(start)).length);
}
EOF
node "$folder/look.mjs" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
chess finds 2 of 2
cm-polyglot finds in book.bin 0
cm-polyglot finds in padded.bin 2
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
