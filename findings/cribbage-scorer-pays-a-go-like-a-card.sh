#!/usr/bin/env bash
# cribbage-scorer 0.2.5 (PyPI): who says "go" scores the last card of the opponent once more.
#
# Guess: play_calc_score_set scores the play of cribbage, with "GO" for a player who cannot lay: a run, a pair or a
# fifteen belongs to the player who laid the card, and a go itself scores nothing for whoever says it.
# What it does: After each entry, whether a card or a go, the cards on the table are scored again and the points given
# to a player whose number follows from the count of cards and of players who have not said go. So at a go the last run
# or pair is paid a second time, often to another player, and after a go of one of three the cards of the next player go
# to the wrong name.
# Seen:
#     Abi 10, Bob 9, Abi 8: count 27, points {'Abi': 4, 'Bob': 0}, due Abi 4
#     Abi 10, Bob 9, Abi 8, Bob go: count 27, points {'Abi': 7, 'Bob': 0}, due Abi 4
#     Abi 10, Bob 9, Abi 8, Bob go, Abi 3: count 30, points {'Abi': 7, 'Bob': 0}, due Abi 4
#     Abi 10, Bob 9, Cat 8, Abi go: count 27, points {'Abi': 0, 'Bob': 4, 'Cat': 3}, due Cat 4
#     Abi 9, Bob 10, Cat 9, Abi go, Bob 3: count 31, points {'Abi': 0, 'Bob': 0, 'Cat': 2}, due Bob 2
# Why it matters: A go is an ordinary part of the play, and the false points decide who pegs out first. Plays without a
# go are right, and the example of the documentation is one of them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'cribbage-scorer==0.2.5' >&2
cat > "$folder/look.py" <<'EOF'
from cribbage_scorer import cribbage_scorer

GO = (0, "GO")
TWO, THREE = ["Abi", "Bob"], ["Abi", "Bob", "Cat"]
PLAYS = (  # Whoever lays the last card of the list has one point for it, two at 31.
    ("Abi 10, Bob 9, Abi 8", TWO, [(10, "S"), (9, "H"), (8, "S")], "Abi 4"),
    ("Abi 10, Bob 9, Abi 8, Bob go", TWO, [(10, "S"), (9, "H"), (8, "S"), GO], "Abi 4"),
    ("Abi 10, Bob 9, Abi 8, Bob go, Abi 3", TWO, [(10, "S"), (9, "H"), (8, "S"), GO, (3, "H")], "Abi 4"),
    ("Abi 10, Bob 9, Cat 8, Abi go", THREE, [(10, "S"), (9, "H"), (8, "S"), GO], "Cat 4"),
    ("Abi 9, Bob 10, Cat 9, Abi go, Bob 3", THREE, [(9, "S"), (10, "H"), (9, "C"), GO, (3, "H")], "Bob 2"),
)
for text, players, cards, due in PLAYS:
    scores, count, _ = cribbage_scorer.play_calc_score_set(cards, players)
    print(f"{text}: count {count}, points {scores}, due {due}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
Abi 10, Bob 9, Abi 8: count 27, points {'Abi': 4, 'Bob': 0}, due Abi 4
Abi 10, Bob 9, Abi 8, Bob go: count 27, points {'Abi': 7, 'Bob': 0}, due Abi 4
Abi 10, Bob 9, Abi 8, Bob go, Abi 3: count 30, points {'Abi': 7, 'Bob': 0}, due Abi 4
Abi 10, Bob 9, Cat 8, Abi go: count 27, points {'Abi': 0, 'Bob': 4, 'Cat': 3}, due Cat 4
Abi 9, Bob 10, Cat 9, Abi go, Bob 3: count 31, points {'Abi': 0, 'Bob': 0, 'Cat': 2}, due Bob 2
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
