#!/usr/bin/env bash
# ttrpg-dice 0.7.0 (PyPI): d6 + d6 read from a text is one d6, and 3d6 + 1d6 as well.
#
# Guess: d.from_str reads dice notation: "d6 + d6" is the same as d(6) + d(6), which is 2d6, and "4d6 + 2d6" is 6d6.
# What it does: The parts are put into a table by their number of faces, and a later part with as many faces takes the
# place of the earlier one. Only the last counts: "5d6 + d6" is a d6. Numbers are dice with one face, so "2 + 3" is 3,
# and so is a bonus that is given in two parts. Added as objects the dice are right.
# Seen:
#     '2d6': 2d6, mean 7.0, at most 12
#     'd6 + d6': d6, mean 3.5, at most 6
#     '5d6 + d6': d6, mean 3.5, at most 6
#     'd4 + d6 + d4': d4 + d6, mean 6.0, at most 10
#     '2 + 3': 3, mean 3.0, at most 3
#     '2d6 + 3 + 1d6 + 2': d6 + 2, mean 5.5, at most 8
#     d(6) + d(6): 2d6, mean 7.0, at most 12
# Why it matters: The sum of an attack and its bonus, such as "2d6 + 3 + 1d6 + 2" from a sheet, has a mean of 5.5 in
# place of 15.5; no error is raised, and the text that the object shows, "d6 + 2", is only looked at by those who doubt.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'ttrpg-dice==0.7.0' >&2
cat > "$folder/look.py" <<'EOF'
from ttrpg_dice import d


def mean(dice):
    """Return the mean of a sum of dice."""
    return sum(value * chance for value, chance in enumerate(dice, start=1))


for text in ("2d6", "d6 + d6", "5d6 + d6", "d4 + d6 + d4", "2 + 3", "2d6 + 3 + 1d6 + 2"):
    dice = d.from_str(text)
    print(f"{text!r}: {dice}, mean {mean(dice):.1f}, at most {len(dice)}")
dice = d(6) + d(6)
print(f"d(6) + d(6): {dice}, mean {mean(dice):.1f}, at most {len(dice)}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
'2d6': 2d6, mean 7.0, at most 12
'd6 + d6': d6, mean 3.5, at most 6
'5d6 + d6': d6, mean 3.5, at most 6
'd4 + d6 + d4': d4 + d6, mean 6.0, at most 10
'2 + 3': 3, mean 3.0, at most 3
'2d6 + 3 + 1d6 + 2': d6 + 2, mean 5.5, at most 8
d(6) + d(6): 2d6, mean 7.0, at most 12
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
