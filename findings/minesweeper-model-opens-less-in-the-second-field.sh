#!/usr/bin/env bash
# minesweeper-model 0.1.0 (PyPI): a field opens less where another field was opened before, and a mine is opened too.
#
# Guess: open_tile(x, y, open_adjacent_tiles=True) opens the tile and "all the adjacent tiles with a hint of 0", as
# Minesweeper does: the whole area of tiles with no mine beside them, with its edge. What one Field does is nothing to
# another.
# What it does: The places that have been visited are kept for the whole process, for all fields. In a second field, and
# at a second tile of the first one, the opening stops at every place that was ever visited. And the eight tiles around
# the tile that was asked for are opened whatever its number is, so a mine beside it is opened, with the return value
# True, which means that no mine was hit.
# Seen:
#     a field of 4 by 3 with a mine in the corner, opened at 0,0, three times in one process:
#     True ['0000', '0011', '001.']
#     True ['00..', '00..', '....']
#     True ['00..', '00..', '....']
#     five tiles in a row, the mine in the middle, opened at 1,0: True
#     opened: [(0, 0), (1, 0), (2, 0)] the mine shows -1
# Why it matters: The package is meant for those who write solvers. Whoever plays many fields in one process, as a
# benchmark of a solver does, gets other games from the second on, and a solver sees the number -1 of a mine that it
# never opened. In a test with one field and one opened area all is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'minesweeper-model==0.1.0' >&2
cat > "$folder/look.py" <<'EOF'
from minesweeper_model.field import Field

print("a field of 4 by 3 with a mine in the corner, opened at 0,0, three times in one process:")
for _ in range(3):
    field = Field(4, 3, [(3, 2)])
    answer = field.open_tile(0, 0, open_adjacent_tiles=True)
    print(answer, field.render_player_field().split())

field = Field(5, 1, [(2, 0)])
print("five tiles in a row, the mine in the middle, opened at 1,0:", field.open_tile(1, 0, open_adjacent_tiles=True))
print("opened:", sorted(field.open_coords), "the mine shows", field.tile(2, 0)["hint"])
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
a field of 4 by 3 with a mine in the corner, opened at 0,0, three times in one process:
True ['0000', '0011', '001.']
True ['00..', '00..', '....']
True ['00..', '00..', '....']
five tiles in a row, the mine in the middle, opened at 1,0: True
opened: [(0, 0), (1, 0), (2, 0)] the mine shows -1
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
