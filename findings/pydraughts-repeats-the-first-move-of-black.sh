#!/usr/bin/env bash
# pydraughts 0.6.7 (PyPI): what its writer writes of a game that Black begins, its reader reads with the first move
# twice.
#
# Guess: PDNReader reads what PDNWriter writes: the same moves, which can be played again from the start position.
# What it does: In English draughts Black begins, so the writer numbers the first move "1...". The reader returns that
# move two times, and the second of them is illegal. International draughts, which White begins, comes back as it was.
# Seen:
#     standard wrote 1. 31-26 16-21 2. 32-27 21x32 *
#     standard read ['31-26', '16-21', '32-27', '21x32']
#     english wrote 1... 12-16 2. 24-20 16-19 3. 23x16 *
#     english read ['12-16', '12-16', '24-20', '16-19', '23x16']
# Why it matters: An archive of English draughts that is kept as PDN has one move too many in every game, and a count
# of turns by it gives each move to the other side.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pydraughts==0.6.7' >&2
cat > "$folder/look.py" <<'EOF'
import pathlib
import sys

from draughts import Board
from draughts.PDN import PDNReader, PDNWriter

for variant in ("standard", "english"):
    board = Board(variant=variant)
    for _ in range(4):
        board.push(board.legal_moves()[0])
    file = pathlib.Path(sys.argv[1]) / f"{variant}.pdn"
    PDNWriter(str(file), board=board)
    text = file.read_text()
    print(variant, "wrote", text.strip().splitlines()[-1])
    print(variant, "read", PDNReader(text).games[0].moves)
EOF
"$folder/venv/bin/python" "$folder/look.py" "$folder" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
standard wrote 1. 31-26 16-21 2. 32-27 21x32 *
standard read ['31-26', '16-21', '32-27', '21x32']
english wrote 1... 12-16 2. 24-20 16-19 3. 23x16 *
english read ['12-16', '12-16', '24-20', '16-19', '23x16']
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
