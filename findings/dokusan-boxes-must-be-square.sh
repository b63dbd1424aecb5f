#!/usr/bin/env bash
# dokusan 0.1.0 (PyPI): a sudoku of six by six is neither valid nor solved, however right it is.
#
# Guess: BoxSize(width, length) takes two numbers, and the size of the sudoku is their product, so BoxSize(2, 3) and
# BoxSize(3, 2) are the two sudokus of six by six that newspapers print. A right grid is valid and solved.
# What it does: The number of a box is right for oblong boxes, but the fields of a box are always a square of
# length times length that begins at a multiple of the width. With BoxSize(2, 3) two of the boxes go beyond the board,
# and with BoxSize(3, 2) a box has four fields of six. Depending on the call the grid is not valid, not solved, or a
# KeyError is raised. Square boxes are right.
# Seen:
#     BoxSize(2, 2): right True, fields of a box by their numbers [4], is_valid True, is_solved True
#     BoxSize(3, 3): right True, fields of a box by their numbers [9], is_valid True, is_solved True
#     BoxSize(2, 3): right True, fields of a box by their numbers [6], is_valid False, is_solved KeyError (0, 6)
#     BoxSize(3, 2): right True, fields of a box by their numbers [6], is_valid True, is_solved False
# Why it matters: Easy puzzles for children are six by six. A generator or a check of answers that is tested with nine
# by nine and then given another size refuses each right answer.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'dokusan==0.1.0' >&2
cat > "$folder/look.py" <<'EOF'
from dokusan.boards import BoxSize, Sudoku

GRIDS = (
    ((2, 2), "1234 3412 2143 4321"),
    ((3, 3), "123456789 456789123 789123456 214365897 365897214 897214365 531642978 642978531 978531642"),
    ((2, 3), "123456 456123 231564 564231 312645 645312"),
    ((3, 2), "123456 345612 561234 214365 436521 652143"),
)


def right(rows, height, width):
    """Return whether each row, column and box of a grid has each number once."""
    size, fields = len(rows), [(y, x) for y in range(len(rows)) for x in range(len(rows))]
    groups = {}
    for y, x in fields:
        for key in (("row", y), ("column", x), ("box", y // height, x // width)):
            groups.setdefault(key, set()).add(rows[y][x])
    return all(len(group) == size for group in groups.values())


def said(question):
    """Return an answer, or the name of the error."""
    try:
        return question()
    except KeyError as error:
        return f"KeyError {error}"


for shape, text in GRIDS:
    rows = text.split()
    sudoku = Sudoku.from_string("".join(rows), box_size=BoxSize(*shape))
    boxes = {}
    for cell in sudoku.cells():
        boxes.setdefault(cell.position.box, []).append(cell)
    sizes = sorted({len(box) for box in boxes.values()})
    print(f"BoxSize{shape}: right {right(rows, *shape)}, fields of a box by their numbers {sizes}, "
          f"is_valid {said(sudoku.is_valid)}, is_solved {said(sudoku.is_solved)}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
BoxSize(2, 2): right True, fields of a box by their numbers [4], is_valid True, is_solved True
BoxSize(3, 3): right True, fields of a box by their numbers [9], is_valid True, is_solved True
BoxSize(2, 3): right True, fields of a box by their numbers [6], is_valid False, is_solved KeyError (0, 6)
BoxSize(3, 2): right True, fields of a box by their numbers [6], is_valid True, is_solved False
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
