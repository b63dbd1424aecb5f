#!/usr/bin/env bash
# py-ev 0.0.10 (PyPI): two pairs of kings and queens beat two pairs of aces and twos.
#
# Guess: Of two hands with two pairs the higher pair decides: aces and twos beat any two pairs without aces.
# What it does: The strength is one number: a hundred times the higher pair, ten times the lower one and the kicker,
# where ranks go from 2 to 14. An ace as kicker and a queen as lower pair carry over into the next place. So kings and
# queens with an ace have one point more than aces and twos with a king. equity() plays the hands in the same way.
# Seen:
#     A 2 on A K Q 2 7: 3001433 Two pair
#     A 7 on A K Q 2 7: 3001483 Two pair
#     K Q on A K Q 2 7: 3001434 Two pair
#
#     A 2 against K Q on this board: won 0.0 %, lost 100.0 %, drawn 0.0 %
# Why it matters: Ranks above 9 do not fit into a decimal place. Nearly all comparisons come out right all the same,
# some thousand random hands show nothing, and the one that is wrong gives the pot to the weaker hand.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'py-ev==0.0.10' >&2
cat > "$folder/look.py" <<'EOF'
from py_ev import Evaluator

evaluator = Evaluator()
ACE, KING, QUEEN = 14, 13, 12
BOARD = [(ACE, 1), (KING, 2), (QUEEN, 3), (2, 4), (7, 1)]
HANDS = {"A 2": [(ACE, 2), (2, 3)], "A 7": [(ACE, 4), (7, 3)], "K Q": [(KING, 3), (QUEEN, 4)]}
for name, hand in HANDS.items():
    print(f"{name} on A K Q 2 7:", *evaluator.evaluate(list(hand), list(BOARD), name=True))
won, lost, drawn = evaluator.equity(10, list(HANDS["A 2"]), list(HANDS["K Q"]), list(BOARD))
print(f"A 2 against K Q on this board: won {won} %, lost {lost} %, drawn {drawn} %")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
A 2 on A K Q 2 7: 3001433 Two pair
A 7 on A K Q 2 7: 3001483 Two pair
K Q on A K Q 2 7: 3001434 Two pair

A 2 against K Q on this board: won 0.0 %, lost 100.0 %, drawn 0.0 %
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
