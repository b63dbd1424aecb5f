#!/usr/bin/env bash
# connect-four-lib 1.3.1 (PyPI): four in a row with the last disc of the board are a draw.
#
# Guess: is_game_over() after a move that makes four in a row is a win, whichever move it is; a full board without four
# is a draw.
# What it does: Whether 42 discs are on the board is asked first. The last disc makes the full board a draw, also where
# it makes four; check_win, which is asked before the move, knows that it wins. analyze gives 0 for the position as
# well, so the engine of the same package does not see that it can win or lose with the last disc.
# Seen:
#     before move 42, in column 3: CONTINUE, wins: True
#     XXXOXOO
#     XOOXXOO
#     XOXOOXX
#     OOOXXOX
#     XXXOXOO
#     OOOXXOX
#     after move 42: DRAW, value of the position 0
#     four in a row with move 7: WIN
# Why it matters: The win goes to nobody, in a game that was played to the end, and the players see four discs in a row
# beside the word draw. A game with 42 moves is rare at random and less so between programs that block each other.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'connect-four-lib==1.3.1' >&2
cat > "$folder/look.py" <<'EOF'
from connect_four_lib.connect_four_judge import ConnectFourJudge

GAME = "622540464400611545423155216206211605033333"
LETTERS = ".XO"
judge = ConnectFourJudge()
for number, column in enumerate(GAME, start=1):
    if number == len(GAME):
        print(f"before move {number}, in column {column}: {judge.is_game_over().name}, wins: {judge.check_win(column)}")
    judge.add_move(column)
for row in reversed(range(6)):
    print("".join(LETTERS[judge.board[column][row]] for column in range(7)))
print(f"after move {len(GAME)}: {judge.is_game_over().name}, value of the position {judge.analyze()}")

judge = ConnectFourJudge()
for column in "0101010":
    judge.add_move(column)
print(f"four in a row with move 7: {judge.is_game_over().name}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
before move 42, in column 3: CONTINUE, wins: True
XXXOXOO
XOOXXOO
XOXOOXX
OOOXXOX
XXXOXOO
OOOXXOX
after move 42: DRAW, value of the position 0
four in a row with move 7: WIN
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
