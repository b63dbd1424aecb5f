#!/usr/bin/env bash
# Chaturanga 0.1.3 (PyPI): the promotion that its bot proposes raises when it is played, and Black castles long with a
# rook that has moved.
#
# Guess: move() takes what bot() returns, and a rook that has left its corner ends the right to castle on that side,
# for both colours.
# What it does: move() cuts a move of five letters to four and then reads the fifth, so each promotion with its piece
# raises IndexError; four letters make a queen, and no other piece can be had. The right of Black's rook on a8 is
# taken away when a rook leaves a7, so it stays when the rook on a8 moves.
# Seen:
#     a7a8q: IndexError: string index out of range
#     a7a8: Q7/7k/8/8/8/8/8/K7 b - - 0 1
#     a1b1 e8f8 b1a1 f8e8: r3k2r/8/8/8/8/8/8/R3K2R w K - 4 3, castlings ['e1g1']
#     a8b8 e1f1 b8a8 f1e1: r3k2r/8/8/8/8/8/8/R3K2R b kq - 4 3, castlings ['e8g8', 'e8c8']
# Why it matters: Two bots that play one another stop with an error at the first promotion. Positions after the rook
# has been away and back are written with a right that is gone, and a castling that other programs refuse is in the
# list of legal moves.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'Chaturanga==0.1.3' >&2
cat > "$folder/look.py" <<'EOF'
from chaturanga import Chessboard, bot

board = Chessboard("8/P6k/8/8/8/8/8/K7 w - - 0 1")
proposed = bot(board, 1)[0]
for move in (proposed, proposed[:4]):
    try:
        board.move(move)
        print(f"{move}: {board.fen}")
    except IndexError as error:
        print(f"{move}: IndexError: {error}")

ROOKS = "r3k2r/8/8/8/8/8/8/R3K2R {} KQkq - 0 1"
for side, moves in (("w", ("a1b1", "e8f8", "b1a1", "f8e8")), ("b", ("a8b8", "e1f1", "b8a8", "f1e1"))):
    board = Chessboard(ROOKS.format(side))
    for move in moves:
        board.move(move)
    castlings = [move for move in board.get_legal_moves() if move in ("e1c1", "e1g1", "e8c8", "e8g8")]
    print(f"{' '.join(moves)}: {board.fen}, castlings {castlings}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
a7a8q: IndexError: string index out of range
a7a8: Q7/7k/8/8/8/8/8/K7 b - - 0 1
a1b1 e8f8 b1a1 f8e8: r3k2r/8/8/8/8/8/8/R3K2R w K - 4 3, castlings ['e1g1']
a8b8 e1f1 b8a8 f1e1: r3k2r/8/8/8/8/8/8/R3K2R b kq - 4 3, castlings ['e8g8', 'e8c8']
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
