#!/usr/bin/env bash
# easyAI 2.0.12 (PyPI): a transposition table that is read from a file as its documentation shows it is None, and the
# search goes on without a table.
#
# Guess: table = TranspositionTable().from_file('saved_tt.data'), the line of the documentation, is the table that was
# saved.
# What it does: from_file and from_json_file fill the object and return nothing. Negamax(8, scoring, tt=None) is a
# search without a table, so no error tells that what was solved before is not used.
# Seen:
#     first search: 57 positions opened, 12 in the table
#     read as the documentation has it: None - 601 positions opened
#     read into an object that is kept: 12 in the table - 0 positions opened
# Why it matters: The file is read to save the hours that the search took; after it every game thinks as long as the
# first, or plays worse where the depth was lowered because the table was thought to be there.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'easyAI==2.0.12' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import os
import tempfile

from easyAI import Negamax, TranspositionTable, TwoPlayerGame


class Nim(TwoPlayerGame):
    """Take one to three of a heap; whoever takes the last one wins."""

    def __init__(self, heap):
        self.players, self.current_player, self.heap, self.asked = None, 1, heap, 0

    def possible_moves(self):
        self.asked += 1
        return [count for count in (1, 2, 3) if count <= self.heap]

    def make_move(self, count):
        self.heap -= count

    def unmake_move(self, count):
        self.heap += count

    def is_over(self):
        return self.heap == 0

    def scoring(self):
        return -100 if self.heap == 0 else 0

    def ttentry(self):
        return self.heap


def work(table):
    """Return how many positions the search of a heap of 12 opens with a table."""
    game = Nim(12)
    Negamax(12, tt=table)(game)
    return game.asked


name = os.path.join(tempfile.mkdtemp(), "saved_tt.data")
table = TranspositionTable()
print("first search:", work(table), "positions opened,", len(table.d), "in the table")
table.to_file(name)
shown = TranspositionTable().from_file(name)
print("read as the documentation has it:", shown, "-", work(shown), "positions opened")
kept = TranspositionTable()
kept.from_file(name)
print("read into an object that is kept:", len(kept.d), "in the table -", work(kept), "positions opened")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
first search: 57 positions opened, 12 in the table
read as the documentation has it: None - 601 positions opened
read into an object that is kept: 12 in the table - 0 positions opened
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
