#!/usr/bin/env bash
# ludopy 1.5.0 (PyPI): a piece on the first square of its own lane hits, and is hit back, on squares of the ring.
#
# Guess: The lane to the goal is one's own: its rules say that nobody can be hit there and that others may not enter it.
# A piece that steps into it is gone from the ring.
# What it does: The squares of a player are numbered from 1 to 51 on the ring and from 52 to 56 in the lane. 52 is also
# taken for the square of the ring that stands before the start, and, seen by others, for the start. The squares from 53
# on are right.
# Seen:
#     50 + 2 -> 52, opponent's pieces (39, 0) -> (0, 0)
#     50 + 2 -> 0, opponent's pieces (39, 39) -> (39, 39)
#     50 + 3 -> 53, opponent's pieces (40, 0) -> (40, 0)
#     12 + 2 -> 0, opponent's pieces (52, 0) -> (52, 0)
#     12 + 2 -> 14, opponent's pieces (53, 0) -> (53, 0)
# Why it matters: Pieces are sent home from afar, in either direction, and programs that learn from such games learn to
# wait for it. Agents are better judged in games in which no piece stops on 52, or by another program.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'ludopy==1.5.0' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
from ludopy.player import Player

# A player's square 39 is the square before the start of the one who sits before him; his start is square 14 there.
for square, dice, first in ((50, 2, (39, 0)), (50, 2, (39, 39)), (50, 3, (40, 0)), (12, 2, (52, 0)), (12, 2, (53, 0))):
    player = Player()
    player.set_pieces([square, 0, 0, 0])
    opponents = player.move_piece(0, dice, [[*first, 0, 0], [0] * 4, [0] * 4])
    print(f"{square} + {dice} -> {int(player.get_pieces()[0])}, opponent's pieces {first} -> {tuple(opponents[0][:2])}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
50 + 2 -> 52, opponent's pieces (39, 0) -> (0, 0)
50 + 2 -> 0, opponent's pieces (39, 39) -> (39, 39)
50 + 3 -> 53, opponent's pieces (40, 0) -> (40, 0)
12 + 2 -> 0, opponent's pieces (52, 0) -> (52, 0)
12 + 2 -> 14, opponent's pieces (53, 0) -> (53, 0)
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
