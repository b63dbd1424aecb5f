#!/usr/bin/env bash
# multi-dice 1.0.1 (PyPI): the average of 2d6 is 6.5 and that of 10d6 is 30.5.
#
# Guess: The average of a die with six sides is 3.5, of two 7 and of ten 35: halfway between the least and the greatest
# sum, which are given beside it.
# What it does: It adds 1 to the greatest sum and halves that, which is right for one die only: with more of them half a
# point is lost for each. The same dice written one by one have another average.
# Seen:
#     1d6: average 3.5, between 1 and 6, half of both 3.5
#     2d6: average 6.5, between 2 and 12, half of both 7.0
#     1d6+1d6: average 7.0, between 2 and 12, half of both 7.0
#     1d12: average 6.5, between 1 and 12, half of both 6.5
#     10d6: average 30.5, between 10 and 60, half of both 35.0
#     4d6k4: average 12.5, between 4 and 24, half of both 14.0
# Why it matters: The average is what one compares weapons or rules by. 2d6 and 1d12 have one average here, 6.5, though
# two dice are better by half a point; a test with a single die passes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'multi-dice==1.0.1' >&2
cat > "$folder/look.py" <<'EOF'
import multi_dice

for text in ("1d6", "2d6", "1d6+1d6", "1d12", "10d6", "4d6k4"):
    data = multi_dice.RollDice(text).data
    least, greatest = data["minimum"], data["maximum"]
    print(f"{text}: average {data['average']}, between {least} and {greatest}, half of both {(least + greatest) / 2}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
1d6: average 3.5, between 1 and 6, half of both 3.5
2d6: average 6.5, between 2 and 12, half of both 7.0
1d6+1d6: average 7.0, between 2 and 12, half of both 7.0
1d12: average 6.5, between 1 and 12, half of both 6.5
10d6: average 30.5, between 10 and 60, half of both 35.0
4d6k4: average 12.5, between 4 and 24, half of both 14.0
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
