#!/usr/bin/env bash
# durakgame 1.0.4 (PyPI): the cards that are thrown in to one who takes are doubled.
#
# Guess: When the defender gives up, the attacker may throw in more cards of the values on the table. They go from one
# hand to the other, and the pack has 36 cards until the end.
# What it does: The cards are added to the hand of the one who takes, and they stay in the attacker's hand too. From
# then on the same card is in both hands, and can be played twice. The package's own players do this: one who plays at
# random throws in within the first rounds of almost every game.
# Seen:
#     first hand: Six(Heart) Six(Spade) Seven(Heart) Seven(Spade) Eight(Heart) Eight(Spade)
#     second hand: Six(Cross) Six(Diamond) Seven(Cross) Seven(Diamond) Eight(Cross) Eight(Diamond)
#     thrown in: Six(Spade)
#     hands and all cards before: 5 6 36
#     hands and all cards after: 6 8 37
#     in both hands: Six(Spade)
#     of 200 games at random, after at most 60 moves with more than 36 cards: 178
# Why it matters: The attacker's hand does not become smaller, so throwing in, which is the way to get rid of cards,
# costs nothing and brings nothing. Games are longer, two aces of one suit meet, and statistics or programs that learn
# from these games learn another game.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'durakgame==1.0.4' >&2
cat > "$folder/look.py" <<'EOF'
import random
from collections import Counter

from durakgame import MrRandom, standardDeck
from durakgame.game import Game
from durakgame.move import ForfeitingMove


def cards(game):
    """Return all the cards of a game, wherever they are."""
    table = game.table.attack + game.table.defense
    return [*game.player1.hand, *game.player2.hand, *game.deck, *game.discardPile, *table]


# The deck is sorted by value, so each player begins with cards of two values.
game = Game(sorted(standardDeck()), MrRandom(), MrRandom())
print("first hand:", *game.player1.hand)
print("second hand:", *game.player2.hand)
game.process(game.generateOptions()[0])
game.process(next(move for move in game.generateOptions() if isinstance(move, ForfeitingMove)))
thrown = max(game.generateOptions(), key=lambda move: len(move.cards))
before = len(game.player1.hand), len(game.player2.hand), len(cards(game))
game.process(thrown)
print("thrown in:", *thrown.cards)
print("hands and all cards before:", *before)
print("hands and all cards after:", len(game.player1.hand), len(game.player2.hand), len(cards(game)))
print("in both hands:", *sorted(card for card, count in Counter(cards(game)).items() if count > 1))

doubled = 0
for seed in range(200):
    random.seed(seed)
    deck = standardDeck()
    random.shuffle(deck)
    game = Game(deck, MrRandom(), MrRandom())
    for _ in range(60):
        if game.isFinished:
            break
        options = game.generateOptions()
        game.process(options[game.currentPlayer.nextMove(game.state, options)])
    doubled += len(cards(game)) > 36
print("of 200 games at random, after at most 60 moves with more than 36 cards:", doubled)
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
first hand: Six(Heart) Six(Spade) Seven(Heart) Seven(Spade) Eight(Heart) Eight(Spade)
second hand: Six(Cross) Six(Diamond) Seven(Cross) Seven(Diamond) Eight(Cross) Eight(Diamond)
thrown in: Six(Spade)
hands and all cards before: 5 6 36
hands and all cards after: 6 8 37
in both hands: Six(Spade)
of 200 games at random, after at most 60 moves with more than 36 cards: 178
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
