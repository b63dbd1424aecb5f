#!/usr/bin/env bash
# pgnparser 1.0 (PyPI): a semicolon within a comment in braces cuts off the rest of the line, moves and result included.
#
# Guess: In PGN a semicolon begins a comment to the end of the line, but not within braces; the standard says that
# comments do not nest. All moves of the game are read.
# What it does: Every line is cut at its first semicolon before anything else is looked at, also in braces and in the
# values of tags. What follows is gone without an error. chess 1.11.2 (PyPI) reads all.
# Seen:
#     pgnparser: e4 e5 Nf3 {solid} Nc6 Bb5 a6 1-0
#     chess:     e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
#     pgnparser: e4 e5 Nf3 {solid, safe} Nc6 Bb5 a6 1-0
#     chess:     e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
#     pgnparser: e4 e5 Nf3 {solid 3. Bb5 a6 1-0
#     chess:     e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
#     site: Club
# Why it matters: Annotators write semicolons. In a file with a game a line everything after the first of them is lost;
# in one with short lines single moves are lost from the middle, and the numbers do not show it, as the reader drops
# them. Semicolons have to be replaced before reading.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pgnparser==1.0' 'chess==1.11.2' >&2
cat > "$folder/look.py" <<'EOF'
import io

import chess.pgn
import pgn

for comment in ("solid", "solid, safe", "solid; safe"):
    text = f'[Site "Club"]\n\n1. e4 e5 2. Nf3 {{{comment}}} Nc6\n3. Bb5 a6 1-0\n'
    game = chess.pgn.read_game(io.StringIO(text))
    print("pgnparser:", *pgn.loads(text)[0].moves)
    print("chess:    ", *(move.uci() for move in game.mainline_moves()))
print("site:", pgn.loads('[Site "Club; room 2"]\n\n1. e4 *\n')[0].site)
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
pgnparser: e4 e5 Nf3 {solid} Nc6 Bb5 a6 1-0
chess:     e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
pgnparser: e4 e5 Nf3 {solid, safe} Nc6 Bb5 a6 1-0
chess:     e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
pgnparser: e4 e5 Nf3 {solid 3. Bb5 a6 1-0
chess:     e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
site: Club
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
