#!/usr/bin/env bash
# hexgrid-cube 0.6.3 (PyPI): a cell that is a hundred steps away, or one step that costs a hundred, cannot be reached.
#
# Guess: A shortest path is found wherever there is one, whatever it costs; no path means a wall.
# What it does: A cell that has not been reached yet counts as reached at the cost of 100, so no way to it of that cost
# or more is taken. The path is then an empty list, as if the cell were walled in, and one through costly ground is bent
# round it.
# Seen:
#     99 steps at 1: a path of 100 cells, 100 due
#     100 steps at 1: a path of 0 cells, 101 due
#     9 steps at 10: a path of 10 cells, 10 due
#     10 steps at 10: a path of 0 cells, 11 due
#     1 steps at 99: a path of 2 cells, 2 due
#     1 steps at 100: a path of 0 cells, 2 due
# Why it matters: movement_cost is there to be overridden. With costs of 10 for a plain and 30 for a hill the world ends
# after ten cells, and on ground that costs 100 nobody can move.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'hexgrid-cube==0.6.3' >&2
cat > "$folder/look.py" <<'EOF'
import collections.abc
import typing

typing.Generator = collections.abc.Generator  # The library's annotations are those of Python 3.13.

from hexgrid_cube import Hex, HexGrid


class Priced(HexGrid):
    """A grid on which each step costs the same."""

    price = 1

    def movement_cost(self, h):
        return self.price


grid = Priced.parallelogram((120, 2))
for price, steps in ((1, 99), (1, 100), (10, 9), (10, 10), (99, 1), (100, 1)):
    grid.price = price
    path, _ = grid.compute_pathfinding(Hex(0, 0), Hex(steps, 0))
    print(f"{steps} steps at {price}: a path of {len(path)} cells, {steps + 1} due")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
99 steps at 1: a path of 100 cells, 100 due
100 steps at 1: a path of 0 cells, 101 due
9 steps at 10: a path of 10 cells, 10 due
10 steps at 10: a path of 0 cells, 11 due
1 steps at 99: a path of 2 cells, 2 due
1 steps at 100: a path of 0 cells, 2 due
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
