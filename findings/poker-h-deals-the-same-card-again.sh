#!/usr/bin/env bash
# poker-h 1.0.2 (PyPI): hand() and board() can deal the same card twice, to one player, too.
#
# Guess: Cards that are dealt from a deck are gone from it, so a hand and a board of one deck are seven different cards,
# as its own example shows them.
# What it does: Each card is chosen from the whole deck, and the deck stays as it is. Of a thousand deals of seven cards
# some 340 hold a card twice, as 1 - 52*51*50*49*48*47*46 / 52**7 has it.
# Seen:
#     cards left in the deck after a deal: 52
#     hands of twice the same card: 16 of 1000; deals with a card twice: 339 of 1000
#     to be expected when cards are laid back: 344
# Why it matters: Every third table shows an impossible deal, pairs and sets come too often, and the outs that are
# counted for it are wrong.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps 'poker-h==1.0.2' >&2
cat > "$folder/look.py" <<'EOF'
import random
from math import perm

from poker_h import deck

random.seed(1)
twice = hands = 0
for _ in range(1000):
    cards = deck.deck()
    hand = deck.hand(cards)
    table = deck.board(cards, 5)
    hands += len(set(hand)) < 2
    twice += len(set(hand + table)) < 7
print(f"cards left in the deck after a deal: {len(cards)}")
print(f"hands of twice the same card: {hands} of 1000; deals with a card twice: {twice} of 1000")
print(f"to be expected when cards are laid back: {round(1000 * (1 - perm(52, 7) / 52**7))}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
cards left in the deck after a deal: 52
hands of twice the same card: 16 of 1000; deals with a card twice: 339 of 1000
to be expected when cards are laid back: 344
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
