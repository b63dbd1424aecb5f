#!/usr/bin/env bash
# poker65 0.0.5 (PyPI): an ace with 2, 3, 4 and 5 is no straight, and loses to three of a kind.
#
# Guess: The ace is high and low: the wheel, 5-4-3-2-A, is the lowest straight and beats three of a kind. The class
# Straight is made for it and accepts 5 as its highest card.
# What it does: get_best_hand looks for straights down to the one that ends with 6, and stops before the one that ends
# with 5. The five cards are then read as a high card, or as what else is among the seven. In one suit it is the same:
# the steel wheel is a plain flush.
# Seen:
#     6-high straight: Straight ['6', '5', '4', '3', '2']
#     wheel: OnePair ['13', '13', '14', '5', '4']
#     three kings: ThreeOfAKind ['13', '13', '13', '12', '4']
#     steel wheel: Flush ['14', '5', '4', '3', '2']
#     the wheel beats three kings: False
# Why it matters: One straight of ten is missed, and the pot goes to the wrong player. All ten straights are handled by
# the classes, so nothing looks amiss, and a random hand has a wheel too seldom for a short test.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'poker65==0.0.5' >&2
cat > "$folder/look.py" <<'EOF'
from Poker65.card import Card
from Poker65.hands import get_best_hand


def best(text):
    """Return the best hand of seven cards such as "AS 2H"."""
    return get_best_hand([Card(rank=card[0], suit=card[1]) for card in text.split()])


BOARD = "2H 3C 4S KD KC"
for name, text in (
    ("6-high straight", "5D 6S " + BOARD),
    ("wheel", "AD 5S " + BOARD),
    ("three kings", "KS QS " + BOARD),
    ("steel wheel", "AH 5H 2H 3H 4H KD KC"),
):
    hand = best(text)
    print(f"{name}: {hand.hand_type} {[f'{card.rank + 2}' for card in hand.get_cards()]}")
print("the wheel beats three kings:", best("AD 5S " + BOARD) > best("KS QS " + BOARD))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
6-high straight: Straight ['6', '5', '4', '3', '2']
wheel: OnePair ['13', '13', '14', '5', '4']
three kings: ThreeOfAKind ['13', '13', '13', '12', '4']
steel wheel: Flush ['14', '5', '4', '3', '2']
the wheel beats three kings: False
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
