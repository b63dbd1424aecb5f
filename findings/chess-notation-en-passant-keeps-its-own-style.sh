#!/usr/bin/env bash
# chess-notation 0.1.20 (PyPI): of a game written with PxP for captures of pawns, a capture en passant is exd6.
#
# Guess: The style "PxN" writes every capture by a pawn with the piece that is taken: PxP, PxN. En passant takes a pawn,
# so it is PxP.
# What it does: It looks for the piece that is taken on the square that the pawn goes to. En passant there is none, and
# without one the move stays as it was. The games are played on a board of python-chess, which knows such moves.
# Seen:
#     plain capture, style PxN: e4 d5 PxP
#     plain capture, style dxe: e4 d5 exd
#     en passant, style PxN: e4 a6 e5 d5 exd6
#     en passant, style dxe: e4 a6 e5 d5 exd
#     by Black, style PxN: Nf3 e5 Nc3 e4 Nd4 a6 f4 exf3
#     by Black, style dxe: Nf3 e5 Nc3 e4 Nd4 a6 f4 exf
# Why it matters: A sheet in one style has a move in another here and there, which nobody would write so, and a search
# for PxP or a program that reads such sheets misses it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'chess-notation==0.1.20' 'chess==1.11.2' >&2
cat > "$folder/look.py" <<'EOF'
from chess_notation.notation import Notation, styled
from chess_notation.styles import Styles

games = {"plain capture": "e4 d5 exd5", "en passant": "e4 a6 e5 d5 exd6", "by Black": "Nf3 e5 Nc3 e4 Nd4 a6 f4 exf3"}
for name, game in games.items():
    for style in ("PxN", "dxe"):
        styles = Styles(castle="O-O", pawn_capture=style, piece_capture="NxN")
        print(f"{name}, style {style}:", *styled(game.split(), Notation("EN", styles)))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
plain capture, style PxN: e4 d5 PxP
plain capture, style dxe: e4 d5 exd
en passant, style PxN: e4 a6 e5 d5 exd6
en passant, style dxe: e4 a6 e5 d5 exd
by Black, style PxN: Nf3 e5 Nc3 e4 Nd4 a6 f4 exf3
by Black, style dxe: Nf3 e5 Nc3 e4 Nd4 a6 f4 exf
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
