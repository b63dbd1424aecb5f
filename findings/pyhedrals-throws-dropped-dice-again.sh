#!/usr/bin/env bash
# pyhedrals 0.2.0 (PyPI): a die that was dropped is thrown again and counts, so 4d6dl1r1 is the sum of four dice at
# times.
#
# Guess: Modifiers are applied from left to right to the dice that are left: "drop the lowest, throw ones again" leaves
# three dice, and so does "keep the lowest of two, throw sixes again" leave one.
# What it does: Keeping, dropping and counting pass over dice that were dropped before; throwing again and exploding do
# not. A dropped die of the wanted number is thrown once more, and the new one is not dropped.
# Seen:
#     4d6dl1 with [5, 5, 5, 1]: 4d6: 5,5,5,-1- (15)
#     4d6dl1r1 with [5, 5, 5, 1, 6]: 4d6: 5,5,5,-1-,6 (21)
#     4d6r1dl1 with [5, 5, 5, 1, 6]: 4d6: 5,5,-5-,-1-,6 (16)
#     2d20kl1 with [20, 7]: 2d20: -20-,7 (7)
#     2d20kl1! with [20, 7, 9]: 2d20: -*20*-,7,9 (16)
#     3d6kh1c>=2 with [6, 5, 4]: 3d6: 6,-5-,-4- (1)
# Why it matters: The method 4d6dl1r1, by which characters are made, gives totals up to 24 where 18 is the most, and the
# worse of two dice, 2d20kl1!, can be the sum of two.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pyhedrals==0.2.0' 'sly==0.5' 'setuptools==80.9.0' >&2
cat > "$folder/look.py" <<'EOF'
import random

from pyhedrals import DiceRoller


def thrown(text, *dice):
    """Return what a text gives when the dice show given numbers one after the other."""
    left = list(dice)
    random.randint = lambda low, high: left.pop(0)
    result = DiceRoller().parse(text)
    return f"{text} with {list(dice)}: {', '.join(result.strings())}"


print(thrown("4d6dl1", 5, 5, 5, 1))
print(thrown("4d6dl1r1", 5, 5, 5, 1, 6))
print(thrown("4d6r1dl1", 5, 5, 5, 1, 6))
print(thrown("2d20kl1", 20, 7))
print(thrown("2d20kl1!", 20, 7, 9))
print(thrown("3d6kh1c>=2", 6, 5, 4))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
4d6dl1 with [5, 5, 5, 1]: 4d6: 5,5,5,-1- (15)
4d6dl1r1 with [5, 5, 5, 1, 6]: 4d6: 5,5,5,-1-,6 (21)
4d6r1dl1 with [5, 5, 5, 1, 6]: 4d6: 5,5,-5-,-1-,6 (16)
2d20kl1 with [20, 7]: 2d20: -20-,7 (7)
2d20kl1! with [20, 7, 9]: 2d20: -*20*-,7,9 (16)
3d6kh1c>=2 with [6, 5, 4]: 3d6: 6,-5-,-4- (1)
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
