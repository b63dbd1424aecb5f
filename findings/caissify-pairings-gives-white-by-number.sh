#!/usr/bin/env bash
# caissify-pairings 0.5.0 and py4swiss 0.3.1 (PyPI): of two players who both want White, one library asks who has more
# points, the other who has the lower number.
#
# Guess: In FIDE's Dutch system, which both are of, the higher ranked player gets the wanted colour where nothing else
# decides; the rank is the score first, then the number.
# What it does: In round 3 the players 1 (half a point) and 4 (one point) meet, each after White and Black. caissify-
# pairings gives White to 1, py4swiss to 4.
# Seen:
#     caissify-pairings: [(1, 4), (3, 2)]
#     py4swiss:          [(3, 2), (4, 1)]
# Why it matters: Pairings that are checked by another program, as an arbiter does, differ in colours, and low numbers
# get their colour where points should decide.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'caissify-pairings==0.5.0' 'py4swiss==0.3.1' >&2
cat > "$folder/look.py" <<'EOF'
import pathlib
import subprocess
import sys
import tempfile

from caissify_pairings import generate_pairings

# number: points, then opponent, colour and result of each round
PLAYERS = {
    1: (0.5, [(3, "w", "="), (2, "b", "0")]),
    2: (1.5, [(4, "b", "="), (1, "w", "1")]),
    3: (1.0, [(1, "b", "="), (4, "w", "=")]),
    4: (1.0, [(2, "w", "="), (3, "b", "=")]),
}
told = [
    {
        "id": number, "name": str(number), "score": points, "rating": 2000 - number, "starting_number": number,
        "color_hist": ["white" if colour == "w" else "black" for _, colour, _ in rounds],
        "float_history": ["none", "none"], "bye_count": 0,
    }
    for number, (points, rounds) in PLAYERS.items()
]
met = {(number, other) for number, (_, rounds) in PLAYERS.items() for other, _, _ in rounds if number < other}
pairs = generate_pairings(system="dutch", players=told, previous_pairings=met, round_number=3, total_rounds=5)
print("caissify-pairings:", sorted((pair["white_id"], pair["black_id"]) for pair in pairs))

lines = ["012 T"]
for number, (points, rounds) in PLAYERS.items():
    line = f"001 {number:4} m    {number:<33} {2000 - number:4}     {number:11} {'':10} {points:4.1f} {number:4}"
    lines.append(line + "".join(f"  {other:4} {colour} {result}" for other, colour, result in rounds))
with tempfile.TemporaryDirectory() as folder:
    report, found = pathlib.Path(folder, "report.trf"), pathlib.Path(folder, "pairs.txt")
    report.write_text("\n".join([*lines, "XXR 5", "XXC white1", ""]))
    program = pathlib.Path(sys.executable).parent / "py4swiss"
    subprocess.run([program, "-t", report, "-p", found], check=True)
    print("py4swiss:         ", sorted(tuple(map(int, line.split())) for line in found.read_text().splitlines()[1:]))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
caissify-pairings: [(1, 4), (3, 2)]
py4swiss:          [(3, 2), (4, 1)]
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
