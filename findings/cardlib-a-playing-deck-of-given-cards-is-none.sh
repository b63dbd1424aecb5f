#!/usr/bin/env bash
# cardlib 1.1.0 (PyPI): PlayingCardDeck.from_cards makes a deck and returns None.
#
# Guess: from_cards creates a deck from a list of cards, as its description says, for PlayingCardDeck as for Deck, with
# the options that it takes over.
# What it does: PlayingCardDeck has the method from its base class made again for its options. It calls that one, which
# returns the deck, and returns nothing itself. There is no error before the deck is used.
# Seen:
#     Deck.from_cards: Deck(2 cards), true or false True
#     PlayingCardDeck.from_cards: None, true or false False
#     an empty PlayingCardDeck: PlayingCardDeck(0 cards), true or false False
#     ace and ten: Deck 0, PlayingCardDeck 1
# Why it matters: A hand, a discard pile or a stripped deck of ordinary cards cannot be made in this way, and what comes
# is false like an empty deck, so that a test for cards left says that there are none. With Deck the same cards are
# there, but their order of ranks is not.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'cardlib==1.1.0' >&2
cat > "$folder/look.py" <<'EOF'
from cardlib import Deck, PlayingCardDeck, StandardPlayingCards

CARDS = [StandardPlayingCards.ACE_SPADES, StandardPlayingCards.TEN_HEARTS]
for kind in (Deck, PlayingCardDeck):
    deck = kind.from_cards(CARDS)
    print(f"{kind.__name__}.from_cards: {deck}, true or false {bool(deck)}")

empty = PlayingCardDeck(empty=True)
print(f"an empty PlayingCardDeck: {empty}, true or false {bool(empty)}")
ace, ten = CARDS
print(f"ace and ten: Deck {Deck(empty=True).compare(ace, ten)}, PlayingCardDeck {empty.compare(ace, ten)}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
Deck.from_cards: Deck(2 cards), true or false True
PlayingCardDeck.from_cards: None, true or false False
an empty PlayingCardDeck: PlayingCardDeck(0 cards), true or false False
ace and ten: Deck 0, PlayingCardDeck 1
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
