#!/usr/bin/env bash
# scrabble 1.3 (PyPI): the double word of m3 is on m4, the double letter of o12 on m12.
#
# Guess: The premium squares are the same from all four sides, as on the board of the game: what c3, c13 and m13 are, m3
# is too, and o12 is what a4, a12 and o4 are.
# What it does: Its tables have m4 in the place of m3 and m12 in the place of o12. All the other squares are as on the
# board.
# Seen:
#     letter: 36 squares
#         a12 2, on the other side o12 1
#         m12 2, on the other side c12 1
#     word: 25 squares
#         c3 2, on the other side m3 1
#         m4 2, on the other side c4 1
#     Q on c3 beside an A: [22]
#     Q on m3 beside an A: [11]
#     Q on c4 beside an A: [22]
#     Q on m4 beside an A: [44]
#     Q on a12 beside an A: [21]
#     Q on o12 beside an A: [11]
#     Q on c12 beside an A: [22]
#     Q on m12 beside an A: [42]
# Why it matters: A word over one of the four squares has another score than on a board, and the best move and the
# recovery of a game from its scores go by it. A test of the corners, the edges of the left side and the centre passes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'scrabble==1.3' >&2
cat > "$folder/look.py" <<'EOF'
from scrabble.main import ScrabbleBoard, ScrabbleGame, ScrabbleTile

squares = ScrabbleBoard().board_square_dict
for name in ("letter", "word"):
    values = {place: getattr(square, f"{name}_multiplier") for place, square in squares.items()}
    print(f"{name}: {sum(value > 1 for value in values.values())} squares")
    for (column, row), value in sorted(values.items()):
        mirror = chr(ord("a") + ord("o") - ord(column)), row
        if value > values[mirror]:
            print(f"    {column}{row} {value}, on the other side {mirror[0]}{mirror[1]} {values[mirror]}")

for place in (("c", 3), ("m", 3), ("c", 4), ("m", 4), ("a", 12), ("o", 12), ("c", 12), ("m", 12)):
    game = ScrabbleGame(num_players=1)
    game.player_rack_list = [[ScrabbleTile(letter) for letter in "QAT"]]
    column, row = place
    game.board[(chr(ord(column) + (1 if column < "h" else -1)), row)] = ScrabbleTile("A")
    game.move_number = 1
    game.next_player_move({("Q", place)}, False)
    print(f"Q on {column}{row} beside an A: {game.player_score_list_list[0]}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
letter: 36 squares
    a12 2, on the other side o12 1
    m12 2, on the other side c12 1
word: 25 squares
    c3 2, on the other side m3 1
    m4 2, on the other side c4 1
Q on c3 beside an A: [22]
Q on m3 beside an A: [11]
Q on c4 beside an A: [22]
Q on m4 beside an A: [44]
Q on a12 beside an A: [21]
Q on o12 beside an A: [11]
Q on c12 beside an A: [22]
Q on m12 beside an A: [42]
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
