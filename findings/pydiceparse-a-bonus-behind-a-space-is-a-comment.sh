#!/usr/bin/env bash
# pydiceparse 0.5.1.4 (PyPI): 1d20 + 5 is 1d20 with the comment "+ 5".
#
# Guess: Its grammar passes over spaces, and a text behind the dice is a comment: "1d20+5 to hit". So 1d20 + 5 is
# 1d20+5.
# What it does: A comment begins with a space as well, and where both readings are possible the comment wins: all that
# follows the first space is shown and not counted.
# Seen:
#     1d20+5 - Ann rolled: (1d20 = [20] = 20) + 5 = 25
#     1d20 + 5 - Ann rolled: 1d20 = [20] = 20 # + 5
#     1d20 +5 - Ann rolled: 1d20 = [20] = 20 # +5
#     2d6 + 1d4 - Ann rolled: 2d6 = [6,6] = 12 # + 1d4
#     2d6 * 2 - Ann rolled: 2d6 = [6,6] = 12 # * 2
#     1d20+5 to hit - Ann rolled: (1d20 = [20] = 20) + 5 = 25 # to hit
# Why it matters: Most people type spaces round a plus. The bonus stands in the answer, behind the number, so that
# nobody sees that it is not in it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pydiceparse==0.5.1.4' 'lark-parser==0.12.0' >&2
cat > "$folder/look.py" <<'EOF'
import diceparse


class Highest:
    """A source of random numbers that always throws the highest."""

    def randint(self, low, high):
        return high


diceparse.random = Highest()
for text in ("1d20+5", "1d20 + 5", "1d20 +5", "2d6 + 1d4", "2d6 * 2", "1d20+5 to hit"):
    print(f"{text} - {diceparse.roll(text, 'Ann')}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
1d20+5 - Ann rolled: (1d20 = [20] = 20) + 5 = 25
1d20 + 5 - Ann rolled: 1d20 = [20] = 20 # + 5
1d20 +5 - Ann rolled: 1d20 = [20] = 20 # +5
2d6 + 1d4 - Ann rolled: 2d6 = [6,6] = 12 # + 1d4
2d6 * 2 - Ann rolled: 2d6 = [6,6] = 12 # * 2
1d20+5 to hit - Ann rolled: (1d20 = [20] = 20) + 5 = 25 # to hit
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
