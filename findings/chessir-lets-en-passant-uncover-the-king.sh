#!/usr/bin/env bash
# chessir 0.1.1 (PyPI): a pawn may capture en passant though that opens the rank to its own king.
#
# Guess: Its moves are legal ones, as the documentation says, and those of Chessnut, of which it is a fork, only faster:
# no move leaves the king in check.
# What it does: A pawn that is pinned is seen, but in an en passant capture two pawns leave the rank at once, and that
# rank is not looked at. From the well-known test position below, one such reply is found to e2e4 and one to g2g4, so
# the lines of two plies are 193 instead of 191.
# Seen:
#     chessir: [14, 193, 2850] lines of 1, 2 and 3 plies, due [14, 191, 2812]
#         8/8/3p4/KPp4r/R4p1k/8/4P1P1/8 w - c6 0 2: b5c6 is legal: True
#     Chessnut: [14, 191, 2812] lines of 1, 2 and 3 plies, due [14, 191, 2812]
#         8/8/3p4/KPp4r/R4p1k/8/4P1P1/8 w - c6 0 2: b5c6 is legal: False
#     chessir, after b5c6: the rook may take the king: True
# Why it matters: The rook takes the king, and a program that counts on legal moves goes on without one. The case is
# rare in games, and for that reason lists of test positions have it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'chessir==0.1.1' 'chessnut==0.4.1' >&2
cat > "$folder/look.py" <<'EOF'
import Chessir.game
import Chessnut.game

START = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
UNCOVERED = "8/8/3p4/KPp4r/R4p1k/8/4P1P1/8 w - c6 0 2"


def count(game, fen, depth):
    """Return the number of lines of so many plies."""
    moves = game(fen=fen).get_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = game(fen=fen)
        after.apply_move(move)
        total += count(game, str(after), depth - 1)
    return total


for name, game in (("chessir", Chessir.game.Game), ("Chessnut", Chessnut.game.Game)):
    counts = [count(game, START, depth) for depth in (1, 2, 3)]
    print(f"{name}: {counts} lines of 1, 2 and 3 plies, due [14, 191, 2812]")
    print(f"    {UNCOVERED}: b5c6 is legal: {'b5c6' in game(fen=UNCOVERED).get_moves()}")
game = Chessir.game.Game(fen=UNCOVERED)
game.apply_move("b5c6")
print("chessir, after b5c6: the rook may take the king:", "h5a5" in game.get_moves())
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
chessir: [14, 193, 2850] lines of 1, 2 and 3 plies, due [14, 191, 2812]
    8/8/3p4/KPp4r/R4p1k/8/4P1P1/8 w - c6 0 2: b5c6 is legal: True
Chessnut: [14, 191, 2812] lines of 1, 2 and 3 plies, due [14, 191, 2812]
    8/8/3p4/KPp4r/R4p1k/8/4P1P1/8 w - c6 0 2: b5c6 is legal: False
chessir, after b5c6: the rook may take the king: True
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
