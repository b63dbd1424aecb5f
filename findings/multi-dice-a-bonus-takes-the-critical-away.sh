#!/usr/bin/env bash
# multi-dice 1.0.1 (PyPI): a critical throw of 1d20+5 is none.
#
# Guess: crit says whether a die showed the critical value, 20 or what was given, as for 1d20, whatever is added to it.
# What it does: Each part of the text, also a plain number, sets the mark anew, so only the last part counts: with a
# bonus behind the die it is always False. A bonus before the die is harmless. With dice behind it, theirs is the mark.
# Seen:
#     1d20: critical True, dice thrown 1, all of them critical
#     1d20+5: critical False, dice thrown 1, all of them critical
#     5+1d20: critical True, dice thrown 1, all of them critical
#     1d20+0: critical False, dice thrown 1, all of them critical
#     (1d20+1d4)*2: critical False, dice thrown 2, all of them critical
#     1d20*1: critical False, dice thrown 1, all of them critical
# Why it matters: An attack is nearly always a die and a bonus. It never is critical, without a word, and the rolls
# beside it show the 20. (With a critical value of 1, as below, each die is critical.)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'multi-dice==1.0.1' >&2
cat > "$folder/look.py" <<'EOF'
import multi_dice

for text in ("1d20", "1d20+5", "5+1d20", "1d20+0", "(1d20+1d4)*2", "1d20*1"):
    roll = multi_dice.RollDice(text, crit=1)
    print(f"{text}: critical {roll.data['crit']}, dice thrown {len(roll.rolls)}, all of them critical")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
1d20: critical True, dice thrown 1, all of them critical
1d20+5: critical False, dice thrown 1, all of them critical
5+1d20: critical True, dice thrown 1, all of them critical
1d20+0: critical False, dice thrown 1, all of them critical
(1d20+1d4)*2: critical False, dice thrown 2, all of them critical
1d20*1: critical False, dice thrown 1, all of them critical
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
