#!/usr/bin/env bash
# generala 2.0.0 (PyPI): the double generala, worth 200 points, is never scored.
#
# Guess: Five equal dice score 200 in the category "Double Generala" for whoever has used "Generala" already, or, by a
# laxer rule, in any case.
# What it does: The dice and the question whether "Generala" is still open are combined bit by bit before they are
# compared with 5, and one bit is never 5. So the score is 0 for every throw, with "Generala" open or used, and the
# expected score of the category is 0 before the first throw. "Generala" itself is right.
# Seen:
#     Generala still open, second throw (6, 6, 6, 6, 6): {'Generala': 100, 'Double Generala': 0, 'Four of a kind': 0}
#     Generala still open, second throw (1, 1, 1, 1, 1): {'Generala': 100, 'Double Generala': 0, 'Four of a kind': 0}
#     Generala still open, second throw (6, 6, 6, 6, 1): {'Generala': 0, 'Double Generala': 0, 'Four of a kind': 80}
#     Generala still open: best score of the double over all throws: 0
#     Generala used, second throw (6, 6, 6, 6, 6): {'Generala': 100, 'Double Generala': 0, 'Four of a kind': 0}
#     Generala used, second throw (1, 1, 1, 1, 1): {'Generala': 100, 'Double Generala': 0, 'Four of a kind': 0}
#     Generala used, second throw (6, 6, 6, 6, 1): {'Generala': 0, 'Double Generala': 0, 'Four of a kind': 80}
#     Generala used: best score of the double over all throws: 0
# Why it matters: The advice for a turn is computed from these scores: the library sees nothing to be won by a second
# five of a kind, and with only the double open all ways of holding dice are as good as each other. Four sixes and a one
# score 80 as four of a kind, which shows that the others work.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'generala==2.0.0' >&2
cat > "$folder/look.py" <<'EOF'
from itertools import product

from generala import counts
from generala.categories import DOUBLE_GENERALA, FOUR_OF_A_KIND, GENERALA

for name, is_open in (("Generala still open", [GENERALA, DOUBLE_GENERALA]), ("Generala used", [DOUBLE_GENERALA])):
    for dice in ((6, 6, 6, 6, 6), (1, 1, 1, 1, 1), (6, 6, 6, 6, 1)):
        scores = {str(one): one.score(counts(dice), 2, is_open).item() for one in (GENERALA, DOUBLE_GENERALA, FOUR_OF_A_KIND)}
        print(f"{name}, second throw {dice}: {scores}")
    best = max(DOUBLE_GENERALA.score(counts(dice), 2, is_open).item() for dice in product(range(1, 7), repeat=5))
    print(f"{name}: best score of the double over all throws: {best}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
Generala still open, second throw (6, 6, 6, 6, 6): {'Generala': 100, 'Double Generala': 0, 'Four of a kind': 0}
Generala still open, second throw (1, 1, 1, 1, 1): {'Generala': 100, 'Double Generala': 0, 'Four of a kind': 0}
Generala still open, second throw (6, 6, 6, 6, 1): {'Generala': 0, 'Double Generala': 0, 'Four of a kind': 80}
Generala still open: best score of the double over all throws: 0
Generala used, second throw (6, 6, 6, 6, 6): {'Generala': 100, 'Double Generala': 0, 'Four of a kind': 0}
Generala used, second throw (1, 1, 1, 1, 1): {'Generala': 100, 'Double Generala': 0, 'Four of a kind': 0}
Generala used, second throw (6, 6, 6, 6, 1): {'Generala': 0, 'Double Generala': 0, 'Four of a kind': 80}
Generala used: best score of the double over all throws: 0
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
