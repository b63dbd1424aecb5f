#!/usr/bin/env bash
# dice-notation 1.2.1 (PyPI): -1d6 is a plus, also in 10*-1d6 and in (-1d6).
#
# Guess: Its grammar has a sign before dice and before numbers, so -1d6 lies from -6 to -1 as -3 is -3.
# What it does: The sign before dice is read and not kept; that before a number is. Between two terms a minus is
# subtraction and right.
# Seen:
#     -3: written again -3, value -3
#     -1d1: written again 1d1, value 1
#     10-1d1: written again 10-1d1, value 9
#     -1d1+10: written again 1d1+10, value 11
#     10*-1d1: written again 10*1d1, value 10
#     -5d1: written again 5d1, value 5
# Why it matters: A penalty that comes first, such as -1d4+10, becomes a bonus. The text that the library prints back
# has no minus either.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'antlr4-python3-runtime==4.7.2' 'dice-notation==1.2.1' >&2
cat > "$folder/look.py" <<'EOF'
import contextlib
import io

from dice_notation.parser.dice import DiceParser

for text in ("-3", "-1d1", "10-1d1", "-1d1+10", "10*-1d1", "-5d1"):
    with contextlib.redirect_stdout(io.StringIO()):  # The parser prints its tree.
        dice = DiceParser().parse(text)
    print(f"{text}: written again {dice}, value {dice.roll()}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
-3: written again -3, value -3
-1d1: written again 1d1, value 1
10-1d1: written again 10-1d1, value 9
-1d1+10: written again 1d1+10, value 11
10*-1d1: written again 10*1d1, value 10
-5d1: written again 5d1, value 5
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
