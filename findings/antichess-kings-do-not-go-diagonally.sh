#!/usr/bin/env bash
# antichess 0.1.2 (PyPI): a king moves along ranks and files, and not diagonally.
#
# Guess: "All pieces move like they do in regular chess, except for castling and en passant", says the documentation; so
# a king in the open has eight moves.
# What it does: It looks at all eight neighbours, and then allows a move of a king only if one coordinate changes and
# the other does not. The four diagonal moves are no moves, and captures by them are not forced either.
# Seen:
#     king d4: ['d4c4', 'd4d3', 'd4d5', 'd4e4']
#     king d4, rook of Black e5: ['d4c4', 'd4d3', 'd4d5', 'd4e4']
#     queen d4, rook of Black e5: ['d4e5']
# Why it matters: Captures are forced in this game, and a king is a piece like others: half of what it must take it may
# not take, and its computer players search another game than the one that people know.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'antichess==0.1.2' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import numpy as np
from antichess.GameState import GameState, Null
from antichess.Piece import Piece, PieceColor, PieceType


def moves(*pieces):
    """Return the moves of White for pieces such as (KING, WHITE, 3, 3), which stands on d4."""
    board = np.full((8, 8), Null(), dtype=object)
    for kind, color, x, y in pieces:
        board[x][y] = Piece(PieceType[kind], PieceColor[color], x, y)
    return GameState(board, PieceColor.WHITE).available_moves()


print("king d4:", moves(("KING", "WHITE", 3, 3), ("PAWN", "BLACK", 0, 6)))
print("king d4, rook of Black e5:", moves(("KING", "WHITE", 3, 3), ("ROOK", "BLACK", 4, 4)))
print("queen d4, rook of Black e5:", moves(("QUEEN", "WHITE", 3, 3), ("ROOK", "BLACK", 4, 4)))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
king d4: ['d4c4', 'd4d3', 'd4d5', 'd4e4']
king d4, rook of Black e5: ['d4c4', 'd4d3', 'd4d5', 'd4e4']
queen d4, rook of Black e5: ['d4e5']
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
