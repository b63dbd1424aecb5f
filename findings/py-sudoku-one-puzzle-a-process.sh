#!/usr/bin/env bash
# py-sudoku 2.0.0 (PyPI): all puzzles of one process are the same, and so are the dice that are thrown after each.
#
# Guess: Sudoku(3) without a seed is another puzzle each time ("defaults to a random seed"), and Python's random goes on
# as before.
# What it does: The random seed is drawn once, when the module is imported, as it stands in the head of the function.
# With it the one generator that all of Python's random shares is started again, for each puzzle.
# Seen:
#     different puzzles of 100: 1
#     different dice after them: 1
#     with a seed of one's own: 100
#     dice after the puzzle of 2026-11-29: [4, 6, 3, 2, 6, 1]
# Why it matters: A site has one puzzle from one restart to the next, for everybody. Whatever else draws from random,
# such as dice, shuffles or names of guests, repeats itself after each puzzle; with a seed for each puzzle, such as a
# date, it even follows from the date. A random.Random of one's own for all else, and a seed for each puzzle from it,
# part the two.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'py-sudoku==2.0.0' >&2
cat > "$folder/look.py" <<'EOF'
import random

from sudoku import Sudoku


def puzzle_and_dice(*seed):
    """Return the first puzzle that a seed or none gives, as a line, and six dice thrown afterwards."""
    puzzle = Sudoku(3, **dict(zip(("seed",), seed))).difficulty(0.5)
    return "".join(str(cell or ".") for row in puzzle.board for cell in row), [random.randint(1, 6) for _ in range(6)]


found = [puzzle_and_dice() for _ in range(100)]
print("different puzzles of 100:", len({puzzle for puzzle, _ in found}))
print("different dice after them:", len({str(dice) for _, dice in found}))
own = random.Random()
seeded = [puzzle_and_dice(own.randrange(2**62)) for _ in range(100)]
print("with a seed of one's own:", len({puzzle for puzzle, _ in seeded}))
print("dice after the puzzle of 2026-11-29:", puzzle_and_dice(20261129)[1])
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
different puzzles of 100: 1
different dice after them: 1
with a seed of one's own: 100
dice after the puzzle of 2026-11-29: [4, 6, 3, 2, 6, 1]
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
