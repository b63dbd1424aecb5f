#!/usr/bin/env bash
# antichess 0.1.2 (PyPI): a white pawn stays a pawn on the last rank, a black one may, and one that promotes stays
# behind as well.
#
# Guess: A pawn that reaches the last rank becomes another piece, of both colours alike, and leaves its square; the
# game's rules are those of chess but for castling and en passant.
# What it does: The list of promotions asks for white pawns on the eighth rank, from which there is no move; on the
# seventh only the plain move is offered. Black is asked on the right rank, but the plain move is offered as well. A
# promotion writes the same piece to the new square and does not clear the old one.
# Seen:
#     White, pawn d7: ['d7d8']
#     after d7d8 on d8: P
#     Black, pawn d2: ['d2d1', 'd2d1b', 'd2d1n', 'd2d1q', 'd2d1r']
#     after d2d1q on d1 and d2: q q
# Why it matters: White's pawns end as stones without a move that the opponent has to take. A black pawn that promotes
# stands on two squares, and the loser of all pieces, who wins, has one more to lose.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'antichess==0.1.2' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import numpy as np
from antichess.GameState import GameState, Null
from antichess.Piece import Piece, PieceColor, PieceType


def state(turn, *pieces):
    """Return a position with pieces such as (PAWN, WHITE, 3, 6), which stands on d7."""
    board = np.full((8, 8), Null(), dtype=object)
    for kind, color, x, y in pieces:
        board[x][y] = Piece(PieceType[kind], PieceColor[color], x, y)
    return GameState(board, PieceColor[turn])


white = state("WHITE", ("PAWN", "WHITE", 3, 6), ("KING", "BLACK", 7, 4))
print("White, pawn d7:", white.available_moves())
white.do_move("d7d8", inplace=True)
print("after d7d8 on d8:", white.board[3][7])
black = state("BLACK", ("PAWN", "BLACK", 3, 1), ("KING", "WHITE", 7, 4))
print("Black, pawn d2:", black.available_moves())
black.do_move("d2d1q", inplace=True)
print("after d2d1q on d1 and d2:", black.board[3][0], black.board[3][1])
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
White, pawn d7: ['d7d8']
after d7d8 on d8: P
Black, pawn d2: ['d2d1', 'd2d1b', 'd2d1n', 'd2d1q', 'd2d1r']
after d2d1q on d1 and d2: q q
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
