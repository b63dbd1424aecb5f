#!/usr/bin/env bash
# glinski 0.4.0 (PyPI): a piece beside the king does not stop a check from farther away.
#
# Guess: Board.check looks along each line from the king to the first piece, as sliding pieces do not jump.
# What it does: The cell beside the king is looked at by itself, and the rest of the line is gone through from the
# second cell on, whatever stands on the first. A piece on the second cell or farther away does stop the check.
# Seen:
#     K g1, r g9, nothing between: check True
#     K g1, r g9, P g2: check True
#     K g1, r g9, P g3: check False
#     K g1, r g9, P g8: check False
#     K f3, b k7, nothing between: check True
#     K f3, b k7, P g4: check True
#     K f3, b k7, P h5: check False
#     K f3, b k7, P i6: check False
# Why it matters: Hexagonal chess begins with most kings behind their pawns. A test of legal moves that asks this
# library forbids them as soon as a rook, bishop or queen of the other side has the line, and a pinned piece next to
# the king can neither pin nor shield anything.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'glinski==0.4.0' 'isometric==1.3.5' >&2
cat > "$folder/look.py" <<'EOF'
from glinski import Board, Cell, PieceKind, PlayerColor

for king, attacker, kind, cells in (("g1", "g9", "r", ("g2", "g3", "g8")), ("f3", "k7", "b", ("g4", "h5", "i6"))):
    board = Board()
    board[Cell[king]] = PieceKind.K
    board[Cell[attacker]] = PieceKind[kind]
    print(f"K {king}, {kind} {attacker}, nothing between: check {board.check(PlayerColor.WHITE)}")
    for cell in cells:
        shielded = board.copy()
        shielded[Cell[cell]] = PieceKind.P
        print(f"K {king}, {kind} {attacker}, P {cell}: check {shielded.check(PlayerColor.WHITE)}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
K g1, r g9, nothing between: check True
K g1, r g9, P g2: check True
K g1, r g9, P g3: check False
K g1, r g9, P g8: check False
K f3, b k7, nothing between: check True
K f3, b k7, P g4: check True
K f3, b k7, P h5: check False
K f3, b k7, P i6: check False
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
