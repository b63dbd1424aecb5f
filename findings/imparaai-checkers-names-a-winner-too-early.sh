#!/usr/bin/env bash
# imparaai-checkers 1.4.2 (PyPI): get_winner names a winner while the other side can still be set free, and the game
# ends after twenty moves of each side without a capture.
#
# Guess: A winner is there when the game is over, that is when the side to move has no move. The limit of 40 is that
# of the rule which the description names: forty moves of each side.
# What it does: get_winner looks for a side without a move whoever is to move. A side that is shut in during the
# other's turn has lost by it, though the game is not over and the next move may open it. The 40 are counted in moves
# of both sides together.
# Seen:
#     shut in: winner 2, over False, moves [[9, 6], [14, 10], [32, 27], [32, 28]]
#     opened:  winner None, over False, moves [[5, 9]]
#     two kings: over after 40 moves, 20 of each side
# Why it matters: A loop that stops as soon as there is a winner scores games that go on, and a search takes each
# shutting in for a win. Endings that need more than twenty moves, such as three kings against two, are over before
# they are won. Ask is_over first, and set consecutive_noncapture_move_limit to 80.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'imparaai-checkers==1.4.2' >&2
cat > "$folder/look.py" <<'EOF'
from checkers.game import Game


def placed(turn, first=(), second=(), kings=()):
    """A game with men of the two sides on these numbers."""
    game = Game()
    pieces = iter(game.board.pieces)
    kept = []
    for player, positions in ((1, first), (2, second)):
        for position in positions:
            piece = next(pieces)
            piece.player, piece.position, piece.king = player, position, position in kings
            kept.append(piece)
    game.board.player_turn = turn
    game.board.pieces = kept
    return game


game = placed(turn=2, first=[5], second=[9, 14, 32])
print(f"shut in: winner {game.get_winner()}, over {game.is_over()}, moves {game.get_possible_moves()}")
game.move([9, 6])
print(f"opened:  winner {game.get_winner()}, over {game.is_over()}, moves {game.get_possible_moves()}")

game = placed(turn=1, first=[1], second=[32], kings=[1, 32])
moves = 0
while not game.is_over():
    back = [move for move in game.get_possible_moves() if not game.moves[1:] or move == game.moves[-2][::-1]]
    game.move(back[0])
    moves += 1
print(f"two kings: over after {moves} moves, {moves // 2} of each side")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
shut in: winner 2, over False, moves [[9, 6], [14, 10], [32, 27], [32, 28]]
opened:  winner None, over False, moves [[5, 9]]
two kings: over after 40 moves, 20 of each side
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
