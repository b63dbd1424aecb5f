#!/usr/bin/env bash
# pokerFunctions 0.6 (PyPI): of two flushes with the same highest card neither wins.
#
# Guess: Flushes are compared card by card, as hands without a pair are: the king's flush with the queen beats the one
# with the jack.
# What it does: evaluate() returns all ranks of a high card, and the kickers of pairs and sets, but of a flush the
# highest card alone. winner() says that such hands are equal, and equity() counts a tie.
# Seen:
#     flushes: [6, 13] [6, 13] winner -1
#     no flushes: [1, 13, 12, 9, 5, 3] [1, 13, 11, 9, 5, 3] winner 1
#     king of hearts against three of hearts, board ah jh 8h 4h 2c - win, loss, tie in %: [0.0, 0.0, 100.0]
# Why it matters: With four cards of a suit on the board, and the ace among them, all who have one more are told to
# share; here a hand that cannot lose is given no win at all.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps 'pokerFunctions==0.6' >&2
cat > "$folder/look.py" <<'EOF'
from pokerFunctions.equity import equity, evaluate, winner

high, low = ["kh", "qh", "9h", "5h", "3h"], ["kh", "jh", "9h", "5h", "3h"]
mixed = [["kh", "qd", "9h", "5h", "3h"], ["kh", "jd", "9h", "5h", "3h"]]
ranks = [evaluate(hand, None) for hand in (high, low)]
print("flushes:", *ranks, "winner", winner(*ranks)[0])
ranks = [evaluate(hand, None) for hand in mixed]
print("no flushes:", *ranks, "winner", winner(*ranks)[0])
board = ["ah", "jh", "8h", "4h", "2c"]
print("king of hearts against three of hearts, board", *board, "- win, loss, tie in %:", end=" ")
print(equity(["kh", "ks"], ["3h", "3s"], board, runs=200))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
flushes: [6, 13] [6, 13] winner -1
no flushes: [1, 13, 12, 9, 5, 3] [1, 13, 11, 9, 5, 3] winner 1
king of hearts against three of hearts, board ah jh 8h 4h 2c - win, loss, tie in %: [0.0, 0.0, 100.0]
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
