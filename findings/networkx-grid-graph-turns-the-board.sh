#!/usr/bin/env bash
# networkx 3.6.1 (PyPI): grid_graph((6, 7)) is grid_2d_graph(6, 7) with rows and columns changed over.
#
# Guess: grid_graph is grid_2d_graph for any number of dimensions, so a board of 6 rows and 7 columns has the same
# points in both, from (0, 0) to (5, 6).
# What it does: The coordinates of grid_graph stand in the opposite order of its argument: the points are (0, 0) to
# (6, 5), and those of (2, 3, 4) are (0, 0, 0) to (3, 2, 1).
# Seen:
#     grid_2d_graph(6, 7) last point (5, 6) points 42
#     grid_graph((6, 7)) last point (6, 5) points 42
#     grid_graph((2, 3, 4)) last point (3, 2, 1) points 24
#     row 0, column 6 is on the first: True
#     row 0, column 6 is on the second: False
# Why it matters: On a square board nothing shows. On another a program that goes from two to three dimensions has
# points that are not on the board, and distances and groups of the turned board.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'networkx==3.6.1' >&2
cat > "$folder/look.py" <<'EOF'
import networkx

for name, board in (
    ("grid_2d_graph(6, 7)", networkx.grid_2d_graph(6, 7)),
    ("grid_graph((6, 7))", networkx.grid_graph((6, 7))),
    ("grid_graph((2, 3, 4))", networkx.grid_graph((2, 3, 4))),
):
    print(name, "last point", max(board), "points", len(board))
print("row 0, column 6 is on the first:", (0, 6) in networkx.grid_2d_graph(6, 7))
print("row 0, column 6 is on the second:", (0, 6) in networkx.grid_graph((6, 7)))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
grid_2d_graph(6, 7) last point (5, 6) points 42
grid_graph((6, 7)) last point (6, 5) points 42
grid_graph((2, 3, 4)) last point (3, 2, 1) points 24
row 0, column 6 is on the first: True
row 0, column 6 is on the second: False
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
