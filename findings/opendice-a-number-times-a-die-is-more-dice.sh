#!/usr/bin/env bash
# opendice 0.2.0 (PyPI): 2*d6 is the sum of two dice, but (1+1)*d6 and -2*d6 double one die.
#
# Guess: An operator does one thing: 2*d6 is twice what one die shows, as AnyDice has it, by which the package says it
# is inspired, and 1+1 is 2.
# What it does: A positive number that is written as such, before or after the star, means so many throws that are
# added. A number that is computed, a negative one and 0 multiply what is shown. The mean is the same, the odds are not.
# Seen:
#     2*d6: mean 7, chance of 2, 3 and 12: 0.0278, 0.0556, 0.0278
#     d6*2: mean 7, chance of 2, 3 and 12: 0.0278, 0.0556, 0.0278
#     2d6: mean 7, chance of 2, 3 and 12: 0.0278, 0.0556, 0.0278
#     (1+1)*d6: mean 7, chance of 2, 3 and 12: 0.1667, 0.0000, 0.1667
#     d6*(3-1): mean 7, chance of 2, 3 and 12: 0.1667, 0.0000, 0.1667
#     -2*d6: mean -7, chance of -2, -3 and -12: 0.1667, 0.0000, 0.1667
#     -(2*d6): mean -7, chance of -2, -3 and -12: 0.0278, 0.0556, 0.0278
# Why it matters: Doubled damage is a common rule: 12 has a chance of 1 in 6, and 3 has none. Asked as 2*d6, the answer
# is that of two dice, 1 in 36 and 1 in 18, and nobody sees it in the mean. A constant that becomes a sum in brackets
# changes the game.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'opendice==0.2.0' >&2
cat > "$folder/look.py" <<'EOF'
from opendice import parse

for text in ("2*d6", "d6*2", "2d6", "(1+1)*d6", "d6*(3-1)", "-2*d6", "-(2*d6)"):
    die = parse(text)
    sign = 1 if die.mean() > 0 else -1
    odds = [f"{die.prob(sign * value):.4f}" for value in (2, 3, 12)]
    print(f"{text}: mean {die.mean():g}, chance of {2 * sign}, {3 * sign} and {12 * sign}: {', '.join(odds)}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
2*d6: mean 7, chance of 2, 3 and 12: 0.0278, 0.0556, 0.0278
d6*2: mean 7, chance of 2, 3 and 12: 0.0278, 0.0556, 0.0278
2d6: mean 7, chance of 2, 3 and 12: 0.0278, 0.0556, 0.0278
(1+1)*d6: mean 7, chance of 2, 3 and 12: 0.1667, 0.0000, 0.1667
d6*(3-1): mean 7, chance of 2, 3 and 12: 0.1667, 0.0000, 0.1667
-2*d6: mean -7, chance of -2, -3 and -12: 0.1667, 0.0000, 0.1667
-(2*d6): mean -7, chance of -2, -3 and -12: 0.0278, 0.0556, 0.0278
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
