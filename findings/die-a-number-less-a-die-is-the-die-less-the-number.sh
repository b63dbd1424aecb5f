#!/usr/bin/env bash
# die 1.0.0 (PyPI): 10 - d6 is d6 - 10.
#
# Guess: A die takes part in arithmetic and is thrown when it does, on either side of the operator: 10 - die is ten less
# the throw, as 10 / die, 10 // die and 10 % die are.
# What it does: For minus the sides are changed over: a number less a die is the throw less the number, so a value that
# should lie from 4 to 9 lies from -9 to -4. Of the operators only this one is.
# Seen:
#     with a die that always shows 4: die - 10 = -6
#     with a die that always shows 4: 10 - die = -6
#     with a die that always shows 4: 10 / die = 2.5
#     with a die that always shows 4: 10 // die = 2
#     with a die that always shows 4: 10 % die = 2
#     with a die that always shows 4: 10 + die = 14
#     with a die that always shows 4: 10 * die = 40
#     10 - d6 in a thousand throws: [-9, -8, -7, -6, -5, -4]
# Why it matters: "Ten less what you throw" is the armour class, the damage left or the distance to go; all of them are
# negative, and the better throw gives the higher number.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'die==1.0.0' >&2
cat > "$folder/look.py" <<'EOF'
from die import Numeric, Standard

four = Numeric("four", [4])
for text, value in (
    ("die - 10", four - 10), ("10 - die", 10 - four), ("10 / die", 10 / four),
    ("10 // die", 10 // four), ("10 % die", 10 % four), ("10 + die", 10 + four), ("10 * die", 10 * four),
):
    print(f"with a die that always shows 4: {text} = {value}")
values = {10 - Standard(6) for _ in range(1000)}
print("10 - d6 in a thousand throws:", sorted(values))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
with a die that always shows 4: die - 10 = -6
with a die that always shows 4: 10 - die = -6
with a die that always shows 4: 10 / die = 2.5
with a die that always shows 4: 10 // die = 2
with a die that always shows 4: 10 % die = 2
with a die that always shows 4: 10 + die = 14
with a die that always shows 4: 10 * die = 40
10 - d6 in a thousand throws: [-9, -8, -7, -6, -5, -4]
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
