#!/usr/bin/env bash
# hexpex 0.2.3 (PyPI): rotate() turns by 60 degrees for every angle, and round another point than the one that is asked.
#
# Guess: centre.rotate(hexes, 120) turns hexes by 120 degrees round the centre, as the documentation says: three times
# 120 is where one began, and the distance from the centre stays.
# What it does: For each hex the same single turn of 60 degrees is made as often as there are steps, each time from the
# hex itself, and the last result is taken. So 60, 120, 180 and 300 are one angle. It is the hex that is turned, round
# the origin, and the centre is then added, where its vector from the centre was meant: at another centre than the
# origin the distance changes. Turning left and right by 60 round the origin is right.
# Seen:
#     round the origin by 60: Axial(0, 2)
#     round the origin by 120: Axial(0, 2)
#     round the origin by 180: Axial(0, 2)
#     round the origin by 300: Axial(0, 2)
#     round the origin by -60: Axial(2, -2)
#     round the origin by -120: Axial(2, -2)
#     round the origin by 60, two times: Axial(-2, 2)
#     round Axial(5, 5) by 60: Axial(6, 5) to Axial(0, 16), distance 1 to 11
#     round Axial(5, 5) by 180: Axial(6, 5) to Axial(0, 16), distance 1 to 11
# Why it matters: A piece of several hexes that is turned twice by 60 fits, and turned once by 120 lands elsewhere;
# round its own middle it flies off the board. A test with 60 degrees round Axial(0, 0), which is the first that one
# writes, passes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'hexpex==0.2.3' >&2
cat > "$folder/look.py" <<'EOF'
from hexpex import Axial


def once(centre, hexagon, angle):
    """Return a hexagon turned round a centre."""
    (turned,) = centre.rotate([hexagon], angle)
    return turned


ORIGIN, OTHER, STONE = Axial(0, 0), Axial(5, 5), Axial(2, 0)
for angle in (60, 120, 180, 300, -60, -120):
    print(f"round the origin by {angle}:", once(ORIGIN, STONE, angle))
twice = once(ORIGIN, once(ORIGIN, STONE, 60), 60)
print("round the origin by 60, two times:", twice)
near = Axial(6, 5)
for angle in (60, 180):
    turned = once(OTHER, near, angle)
    print(f"round {OTHER} by {angle}: {near} to {turned}, distance {OTHER.distance(near)} to {OTHER.distance(turned)}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
round the origin by 60: Axial(0, 2)
round the origin by 120: Axial(0, 2)
round the origin by 180: Axial(0, 2)
round the origin by 300: Axial(0, 2)
round the origin by -60: Axial(2, -2)
round the origin by -120: Axial(2, -2)
round the origin by 60, two times: Axial(-2, 2)
round Axial(5, 5) by 60: Axial(6, 5) to Axial(0, 16), distance 1 to 11
round Axial(5, 5) by 180: Axial(6, 5) to Axial(0, 16), distance 1 to 11
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
