#!/usr/bin/env bash
# no-thanks 0.2.2 (PyPI): of the 33 cards seven are left out, and not nine.
#
# Guess: No Thanks! has the cards 3 to 35, of which nine are put away unseen, so 24 are played. The class says so:
# CARD_MIN 3, CARD_MAX 35, NUM_CARDS_DISCARD 9.
# What it does: The number of cards in play is the highest card less nine, 26, as if the cards began with 1. The number
# of cards that are left is what its players see in their state.
# Seen:
#     3 players: 33 cards, 26 in play, 7 left out, due 9, 11 tokens each
#     5 players: 33 cards, 26 in play, 7 left out, due 9, 11 tokens each
#     7 players: 33 cards, 26 in play, 7 left out, due 9, 7 tokens each
# Why it matters: How many cards are missing is the whole risk of waiting for the card between two others: 9 of 33 are
# away by the rules, 7 of 33 here. Players that learn or are compared with this engine take runs more boldly than pays
# at the table.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'no-thanks==0.2.2' 'inquirer==3.4.1' >&2
cat > "$folder/look.py" <<'EOF'
from no_thanks.core import Game, Player

for count in (3, 5, 7):
    game = Game([Player(f"player {number}") for number in range(count)])
    cards = range(game.CARD_MIN, game.CARD_MAX + 1)
    left = game.state(game.players[0]).cards_in_draw_pile + 1
    print(f"{count} players: {len(cards)} cards, {left} in play, {len(cards) - left} left out,"
          f" due {game.NUM_CARDS_DISCARD}, {game.players[0].tokens} tokens each")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
3 players: 33 cards, 26 in play, 7 left out, due 9, 11 tokens each
5 players: 33 cards, 26 in play, 7 left out, due 9, 11 tokens each
7 players: 33 cards, 26 in play, 7 left out, due 9, 7 tokens each
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
