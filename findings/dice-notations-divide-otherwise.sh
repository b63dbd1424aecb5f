#!/usr/bin/env bash
# d20 1.1.2 and dice 4.0.0 (PyPI): two readers of dice notation disagree on 5/2*2 and on -5/2.
#
# Guess: Both divide alike, and whole numbers: "half damage, rounded down" is written /2 in either.
# What it does: d20 goes on with the fraction and cuts it from the total, towards 0: 5/2*2 is 5, -5/2 is -2. dice
# rounds down at once: 4 and -3. In d20 -5//2 is -3.
# Seen:
#     5/2 d20: 2 dice: 2
#     5/2*2 d20: 5 dice: 4
#     -5/2 d20: -2 dice: -3
#     7/2+7/2 d20: 7 dice: 6
#     -5//2 d20: -3
# Why it matters: The same formula of a rule book, or of a saved character, gives other results by the bot of the chat
# and by the program of the table, and only where a division is followed by something or the value is negative.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'd20==1.1.2' 'dice==4.0.0' >&2
cat > "$folder/look.py" <<'EOF'
import d20
import dice

for text in ("5/2", "5/2*2", "-5/2", "7/2+7/2"):
    print(text, "d20:", d20.roll(text).total, "dice:", dice.roll(text))
print("-5//2", "d20:", d20.roll("-5//2").total)
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
5/2 d20: 2 dice: 2
5/2*2 d20: 5 dice: 4
-5/2 d20: -2 dice: -3
7/2+7/2 d20: 7 dice: 6
-5//2 d20: -3
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
