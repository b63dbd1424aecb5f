#!/usr/bin/env bash
# weiqi 0.2.1 (PyPI): a stone that was taken in a ko takes back at once, for ever.
#
# Guess: A library for the game of Go, which forbids suicide and counts komi, knows the rule of ko: no move may restore
# the board that was there before the opponent's move.
# What it does: There is no such rule. The board has no memory, and the history of the game has the moves without being
# asked. sgfmill 1.1.1 (PyPI), which plays moves as well, names the point that is forbidden and leaves the rule to the
# caller; here nothing names it.
# Seen:
#     move 1, white: .BW../BW.W./.BW../...../.....
#     move 2, black: .BW../B.BW./.BW../...../..... as after move 0
#     move 3, white: .BW../BW.W./.BW../...../..... as after move 1
#     move 4, black: .BW../B.BW./.BW../...../..... as after move 0
#     move 5, white: .BW../BW.W./.BW../...../..... as after move 1
#     move 6, black: .BW../B.BW./.BW../...../..... as after move 0
#     sgfmill: forbidden for Black after White's first move: (1, 2)
# Why it matters: Two players, or two programs, who both want the ko never come to an end, and each of the two positions
# is the other's turn for ever. Taking back without a threat elsewhere decides games for the side that no rule would
# give them to. (The package asks for a Python below 3.13, and does the same in that one.)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'sgfmill==1.1.1' >&2
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --ignore-requires-python 'weiqi==0.2.1' >&2
cat > "$folder/look.py" <<'EOF'
from sgfmill.boards import Board as OtherBoard
from weiqi import Board, Move, Player, Position, Stone, WeiqiGame

START = ".BW../B.BW./.BW../...../....."
white, black = Player(Stone.WHITE), Player(Stone.BLACK)
game = WeiqiGame(Board(START), black, white, turn=Stone.WHITE)
seen = [START]
for number in range(6):
    player, column = ((white, 1), (black, 2))[number % 2]
    game.make_move(player, Move(Position(column, 1), player.figure))
    seen.append(game.board.state_as_string)
    back = seen.index(seen[-1])
    print(f"move {number + 1}, {player.figure.value}: {seen[-1]}" + (f" as after move {back}" if back <= number else ""))

other = OtherBoard(5)
for row, line in enumerate(START.split("/")):
    for column, stone in enumerate(line):
        if stone != ".":
            other.play(row, column, stone.lower())
print("sgfmill: forbidden for Black after White's first move:", other.play(1, 1, "w"))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
move 1, white: .BW../BW.W./.BW../...../.....
move 2, black: .BW../B.BW./.BW../...../..... as after move 0
move 3, white: .BW../BW.W./.BW../...../..... as after move 1
move 4, black: .BW../B.BW./.BW../...../..... as after move 0
move 5, white: .BW../BW.W./.BW../...../..... as after move 1
move 6, black: .BW../B.BW./.BW../...../..... as after move 0
sgfmill: forbidden for Black after White's first move: (1, 2)
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
