#!/usr/bin/env bash
# hexgrid-cube 0.6.3 (PyPI): with pointy tops the middle of a cell belongs to another one.
#
# Guess: to_hex is the inverse of to_pixel: the point in the middle of a cell is a point of that cell, in both
# orientations.
# What it does: For pointy tops a number of the formula is added to the column where it should be multiplied with the
# height, so the column comes out too great by half the number of the row, less a third. In the first two rows this is
# rounded away. With flat tops the number is 0, and all is right.
# Seen:
#     flat tops: 0 of 121 cells of a board of Hex are taken for others
#         the middle of q=5 r=0 is q=5 r=0
#         the middle of q=5 r=3 is q=5 r=3
#         the middle of q=5 r=10 is q=5 r=10
#     pointy tops: 99 of 121 cells of a board of Hex are taken for others
#         the middle of q=5 r=0 is q=5 r=0
#         the middle of q=5 r=3 is q=6 r=3
#         the middle of q=5 r=10 is q=10 r=10
# Why it matters: A board of Hex with pointy tops looks right and takes clicks in its first two rows rightly; from the
# third row on each stone lands beside the cell that was clicked, the farther down the farther off.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'hexgrid-cube==0.6.3' >&2
cat > "$folder/look.py" <<'EOF'
import collections.abc
import typing

typing.Generator = collections.abc.Generator  # The library's annotations are those of Python 3.13.

from hexgrid_cube import FLAT_TOP_ORIENTATION, POINTY_TOP_ORIENTATION, Hex, HexGrid, Layout, Point

board = HexGrid.parallelogram((11, 11)).flat_grid
for name, orientation in (("flat", FLAT_TOP_ORIENTATION), ("pointy", POINTY_TOP_ORIENTATION)):
    layout = Layout(orientation, Point(10, 10), Point(0, 0))
    wrong = [cell for cell in board if layout.to_hex(layout.to_pixel(cell)) != cell]
    print(f"{name} tops: {len(wrong)} of {len(board)} cells of a board of Hex are taken for others")
    for cell in (Hex(5, 0), Hex(5, 3), Hex(5, 10)):
        print(f"    the middle of q={cell.q} r={cell.r} is q={layout.to_hex(layout.to_pixel(cell)).q}", end="")
        print(f" r={layout.to_hex(layout.to_pixel(cell)).r}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
flat tops: 0 of 121 cells of a board of Hex are taken for others
    the middle of q=5 r=0 is q=5 r=0
    the middle of q=5 r=3 is q=5 r=3
    the middle of q=5 r=10 is q=5 r=10
pointy tops: 99 of 121 cells of a board of Hex are taken for others
    the middle of q=5 r=0 is q=5 r=0
    the middle of q=5 r=3 is q=6 r=3
    the middle of q=5 r=10 is q=10 r=10
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
