#!/usr/bin/env bash
# pgn-parser 1.1.0 (PyPI): a move with a glyph and a comment is written in an order that its own reader refuses, and
# another library gives the comment to the same move.
#
# Guess: str(game) is a text of PGN, as the documentation says, which the same parser reads: parse, print, parse gives
# the same game.
# What it does: The reader wants glyphs before the comment (1. e4 $1 {best}) and the writer writes them after it (1. e4
# {best} $1). So the text that it has just written is a ParseError, and so is such a game of another program that has
# them in that order. The standard knows no order; chess 1.11.2 (PyPI) reads both. A move with only one of the two
# survives.
# Seen:
#     given:   1. e4 {best} e5 2. Nf3 *
#     written: 1. e4 {best} e5 2. Nf3 *
#     read again by pgn-parser: True
#     read again by chess: glyphs set() comment 'best'
#     given:   1. e4 $1 e5 2. Nf3 *
#     written: 1. e4 $1 e5 2. Nf3 *
#     read again by pgn-parser: True
#     read again by chess: glyphs {1} comment ''
#     given:   1. e4 $1 {best} e5 2. Nf3 *
#     written: 1. e4 {best} $1 e5 2. Nf3 *
#     read again by pgn-parser: ParseError
#     read again by chess: glyphs {1} comment 'best'
# Why it matters: An annotated archive that is read, sorted and written again is valid PGN, opens in every other
# program, and can not be opened any more by the program that wrote it. Tests with plain games, or with comments alone,
# pass.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pgn-parser==1.1.0' 'chess==1.11.2' >&2
cat > "$folder/look.py" <<'EOF'
import io

import chess.pgn
from pgn_parser import parser, pgn

for text in ("1. e4 {best} e5 2. Nf3 *", "1. e4 $1 e5 2. Nf3 *", "1. e4 $1 {best} e5 2. Nf3 *"):
    written = str(parser.parse(f'[White "Ann"]\n\n{text}', actions=pgn.Actions()))
    print("given:  ", text)
    print("written:", written.splitlines()[-1])
    try:
        again = str(parser.parse(written, actions=pgn.Actions())) == written
        print("read again by pgn-parser:", again)
    except parser.ParseError as error:
        print("read again by pgn-parser:", type(error).__name__)
    first = chess.pgn.read_game(io.StringIO(written)).next()
    print("read again by chess: glyphs", first.nags, "comment", repr(first.comment))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
given:   1. e4 {best} e5 2. Nf3 *
written: 1. e4 {best} e5 2. Nf3 *
read again by pgn-parser: True
read again by chess: glyphs set() comment 'best'
given:   1. e4 $1 e5 2. Nf3 *
written: 1. e4 $1 e5 2. Nf3 *
read again by pgn-parser: True
read again by chess: glyphs {1} comment ''
given:   1. e4 $1 {best} e5 2. Nf3 *
written: 1. e4 {best} $1 e5 2. Nf3 *
read again by pgn-parser: ParseError
read again by chess: glyphs {1} comment 'best'
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
