#!/usr/bin/env bash
# derby 0.7.2 (PyPI): 5d6-2d6 is the sum of seven dice, and 1d6+2+1d6 has lost its 2.
#
# Guess: Its parser reads +, - and comparisons: 5d6-2d6 is the sum of five dice less that of two, and a bonus counts
# wherever it stands.
# What it does: When one of two sums of dice is taken from another one, the dice of both are put into one list, and its
# sum is the value; the difference is handed to the place of the history. A bonus that was added before is dropped when
# more dice follow, whether by plus or minus. Numbers after the last dice are right, and so is a single sum of dice.
# Seen:
#     5d1-1: 4, due 4
#     5d1-2d1: 7, due 3
#     2d1-5d1: 7, due -3
#     1d1+1d1+2: 4, due 4
#     1d1+2+1d1: 2, due 4
#     3d1+4-1d1: 4, due 6
#     3d1-2d1 > 2: True
# Why it matters: The text beside the value is right, 5d6-2d6, so a question such as 5d6-2d6>0 is always answered with
# yes. All tests with one kind of dice and a bonus behind it pass. (With dice of one side, as below, each value is
# certain. The documented derby.roll raises a NameError in this version, so the parser is what one uses.)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'derby==0.7.2' 'lark-parser==0.12.0' >&2
cat > "$folder/look.py" <<'EOF'
from derby.parser import parser

for text, due in (("5d1-1", 4), ("5d1-2d1", 3), ("2d1-5d1", -3), ("1d1+1d1+2", 4), ("1d1+2+1d1", 4), ("3d1+4-1d1", 6)):
    dice = parser.parse(text)
    print(f"{dice}: {dice.value}, due {due}")
print("3d1-2d1 > 2:", parser.parse("3d1-2d1 > 2")[0])
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
5d1-1: 4, due 4
5d1-2d1: 7, due 3
2d1-5d1: 7, due -3
1d1+1d1+2: 4, due 4
1d1+2+1d1: 2, due 4
3d1+4-1d1: 4, due 6
3d1-2d1 > 2: True
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
