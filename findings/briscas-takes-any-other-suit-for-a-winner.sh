#!/usr/bin/env bash
# briscas 1.2 (PyPI): its thinking player takes a small card of another suit for one that wins the trick.
#
# Guess: LocalPlayer, who plays second, looks for the cheapest card that beats the one on the table, and for the
# cheapest of all if there is none. A card of a third suit beats nothing.
# What it does: One function decides both who takes the trick and what would: of two cards of different suits, neither
# of them trumps, it says that the first one is better. For the trick that is right. The player asks it with his own
# card first, so each card of a third suit seems to win, and being the cheapest it is played. The trick is then given to
# the other.
# Seen:
#     3 ORO led, 1 ORO or 2 COPA: plays 2 COPA, wins False, could win True
#     12 ORO led, 1 ORO or 2 COPA: plays 2 COPA, wins False, could win True
#     3 ORO led, 1 ORO or 4 ORO: plays 1 ORO, wins True, could win True
#     3 ORO led, 2 COPA or 4 ESPADA: plays 2 COPA, wins False, could win True
#     2 ESPADA led, 2 COPA or 4 ESPADA: plays 4 ESPADA, wins True, could win True
# Why it matters: The player throws away tricks that he could take, in just those hands that have a winning card and a
# small one of a third suit. Against a trump on the table he chooses well, so not every test shows it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'briscas==1.2' 'six==1.17.0' >&2
cat > "$folder/look.py" <<'EOF'
from briscas.models import Card, Suite
from briscas.players import LocalPlayer
from briscas.util import is_better

TRUMP = Card(7, Suite.ESPADA)
ACE, TWO, SMALL = Card(1, Suite.ORO), Card(2, Suite.COPA), Card(4, Suite.ESPADA)


def name(card):
    """Return the number and the suit of a card without colours."""
    return f"{card.number} {card.suite.name}"


for hand, thrown in (
    ([ACE, TWO], Card(3, Suite.ORO)),
    ([ACE, TWO], Card(12, Suite.ORO)),
    ([ACE, Card(4, Suite.ORO)], Card(3, Suite.ORO)),
    ([TWO, SMALL], Card(3, Suite.ORO)),
    ([TWO, SMALL], Card(2, Suite.ESPADA)),
):
    player = LocalPlayer("P2")
    player.init(list(hand))
    played = player.play(TRUMP, thrown=thrown)
    wins = not is_better(thrown, played, TRUMP)
    could = any(not is_better(thrown, card, TRUMP) for card in hand)
    print(f"{name(thrown)} led, {' or '.join(map(name, hand))}: plays {name(played)}, wins {wins}, could win {could}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
3 ORO led, 1 ORO or 2 COPA: plays 2 COPA, wins False, could win True
12 ORO led, 1 ORO or 2 COPA: plays 2 COPA, wins False, could win True
3 ORO led, 1 ORO or 4 ORO: plays 1 ORO, wins True, could win True
3 ORO led, 2 COPA or 4 ESPADA: plays 2 COPA, wins False, could win True
2 ESPADA led, 2 COPA or 4 ESPADA: plays 4 ESPADA, wins True, could win True
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
