#!/usr/bin/env bash
# animalchess 0.0.4 (PyPI): a game cannot be copied once an animal has been taken, and an animal in a trap of its own
# side cannot be taken at all.
#
# Guess: clone() copies a position of any stage of the game. A trap weakens the animals of the other side and is like
# land for its own.
# What it does: Who is dead is not copied: the copy has all sixteen animals alive, one of them without a square, and
# raises TypeError as it puts them on the board. A stronger animal takes a weaker one on land, but not if the weaker
# one stands in a trap beside its own den.
# Seen:
#     rat before elephant: copied True
#     rat took elephant: TypeError
#     cat on land: leopard beside it can take it True
#     cat in its trap: leopard beside it can take it False
# Why it matters: clone() is what a search needs, and it works up to the first capture. Traps become the safest
# squares beside the den that they should only guard, so a den that is guarded by a rat and a cat cannot be entered.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'animalchess==0.0.4' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
from animalchess.chess.board import AnimalChessBoard
from animalchess.chess.player import Player
from animalchess.chess.utils import AnimalType

CAT, LEOPARD, RAT, ELEPHANT = AnimalType.CAT, AnimalType.LEOPARD, AnimalType.RAT, AnimalType.ELEPHANT


def played(*moves):
    """The board after moves of the two players in turn."""
    board = AnimalChessBoard(Player("north"), Player("south"))
    for turn, (animal, square) in enumerate(moves):
        assert board.move_piece(turn % 2, animal, square)
    return board


def copied(what, board):
    try:
        print(f"{what}: copied {(board.clone().get_board_array() == board.get_board_array()).all()}")
    except TypeError:
        print(f"{what}: TypeError")


meeting = [(RAT, (3, 0)), (ELEPHANT, (5, 0)), (RAT, (4, 0)), (CAT, (7, 2))]
copied("rat before elephant", played(*meeting))
copied("rat took elephant", played(*meeting, (RAT, (5, 0))))

march = [(LEOPARD, (2, 3)), (CAT, (7, 2)), (LEOPARD, (3, 3)), (CAT, (7, 3)), (LEOPARD, (4, 3))]
for what, moves, cat in (
    ("cat on land", [*march, (CAT, (6, 3)), (LEOPARD, (5, 3))], (6, 3)),
    ("cat in its trap", [*march, (RAT, (5, 6)), (LEOPARD, (5, 3)), (RAT, (4, 6)), (LEOPARD, (6, 3))], (7, 3)),
):
    squares = list(played(*moves).exhaustively_iterate_available_destinations(0, LEOPARD))
    print(f"{what}: leopard beside it can take it {cat in squares}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
rat before elephant: copied True
rat took elephant: TypeError
cat on land: leopard beside it can take it True
cat in its trap: leopard beside it can take it False
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
