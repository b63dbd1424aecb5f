#!/usr/bin/env bash
# kendall-w 1.0.0 (PyPI): judges who agree wholly, with a tie, do not agree, and marks give an agreement of 580.
#
# Guess: compute_w() is Kendall's coefficient of concordance, "[0:1]", where "1 indicates unanimous agreement". Its
# argument is a "list of rating lists": what the judges have given to each item. So the same ratings from all give 1,
# with ties too, for which the coefficient has a well-known correction, and never more than 1.
# What it does: The numbers are taken for ranks from 1 to n without ties, whatever they are. With the ranks that
# statistics give to ties (2.5 and 2.5) it refuses, as it wants integers; with equal integers the result is too low or
# too high. Marks are not made into ranks, so the result grows with the square of their scale.
# Seen:
#     three judges, all give places 1 2 3 4: 1.00
#     three judges, all give places 1 2 2 4: 0.95
#     three judges, all give places 1 2 2 3: 0.40
#     three judges, all give places 1 1 3 3: 0.80
#     three judges, all give places 1 1 1 4: 1.35
#     three judges, all give marks 9 7 4 2: 5.80
#     three judges, all give marks 90 70 40 20: 580.00
#     places 1 2.5 2.5 4: AssertionError
# Why it matters: In a contest that judges decide, and where rankings of players are compared, ties are common. Of two
# groups that both agree wholly, the one with more ties seems to disagree. With marks the number means nothing, and
# nobody notices as long as it happens to be less than 1.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'kendall-w==1.0.0' >&2
cat > "$folder/look.py" <<'EOF'
from kendall_w import compute_w

CASES = (
    ("places 1 2 3 4", (1, 2, 3, 4)),
    ("places 1 2 2 4", (1, 2, 2, 4)),
    ("places 1 2 2 3", (1, 2, 2, 3)),
    ("places 1 1 3 3", (1, 1, 3, 3)),
    ("places 1 1 1 4", (1, 1, 1, 4)),
    ("marks 9 7 4 2", (9, 7, 4, 2)),
    ("marks 90 70 40 20", (90, 70, 40, 20)),
)
for name, ratings in CASES:
    print(f"three judges, all give {name}: {compute_w([[one] * 3 for one in ratings]):.2f}")
try:
    print(compute_w([[1, 1, 1], [2.5, 2.5, 2.5], [2.5, 2.5, 2.5], [4, 4, 4]]))
except AssertionError as error:
    print("places 1 2.5 2.5 4:", type(error).__name__)
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
three judges, all give places 1 2 3 4: 1.00
three judges, all give places 1 2 2 4: 0.95
three judges, all give places 1 2 2 3: 0.40
three judges, all give places 1 1 3 3: 0.80
three judges, all give places 1 1 1 4: 1.35
three judges, all give marks 9 7 4 2: 5.80
three judges, all give marks 90 70 40 20: 580.00
places 1 2.5 2.5 4: AssertionError
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
