#!/usr/bin/env bash
# sudoku-py 1.0.0 (PyPI): most of the puzzles that it makes have several solutions.
#
# Guess: A sudoku has one solution. generate() clears a cell, solves the puzzle and puts the number back unless there is
# exactly one solution, as its code says: cells that cannot be spared stay, however many one asks for.
# What it does: It asks for at most one solution, and compares their number with 1. There always is one, so no number is
# ever put back, and exactly as many cells are empty as were asked for.
# Seen:
#     45 cells empty: solutions of five puzzles (100 is 100 or more): [1, 1, 4, 8, 10]
#     50 cells empty: solutions of five puzzles (100 is 100 or more): [5, 19, 20, 100, 100]
#     55 cells empty: solutions of five puzzles (100 is 100 or more): [29, 100, 100, 100, 100]
# Why it matters: Who solves such a puzzle has to guess, and a correct grid is not the one that was meant. The example
# of its documentation asks for 50 cells, with which none of the five here has one solution.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps 'sudoku-py==1.0.0' >&2
cat > "$folder/look.py" <<'EOF'
import random

from sudoku_py import SudokuGenerator


def count(grid, most):
    """Return the number of solutions of the grid, but at most `most`."""
    best = None
    for y in range(9):
        for x in range(9):
            if grid[y][x] == 0:
                seen = {grid[y][i] for i in range(9)} | {grid[i][x] for i in range(9)}
                seen |= {grid[y // 3 * 3 + i][x // 3 * 3 + j] for i in range(3) for j in range(3)}
                free = set("abcdefghi") - seen
                if best is None or len(free) < len(best[2]):
                    best = (y, x, free)
    if best is None:
        return 1
    y, x, free = best
    found = 0
    for letter in sorted(free):
        grid[y][x] = letter
        found += count(grid, most - found)
        grid[y][x] = 0
        if found >= most:
            break
    return found


random.seed(1)
for cells in (45, 50, 55):
    solutions = []
    for _ in range(5):
        puzzle = SudokuGenerator(board_size=9)
        puzzle.generate(cells_to_remove=cells)
        assert sum(row.count(0) for row in puzzle.board) == cells
        solutions.append(count([list(row) for row in puzzle.board], 100))
    print(f"{cells} cells empty: solutions of five puzzles (100 is 100 or more): {sorted(solutions)}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
45 cells empty: solutions of five puzzles (100 is 100 or more): [1, 1, 4, 8, 10]
50 cells empty: solutions of five puzzles (100 is 100 or more): [5, 19, 20, 100, 100]
55 cells empty: solutions of five puzzles (100 is 100 or more): [29, 100, 100, 100, 100]
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
