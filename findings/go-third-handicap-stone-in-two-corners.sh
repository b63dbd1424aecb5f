#!/usr/bin/env bash
# @sabaki/go-board 1.4.3 and tenuki 0.3.1 (npm), OpenSpiel 2.0.2 (PyPI open-spiel): the third handicap stone of Go
# stands in the lower right corner for two of them, in the upper left for the third.
#
# Guess: A fixed handicap is fixed: the protocol GTP has a table, in which three stones are D4, Q16 and D16, and
# programs use it.
# What it does: Two, four and more stones are the same points in all. With three stones the empty corner is the upper
# left one for both packages of JavaScript, and the lower right one for OpenSpiel, which follows the table.
# Seen:
#     2 stones: Sabaki D4 Q16, tenuki D4 Q16
#     3 stones: Sabaki D4 Q16 Q4, tenuki D4 Q16 Q4
#     4 stones: Sabaki D16 D4 Q16 Q4, tenuki D16 D4 Q16 Q4
#     2 stones: OpenSpiel D4 Q16
#     3 stones: OpenSpiel D16 D4 Q16
#     4 stones: OpenSpiel D16 D4 Q16 Q4
# Why it matters: The number of stones alone is what a server or an engine is told. One side plays a game in which a
# stone stands in another corner, and the first move there is refused, or takes a corner that is thought empty.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund '@sabaki/go-board@1.4.3' 'tenuki@0.3.1' >&2
cat > "$folder/look.js" <<'EOF'
const GoBoard = require("@sabaki/go-board");
const { Game } = require("tenuki");

for (const stones of [2, 3, 4]) {
  const board = GoBoard.fromDimensions(19);
  const sabaki = board.getHandicapPlacement(stones).map((vertex) => board.stringifyVertex(vertex));
  const state = new Game({ boardSize: 19, handicapStones: stones }).currentState();
  const placed = state.intersections.filter((point) => point.value === "black");
  const tenuki = placed.map((point) => board.stringifyVertex([point.x, point.y]));
  console.log(`${stones} stones: Sabaki ${sabaki.sort().join(" ")}, tenuki ${tenuki.sort().join(" ")}`);
}
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'open-spiel==2.0.2' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import pyspiel

for stones in (2, 3, 4):
    points = []
    for line in str(pyspiel.load_game(f"go(handicap={stones})").new_initial_state()).splitlines():
        row, _, cells = line.strip().partition(" ")
        points += ["ABCDEFGHJKLMNOPQRST"[i] + row for i, cell in enumerate(cells.strip()) if cell == "X" and row.isdigit()]
    print(f"{stones} stones: OpenSpiel {' '.join(sorted(points))}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
2 stones: Sabaki D4 Q16, tenuki D4 Q16
3 stones: Sabaki D4 Q16 Q4, tenuki D4 Q16 Q4
4 stones: Sabaki D16 D4 Q16 Q4, tenuki D16 D4 Q16 Q4
2 stones: OpenSpiel D4 Q16
3 stones: OpenSpiel D16 D4 Q16
4 stones: OpenSpiel D16 D4 Q16 Q4
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
