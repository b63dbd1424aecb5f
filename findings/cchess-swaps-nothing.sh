#!/usr/bin/env bash
# cchess 1.25.5 (PyPI): swap() of a board of Chinese chess returns the board as it was, unlike mirror() and flip().
#
# Guess: As mirror() returns a copy with left and right changed over, and flip() one turned upside down, swap() returns
# one in which red and black have changed their pieces and the turn. flip().swap() is then the position as the opponent
# sees it.
# What it does: The copy with changed pieces is made and thrown away; what comes back is the very board that was asked,
# with its own pieces and its own turn. mirror() and flip() return copies. No error, and no change of the board either.
# Seen:
#     board:         4k4/9/9/9/9/9/9/4R4/9/3K5 w
#     mirror():      4k4/9/9/9/9/9/9/4R4/9/5K3 w a copy
#     flip():        3K5/9/4R4/9/9/9/9/9/9/4k4 w a copy
#     swap():        4k4/9/9/9/9/9/9/4R4/9/3K5 w the same object
#     flip().swap(): 3K5/9/4R4/9/9/9/9/9/9/4k4 w king of red: k king of black: K
# Why it matters: A program that looks at each position from the side of the player to move, or a table of openings that
# keeps one of two equal positions, has red's position for black. After flip().swap() get_king(RED) is the king of
# black.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'cchess==1.25.5' >&2
cat > "$folder/look.py" <<'EOF'
from cchess import BLACK, RED, ChessBoard

board = ChessBoard("4k4/9/9/9/9/9/9/4R4/9/3K5 w")
print("board:        ", board.to_fen())
for name in ("mirror", "flip", "swap"):
    other = getattr(board, name)()
    print(f"{name}():".ljust(14), other.to_fen(), "the same object" if other is board else "a copy")
both = board.flip().swap()
print("flip().swap():", both.to_fen(), "king of red:", both.get_king(RED).fench, "king of black:", both.get_king(BLACK).fench)
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
board:         4k4/9/9/9/9/9/9/4R4/9/3K5 w
mirror():      4k4/9/9/9/9/9/9/4R4/9/5K3 w a copy
flip():        3K5/9/4R4/9/9/9/9/9/9/4k4 w a copy
swap():        4k4/9/9/9/9/9/9/4R4/9/3K5 w the same object
flip().swap(): 3K5/9/4R4/9/9/9/9/9/9/4k4 w king of red: k king of black: K
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
