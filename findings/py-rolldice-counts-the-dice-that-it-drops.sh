#!/usr/bin/env bash
# py-rolldice 0.4.0 (PyPI): a throw from which dice are dropped is the sum of those that were dropped.
#
# Guess: 4d6x1 drops the lowest of four dice and adds the other three, as 4d6K3 does, and 4d6X1 drops the highest; so
# its documentation has the signs x and X, and so does the text that it returns beside the number.
# What it does: The number is the sum of the dice that were dropped. The text has them behind the two tildes, as it
# should, so number and text contradict each other. To keep dice works.
# Seen:
#     4d6K3 with 1, 5, 3, 6: 14, shown as [6,5,3 ~~ 1], due 14
#     4d6x1 with 1, 5, 3, 6: 1, shown as [3,5,6 ~~ 1], due 14
#     4d6k3 with 1, 5, 3, 6: 9, shown as [1,3,5 ~~ 6], due 9
#     4d6X1 with 1, 5, 3, 6: 6, shown as [5,3,1 ~~ 6], due 9
#     4d6x2 with 1, 5, 3, 6: 4, shown as [5,6 ~~ 1,3], due 11
#     4d6x with 1, 5, 3, 6: 1, shown as [3,5,6 ~~ 1], due 14
# Why it matters: Characters are made by dropping the lowest of four dice, which is written with this sign: each value
# lies from 1 to 6 instead of from 3 to 18. A program that shows the number alone gives no hint.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'py-rolldice==0.4.0' >&2
cat > "$folder/look.py" <<'EOF'
import random

import rolldice


def thrown(text, *dice):
    """Return what a text gives when the dice show given numbers one after the other."""
    left = list(dice)
    random.randint = lambda low, high: left.pop(0)
    return rolldice.roll_dice(text)


for text, due in (("4d6K3", 14), ("4d6x1", 14), ("4d6k3", 9), ("4d6X1", 9), ("4d6x2", 11), ("4d6x", 14)):
    number, shown = thrown(text, 1, 5, 3, 6)
    print(f"{text} with 1, 5, 3, 6: {number}, shown as {shown}, due {due}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
4d6K3 with 1, 5, 3, 6: 14, shown as [6,5,3 ~~ 1], due 14
4d6x1 with 1, 5, 3, 6: 1, shown as [3,5,6 ~~ 1], due 14
4d6k3 with 1, 5, 3, 6: 9, shown as [1,3,5 ~~ 6], due 9
4d6X1 with 1, 5, 3, 6: 6, shown as [5,3,1 ~~ 6], due 9
4d6x2 with 1, 5, 3, 6: 4, shown as [5,6 ~~ 1,3], due 11
4d6x with 1, 5, 3, 6: 1, shown as [3,5,6 ~~ 1], due 14
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
