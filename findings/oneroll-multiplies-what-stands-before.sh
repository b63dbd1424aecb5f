#!/usr/bin/env bash
# oneroll 1.3.5 (PyPI): 1+2*3 is 9, so a bonus before a product is multiplied, too.
#
# Guess: Multiplication goes before addition, and powers before both, in every reader of dice notation as in arithmetic,
# and its documentation names arithmetic among what it reads.
# What it does: Operators are applied from left to right, whatever they are. Only brackets bind.
# Seen:
#     1+2*3: oneroll 9, read as ((1) + (2)) * (3), due 7
#     10-4/2: oneroll 3, read as ((10) - (4)) / (2), due 8
#     2*3+4*5: oneroll 50, read as (((2) * (3)) + (4)) * (5), due 26
#     1d1+1d1*10: oneroll 20, read as ((1d1) + (1d1)) * (10), due 11
#     1d1+(1d1*10): oneroll 11, read as (1d1) + ((1d1) * (10)), due 11
#     100-3*2d1: oneroll 194, read as ((100) - (3)) * (2d1), due 94
# Why it matters: 2d6+1d4*10 gives up to 160 where 52 is the most, and 100-3*2d10 is 97 times two dice. The text that
# the result shows has the brackets, but who has typed the line does not look for them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'oneroll==1.3.5' >&2
cat > "$folder/look.py" <<'EOF'
import oneroll

for text, due in (("1+2*3", 7), ("10-4/2", 8), ("2*3+4*5", 26), ("1d1+1d1*10", 11), ("1d1+(1d1*10)", 11), ("100-3*2d1", 94)):
    result = oneroll.roll(text)
    print(f"{text}: oneroll {result['total']}, read as {result['expression']}, due {due}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
1+2*3: oneroll 9, read as ((1) + (2)) * (3), due 7
10-4/2: oneroll 3, read as ((10) - (4)) / (2), due 8
2*3+4*5: oneroll 50, read as (((2) * (3)) + (4)) * (5), due 26
1d1+1d1*10: oneroll 20, read as ((1d1) + (1d1)) * (10), due 11
1d1+(1d1*10): oneroll 11, read as (1d1) + ((1d1) * (10)), due 11
100-3*2d1: oneroll 194, read as ((100) - (3)) * (2d1), due 94
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
