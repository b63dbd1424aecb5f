#!/usr/bin/env bash
# reversi-board 0.1.1 (PyPI): a game that is made from a saved board begins at the start position, but with the saved
# turn.
#
# Guess: ReversiGame(player1, player2, board, turn) goes on from the board that it is given, which may be a ReversiBoard
# or a list of numbers as ReversiBoard(resume_data) takes it.
# What it does: The argument is compared with the classes themselves (is it the class list, is it the class
# ReversiBoard) and never is one, so every board is put aside for a new one, without an error. The turn is taken over,
# so White may begin the new game. A board that is set afterwards, as game.board, is used.
# Seen:
#     saved: discs 13 to move White
#     game from a ReversiBoard: discs 4 to move White
#     game from a list: discs 4 to move White
#     game from ReversiBoard(list): discs 4 to move White
#     board set afterwards: discs 13
# Why it matters: A site that keeps its games in a database and goes on with them after each request shows the first
# four discs after every move. A test that saves and loads the first position, with Black to move, passes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'reversi-board==0.1.1' >&2
cat > "$folder/look.py" <<'EOF'
from reversi_board import REVERSI_BLACK, REVERSI_WHITE, RandomPlayer, ReversiBoard, ReversiGame

NAMES = {REVERSI_BLACK: "Black", REVERSI_WHITE: "White"}
board = ReversiBoard()
turn = REVERSI_BLACK
for _ in range(9):
    board.put_piece(board.placable_positions(turn)[0], turn)
    turn = REVERSI_WHITE if turn == REVERSI_BLACK else REVERSI_BLACK
print("saved: discs", int((board.board != 0).sum()), "to move", NAMES[turn])
saved = board.board.tolist()
for name, given in (("a ReversiBoard", board), ("a list", saved), ("ReversiBoard(list)", ReversiBoard(saved))):
    game = ReversiGame(RandomPlayer(), RandomPlayer(), board=given, turn=turn)
    print(f"game from {name}: discs", sum(game.result()), "to move", NAMES[game.turn])
game.board = board
print("board set afterwards: discs", sum(game.result()))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
saved: discs 13 to move White
game from a ReversiBoard: discs 4 to move White
game from a list: discs 4 to move White
game from ReversiBoard(list): discs 4 to move White
board set afterwards: discs 13
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
