#!/usr/bin/env bash
# checksudoku 0.0.1 (PyPI): a grid with equal numbers in a box is called a solved sudoku.
#
# Guess: The package says that it checks "if any NxN Sudoku is solved correctly". A sudoku is solved if each row, each
# column and each box has every number once.
# What it does: The boxes are gathered, and then only rows and columns are compared with the numbers from 1 to n. So
# every Latin square passes.
# Seen:
#     solved: first box [[1, 2, 3], [4, 5, 6], [7, 8, 9]], boxes right True, called solved True
#     each row moved by one: first box [[1, 2, 3], [2, 3, 4], [3, 4, 5]], boxes right False, called solved True
#     all ones: first box [[1, 1, 1], [1, 1, 1], [1, 1, 1]], boxes right False, called solved False
#     Latin squares of four: 576 sudokus: 288 called solved: 576
# Why it matters: Of the 576 Latin squares of four by four, half are no sudoku, and of nine by nine almost all. A page
# that checks what a person has filled in accepts a wrong solution, and a generator that is tested with it may
# forget the boxes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'checksudoku==0.0.1' >&2
cat > "$folder/look.py" <<'EOF'
import contextlib
import io
from itertools import permutations, product

from checksudoku.checksudoku import csudoku


def called_solved(grid):
    """Return what the package says of a grid, without what it prints."""
    with contextlib.redirect_stdout(io.StringIO()):
        return csudoku([list(row) for row in grid])


def boxes_are_right(grid, side):
    """Return whether each box has every number once."""
    corners = range(0, side * side, side)
    boxes = ([row[x : x + side] for row in grid[y : y + side]] for y, x in product(corners, corners))
    return all(len({one for row in box for one in row}) == side * side for box in boxes)


ring = [[(y + x) % 9 + 1 for x in range(9)] for y in range(9)]
right = [[(3 * (y % 3) + y // 3 + x) % 9 + 1 for x in range(9)] for y in range(9)]
for name, grid in (("solved", right), ("each row moved by one", ring), ("all ones", [[1] * 9] * 9)):
    print(f"{name}: first box {[row[:3] for row in grid[:3]]}, boxes right {boxes_are_right(grid, 3)}, "
          f"called solved {called_solved(grid)}")

rows = list(permutations((1, 2, 3, 4)))
latin = [grid for grid in product(rows, repeat=4) if all(len(set(column)) == 4 for column in zip(*grid, strict=True))]
print("Latin squares of four:", len(latin), "sudokus:", sum(boxes_are_right(grid, 2) for grid in latin),
      "called solved:", sum(map(called_solved, latin)))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
solved: first box [[1, 2, 3], [4, 5, 6], [7, 8, 9]], boxes right True, called solved True
each row moved by one: first box [[1, 2, 3], [2, 3, 4], [3, 4, 5]], boxes right False, called solved True
all ones: first box [[1, 1, 1], [1, 1, 1], [1, 1, 1]], boxes right False, called solved False
Latin squares of four: 576 sudokus: 288 called solved: 576
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
