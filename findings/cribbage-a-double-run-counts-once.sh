#!/usr/bin/env bash
# cribbage 1.3.2 (PyPI): 3 3 4 5 has one run, and four cards of a suit in the hand are nothing.
#
# Guess: Each set of cards in sequence counts: 3 3 4 5 are two runs of three and a pair, 8 points, and 3 3 3 4 5 are
# three runs. Four cards of one suit in the hand are 4 points, and 5 with the turned card.
# What it does: It counts runs up to the first one of the greatest length and stops there. The flush is asked for with
# the turned card only.
# Seen:
#     3d 4h 5s Kc Kd: runs 3 (by the rules 3), flush 0 (by the rules 0), in all 9
#     3d 3h 4s 5c Kd: runs 3 (by the rules 6), flush 0 (by the rules 0), in all 9
#     3d 3h 4s 4c 5d: runs 3 (by the rules 12), flush 0 (by the rules 0), in all 11
#     3d 3h 3s 4c 5d: runs 3 (by the rules 9), flush 0 (by the rules 0), in all 15
#     2d 4d 6d 8d Kd: runs 0 (by the rules 0), flush 5 (by the rules 5), in all 5
#     2d 4d 6d 8d Kc: runs 0 (by the rules 0), flush 0 (by the rules 4), in all 0
# Why it matters: Double runs are common among the good hands. The game itself, and its player that chooses what to lay
# into the crib, count 3 to 9 points less for them. A single run and a flush of five are right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps 'cribbage==1.3.2' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
from cribbage.card import cards_from_str
from cribbage.score import score_flush_and_right_jack, score_hand, score_runs

for text, runs, flush in (
    ("3d 4h 5s Kc Kd", 3, 0),
    ("3d 3h 4s 5c Kd", 6, 0),
    ("3d 3h 4s 4c 5d", 12, 0),
    ("3d 3h 3s 4c 5d", 9, 0),
    ("2d 4d 6d 8d Kd", 0, 5),
    ("2d 4d 6d 8d Kc", 0, 4),
):
    *hand, turned = cards_from_str(text)
    seen, suits, total = score_runs(hand, turned), score_flush_and_right_jack(hand, turned), score_hand(hand, turned)
    print(f"{text}: runs {seen} (by the rules {runs}), flush {suits} (by the rules {flush}), in all {total}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
3d 4h 5s Kc Kd: runs 3 (by the rules 3), flush 0 (by the rules 0), in all 9
3d 3h 4s 5c Kd: runs 3 (by the rules 6), flush 0 (by the rules 0), in all 9
3d 3h 4s 4c 5d: runs 3 (by the rules 12), flush 0 (by the rules 0), in all 11
3d 3h 3s 4c 5d: runs 3 (by the rules 9), flush 0 (by the rules 0), in all 15
2d 4d 6d 8d Kd: runs 0 (by the rules 0), flush 5 (by the rules 5), in all 5
2d 4d 6d 8d Kc: runs 0 (by the rules 0), flush 0 (by the rules 4), in all 0
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
