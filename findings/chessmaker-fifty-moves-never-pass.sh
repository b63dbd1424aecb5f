#!/usr/bin/env bash
# chessmaker 0.5.0 (PyPI): the rule of fifty moves never ends a game.
#
# Guess: NoCapturesOrPawnMoves(50) is a draw after fifty moves of each player, or of both together, in which no pawn
# moves and nothing is taken.
# What it does: After each move it compares the pieces of the player to move with those it saw before, which are the
# other player's. They are never the same pieces, so it takes that for a capture and begins to count anew. Two kings
# alone walk about for ever, or until a position comes for the third time.
# Seen:
#     moves of each player: 120
#     results: {None} - highest count: 1
# Why it matters: Bots that cannot mate play on for hundreds of moves, and a game that FIDE's rules end as a draw has a
# winner.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps 'chessmaker==0.5.0' >&2
cat > "$folder/look.py" <<'EOF'
from itertools import cycle

from chessmaker.chess.base import Board, Player, Position, Square
from chessmaker.chess.pieces import King
from chessmaker.chess.results import NoCapturesOrPawnMoves

white, black = Player("white"), Player("black")
squares = [[Square() for _ in range(8)] for _ in range(8)]
for (x, y), piece in {(0, 0): King(black), (7, 7): King(white)}.items():
    squares[y][x].piece = piece
board = Board(squares, [white, black], cycle((white, black)))
rule, counted = NoCapturesOrPawnMoves(50), []
steps = {white: [(7, 7), (6, 7), (6, 6)], black: [(0, 0), (1, 0), (1, 1)]}
for half_move in range(240):
    player = board.current_player
    path = steps[player]
    king = next(piece for piece in board.get_player_pieces(player) if isinstance(piece, King))
    goal = Position(*path[(path.index((king.position.x, king.position.y)) + 1) % len(path)])
    king.move(next(option for option in king.get_move_options() if option.position == goal))
    counted.append((rule(board), rule.last_change))
print("moves of each player:", 240 // 2)
print("results:", {result for result, _ in counted}, "- highest count:", max(count for _, count in counted))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
moves of each player: 120
results: {None} - highest count: 1
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
