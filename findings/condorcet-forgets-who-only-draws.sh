#!/usr/bin/env bash
# condorcet 0.1.1 (PyPI): one who beats nobody and is beaten by nobody is in no place, and a tie for the first place is
# won by the one who is named first.
#
# Guess: The winner is the one who beats each other one, the next is the winner of the rest, and with nobody like that
# the answer is empty, as it is for a cycle of three.
# What it does: Pairs that are even are left out of the table, and one whose pairs are all even is not in it: neither
# among the winners nor in "the remainder" that is returned beside them. The winner is the first of the table who has
# lost to nobody, also if several have not. So the second place goes to one who has lost, and not to one who has not.
# Seen:
#     A beats B, C is even with both:
#         places: A B; rest: none; if named ABC, ACB, BAC, BCA, CAB, CBA
#     A is even with B, both beat C:
#         places: A B C; rest: none; if named ABC, ACB, CAB
#         places: B A C; rest: none; if named BAC, BCA, CBA
#     A beats B and C, B beats C:
#         places: A B C; rest: none; if named ABC, ACB, BAC, BCA, CAB, CBA
#     a cycle:
#         places: none; rest: A B C; if named ABC, ACB, BAC, BCA, CAB, CBA
# Why it matters: With few ballots, such as those of five judges or the rounds of a small match, even pairs are common.
# The order of the names then decides who wins, which no method of Condorcet knows, and a player is missing from the
# ranking without a word.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'condorcet==0.1.1' >&2
cat > "$folder/look.py" <<'EOF'
from itertools import permutations

from condorcet import CondorcetEvaluator

CASES = (
    ("A beats B, C is even with both", [{"A": 1, "B": 2, "C": 3}, {"C": 1, "A": 2, "B": 3}]),
    ("A is even with B, both beat C", [{"A": 1, "B": 2, "C": 3}, {"B": 1, "A": 2, "C": 3}]),
    ("A beats B and C, B beats C", [{"A": 1, "B": 2, "C": 3}, {"A": 1, "B": 2, "C": 3}]),
    ("a cycle", [{"A": 1, "B": 2, "C": 3}, {"B": 1, "C": 2, "A": 3}, {"C": 1, "A": 2, "B": 3}]),
)
for name, votes in CASES:
    print(f"{name}:")
    said = {}
    for order in permutations("ABC"):
        winners, rest = CondorcetEvaluator(candidates=list(order), votes=votes).get_n_winners(3)
        said.setdefault((" ".join(winners), " ".join(sorted(rest))), []).append("".join(order))
    for (winners, rest), orders in said.items():
        print(f"    places: {winners or 'none'}; rest: {rest or 'none'}; if named {', '.join(orders)}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
A beats B, C is even with both:
    places: A B; rest: none; if named ABC, ACB, BAC, BCA, CAB, CBA
A is even with B, both beat C:
    places: A B C; rest: none; if named ABC, ACB, CAB
    places: B A C; rest: none; if named BAC, BCA, CBA
A beats B and C, B beats C:
    places: A B C; rest: none; if named ABC, ACB, BAC, BCA, CAB, CBA
a cycle:
    places: none; rest: A B C; if named ABC, ACB, BAC, BCA, CAB, CBA
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
