#!/usr/bin/env bash
# crossword 0.1.2 (PyPI): a title that is changed after reading a .puz file is the old one when it is written.
#
# Guess: A crossword that was read has its title, its author and its copyright in meta. Changed there, they are what the
# file has that is written.
# What it does: It keeps what it does not know of the file and sets it once more at the end of writing. The list of what
# it knows lacks a comma, so that copyright and title are one word, unknown both, and are set back to what was read. The
# author is written as changed.
# Seen:
#     meta: title 'Corrected title', creator 'Corrected author', rights 'Corrected copyright'
#     written after reading: 'Old title', 'Corrected author', 'Old copyright'
#     written anew: 'Corrected title', 'Corrected author', 'Corrected copyright'
# Why it matters: One corrects the title of a puzzle, finds it corrected in the object and sends the file on with the
# old one. A crossword that was not read from a .puz file is written rightly, as the last line shows.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'crossword==0.1.2' 'puzpy==0.7.0' >&2
cat > "$folder/look.py" <<'EOF'
import crossword
from puz import Puzzle

NEW = {"title": "Corrected title", "creator": "Corrected author", "rights": "Corrected copyright"}


def told(what, puzzle):
    print(f"{what}: {puzzle.title!r}, {puzzle.author!r}, {puzzle.copyright!r}")


puzzle = Puzzle()
puzzle.width, puzzle.height, puzzle.solution, puzzle.clues = 2, 2, "ATTO", ["Near", "Go", "Near", "Go"]
puzzle.title, puzzle.author, puzzle.copyright = "Old title", "Old author", "Old copyright"
read = crossword.from_puz(puzzle)
for name, text in NEW.items():
    setattr(read.meta, name, text)
print("meta:", ", ".join(f"{name} {read.meta[name]!r}" for name in NEW))
told("written after reading", crossword.to_puz(read))

fresh = crossword.Crossword(2, 2)
for (x, y), letter in zip(fresh.cells, "ATTO"):
    fresh[x, y].solution = letter
for name, text in NEW.items():
    setattr(fresh.meta, name, text)
told("written anew", crossword.to_puz(fresh))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
meta: title 'Corrected title', creator 'Corrected author', rights 'Corrected copyright'
written after reading: 'Old title', 'Corrected author', 'Old copyright'
written anew: 'Corrected title', 'Corrected author', 'Corrected copyright'
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
