#!/usr/bin/env bash
# datek-jaipur 0.1.1 (PyPI): six cards that are sold at once earn no bonus, and a single card cannot be sold.
#
# Guess: In Jaipur three, four, and "five or more" cards sold at once earn a bonus, of 8 to 10 for the last. Diamonds,
# gold and silver are sold two or more at a time; cloth, spice and leather also one at a time.
# What it does: The bonus is looked up for exactly three, four and five cards, so the sixth card costs all of it. All
# goods have to be sold by twos, and since one always sells all cards of a kind, a single card of leather can only be
# traded away. (The bonus is by lot: here it is said whether there was one.)
# Seen:
#     1 of Leather: refused
#     2 of Leather: coins 7, bonus False
#     3 of Leather: coins 9, bonus True
#     4 of Leather: coins 10, bonus True
#     5 of Leather: coins 11, bonus True
#     6 of Leather: coins 12, bonus False
#     7 of Leather: coins 13, bonus False
#     1 of Cloth: refused
#     1 of Spice: refused
#     1 of Gold: refused
# Why it matters: A sale of six or seven cards is the rarest and should be the best, and is worth less than one of five.
# And a turn that the rules allow, to sell one card of leather while its coins are still good, does not exist here.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'datek-jaipur==0.1.1' >&2
cat > "$folder/look.py" <<'EOF'
import asyncio

from datek_jaipur.domain.compound_types.card import Card, CardSet
from datek_jaipur.domain.compound_types.coin import Coin, CoinSet
from datek_jaipur.domain.compound_types.game import Game
from datek_jaipur.domain.compound_types.goods import GoodsType
from datek_jaipur.domain.compound_types.player import Player
from datek_jaipur.domain.constants import COIN_COLLECTION
from datek_jaipur.domain.errors.goods_sold import NotEnoughCardsError
from datek_jaipur.domain.events.goods_sold import GoodsSold

COINS = [(kind, value) for kind, values in COIN_COLLECTION.items() for value in values]


async def sold(kind, count):
    """Print what a sale earns."""
    goods = CardSet(Card(type=kind, id=number) for number in range(count))
    first = Player(name="first", score=0, goods=goods, herd=CardSet())
    second = Player(name="second", score=0, goods=CardSet(), herd=CardSet())
    game = Game(
        player1=first,
        player2=second,
        current_player=first,
        cards_in_pack=CardSet(Card(type=GoodsType.CAMEL, id=number) for number in range(100, 120)),
        cards_on_deck=CardSet(Card(type=GoodsType.CAMEL, id=number) for number in range(200, 205)),
        coins=CoinSet(Coin(type=one, value=value, id=number) for number, (one, value) in enumerate(COINS)),
    )
    event = GoodsSold(game=game, goods_type=kind)
    try:
        await event.apply()
    except NotEnoughCardsError:
        print(f"{count} of {kind.value}: refused")
        return
    coins = sum(sorted(COIN_COLLECTION[kind], reverse=True)[:count])
    print(f"{count} of {kind.value}: coins {coins}, bonus {event.result.player1.score > coins}")


for count in range(1, 8):
    asyncio.run(sold(GoodsType.LEATHER, count))
for kind in (GoodsType.CLOTH, GoodsType.SPICE, GoodsType.GOLD):
    asyncio.run(sold(kind, 1))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
1 of Leather: refused
2 of Leather: coins 7, bonus False
3 of Leather: coins 9, bonus True
4 of Leather: coins 10, bonus True
5 of Leather: coins 11, bonus True
6 of Leather: coins 12, bonus False
7 of Leather: coins 13, bonus False
1 of Cloth: refused
1 of Spice: refused
1 of Gold: refused
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
