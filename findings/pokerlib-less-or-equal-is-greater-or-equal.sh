#!/usr/bin/env bash
# pokerlib 2.2.7 (PyPI): a pair is less than or equal to a high card, and not to a flush: "<=" between hands is ">=".
#
# Guess: Hands are compared with all six operators, and a <= b is true if a is worse than b or as good.
# What it does: The other five are right. "<=" is "not other > self", which says that this hand is at least as good as
# the other, so it agrees with the truth for equal hands alone.
# Seen:
#     high card and pair: < True, <= False, >= False
#     pair and flush: < True, <= False, >= False
#     flush and pair: < False, <= True, >= True
#     pair and pair: < False, <= True, >= True
# Why it matters: Whoever asks "is my hand beaten or equal" with "<=", or keeps a sorted list with it, has the order
# upside down, while max(), sort() and "<" in the same program are right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps 'pokerlib==2.2.7' >&2
cat > "$folder/look.py" <<'EOF'
import operator

from pokerlib import HandParser
from pokerlib.enums import Rank, Suit


def hand(text):
    """Return the hand for a text such as "Ah Kd": the ranks as 23456789TJQKA, the suits as chds."""
    suits = {"s": Suit.SPADE, "c": Suit.CLUB, "d": Suit.DIAMOND, "h": Suit.HEART}
    return HandParser([(list(Rank)["23456789TJQKA".index(card[0])], suits[card[1]]) for card in text.split()])


hands = {"high card": "Ah Kd 9c 5s 3h", "pair": "Ah Ad 9c 5s 3h", "flush": "Ah Kh 9h 5h 3h"}
for one, other in (("high card", "pair"), ("pair", "flush"), ("flush", "pair"), ("pair", "pair")):
    pair = hand(hands[one]), hand(hands[other])
    answers = [f"{sign} {getattr(operator, name)(*pair)}" for sign, name in (("<", "lt"), ("<=", "le"), (">=", "ge"))]
    print(f"{one} and {other}:", ", ".join(answers))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
high card and pair: < True, <= False, >= False
pair and flush: < True, <= False, >= False
flush and pair: < False, <= True, >= True
pair and pair: < False, <= True, >= True
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
