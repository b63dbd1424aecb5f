#!/usr/bin/env bash
# python-tictactoe 0.0.7 (PyPI): a copy of a game has its marks and its turn, but no moves.
#
# Guess: Board.copy() is "a copy of the board": what the board knows, its copy knows, and going on with one is as going
# on with the other.
# What it does: The marks and the turn are copied. The list of moves, their number and the lists of the marks of X and
# of O begin anew, so they say that an endgame is a start, and count from there.
# Seen:
#     board: marks 4, moves 4 ['1-1', '0-0', '2-2', '0-2'], marks of X 2, of O 2
#     copy:  marks 4, moves 0 [], marks of X 0, of O 0
#     board, one move later: marks 5, moves 5 ['1-1', '0-0', '2-2', '0-2', '0-1'], marks of X 3, of O 2
#     copy, one move later:  marks 5, moves 1 ['0-1'], marks of X 1, of O 0
# Why it matters: A search copies the board before it tries a move. Whoever asks the copy for the number of moves, to
# prefer the shorter win or to end it when all are played, or for the last move, gets that of another game.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'python-tictactoe==0.0.7' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import tictactoe


def look(board):
    moves = [move.str_move for move in board.moves]
    marks = int((board.board != 0).sum())
    return f"marks {marks}, moves {board.move_count} {moves}, marks of X {len(board.x)}, of O {len(board.o)}"


board = tictactoe.Board()
for place in ((1, 1), (0, 0), (2, 2), (0, 2)):
    board.push(place)
copy = board.copy()
print("board:", look(board))
print("copy: ", look(copy))
for each in (board, copy):
    each.push((0, 1))
print("board, one move later:", look(board))
print("copy, one move later: ", look(copy))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
board: marks 4, moves 4 ['1-1', '0-0', '2-2', '0-2'], marks of X 2, of O 2
copy:  marks 4, moves 0 [], marks of X 0, of O 0
board, one move later: marks 5, moves 5 ['1-1', '0-0', '2-2', '0-2', '0-1'], marks of X 3, of O 2
copy, one move later:  marks 5, moves 1 ['0-1'], marks of X 1, of O 0
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
