#!/usr/bin/env bash
# pycatan 1.0.1 (PyPI): whoever has the longest road keeps its two points when an opponent's settlement cuts it.
#
# Guess: The rules of Catan take the card away when the road is broken: it goes to the longest road that is left, or to
# nobody if none has five pieces. longest_road_owner is "None if no players have a road of at least 5 length".
# What it does: The owner is looked at only when a road is built. A settlement in the middle makes the road two short
# ones, which calculate_player_longest_road() counts correctly, and owner and points stay until somebody builds a road
# of five or more.
# Seen:
#     six roads in a line: length 6, owner the builder, points of the builder 3
#     the other settles in the middle: length 3, owner the builder, points of the builder 3
# Why it matters: Cutting the road is the answer that the game gives to it. Here it changes nothing, and a player with a
# road of three wins by the points for five.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pycatan==1.0.1' >&2
cat > "$folder/look.py" <<'EOF'
from pycatan import Game
from pycatan.board import BeginnerBoard, Coords

game = Game(BeginnerBoard())
builder, other = game.players[:2]
board = game.board


def neighbours(coords):
    near = board.get_intersection_connected_intersections(board.intersections[coords])
    return sorted((c.coords.q, c.coords.r) for c in near)


line = [min((c.q, c.r) for c in board.intersections)]
while len(line) < 7:
    line.append(next(c for c in neighbours(Coords(*line[-1])) if c not in line))
line = [Coords(*c) for c in line]
game.build_settlement(builder, line[0], cost_resources=False, ensure_connected=False)
for one, two in zip(line, line[1:]):
    game.build_road(builder, {one, two}, cost_resources=False)


def look(name):
    owner = game.longest_road_owner
    text = {None: "nobody", builder: "the builder", other: "the other"}[owner]
    print(f"{name}: length {board.calculate_player_longest_road(builder)}, owner {text},", end=" ")
    print(f"points of the builder {game.get_victory_points(builder)}")


look("six roads in a line")
game.build_settlement(other, line[3], cost_resources=False, ensure_connected=False)
look("the other settles in the middle")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
six roads in a line: length 6, owner the builder, points of the builder 3
the other settles in the middle: length 3, owner the builder, points of the builder 3
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
