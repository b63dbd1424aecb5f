#!/usr/bin/env bash
# pydecklib 0.1.1 (PyPI): a card that is added at position 0 lands anywhere in the deck, and the seed 0 is none.
#
# Guess: add_card(card, position=0) lays the card on top, from where draw() takes it; the example of its documentation
# adds a card so. None means a random place. A seed of 0 repeats the order as any other does.
# What it does: It asks "if position" and "if seed", so 0 counts as not given: the card is put in a random place, and
# the deck is shuffled anew each time.
# Seen:
#     added 100 times at 0: found there 2 times
#     added 100 times at 1: found there 100 times
#     added 100 times at 51: found there 0 times
#     shuffled 10 times with the seed 0: 10 order(s)
#     shuffled 10 times with the seed 1: 1 order(s)
# Why it matters: A game that puts a card back on the stock does so at one place in 52 times, and a test with a card on
# top deals another one each time.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps 'pydecklib==0.1.1' >&2
cat > "$folder/look.py" <<'EOF'
import random

from pydecklib.deck import Deck

random.seed(1)
for position in (0, 1, 51):
    found = 0
    for _ in range(100):
        deck = Deck()
        card = next(deck.draw())
        deck.add_card(card, position=position)
        found += list(deck).index(card) == position
    print(f"added 100 times at {position}: found there {found} times")
for seed in (0, 1):
    orders = set()
    for _ in range(10):
        deck = Deck()
        deck.shuffle(seed=seed)
        orders.add(tuple((card.suit.value, card.value.value) for card in deck))
    print(f"shuffled 10 times with the seed {seed}: {len(orders)} order(s)")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
added 100 times at 0: found there 2 times
added 100 times at 1: found there 100 times
added 100 times at 51: found there 0 times
shuffled 10 times with the seed 0: 10 order(s)
shuffled 10 times with the seed 1: 1 order(s)
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
