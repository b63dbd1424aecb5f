#!/usr/bin/env bash
# pyriichi 0.1.1 (PyPI): whoever waits for 1 and 4 with 2 and 3 has pinfu with the 4 and not with the 1.
#
# Guess: The kind of wait follows from the tiles that were in the hand: 2 and 3 wait on two sides, whichever comes.
# mahjong 2.1.0 (PyPI) has pinfu with both.
# What it does: A run that begins with 1 or ends with 9 is an edge wait whenever the winning tile is at either of its
# ends, not only with the 3 of 1, 2, 3 and the 7 of 7, 8, 9. So pinfu is lost, and 2 fu for a bad wait are added.
# Seen:
#     23 and then 4: pyriichi pinfu, 30 fu; mahjong pinfu
#     23 and then 1: pyriichi no yaku, 40 fu; mahjong pinfu
#     78 and then 6: pyriichi pinfu, 30 fu; mahjong pinfu
#     78 and then 9: pyriichi no yaku, 40 fu; mahjong pinfu
#     12 and then 3: pyriichi no yaku, 40 fu; mahjong no yaku
# Why it matters: A hand with nothing but pinfu has no yaku then, and the player may not win; with another yaku it is a
# han cheaper. Half of all hands that wait for 1 and 4 or 6 and 9 end so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pyriichi==0.1.1' 'mahjong==2.1.0' >&2
cat > "$folder/look.py" <<'EOF'
from mahjong.constants import EAST, SOUTH
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.tile import TilesConverter
from pyriichi.game_state import GameState
from pyriichi.hand import Hand
from pyriichi.scoring import ScoreCalculator
from pyriichi.utils import parse_tiles
from pyriichi.yaku import YakuChecker

state = GameState()
for suits, win in (("m23", "m4"), ("m23", "m1"), ("m78", "m6"), ("m78", "m9"), ("m12", "m3")):
    hand, tile = Hand(parse_tiles(f"{suits[1:]}m456p789s234s88p")), parse_tiles(f"{win[1]}m")[0]
    found = set()
    for combination in hand.get_winning_combinations(tile):
        yaku = YakuChecker().check_all(hand, tile, combination, state, player_position=1)
        score = ScoreCalculator().calculate(hand, tile, combination, yaku, 0, state, False, player_position=1, payment_from=2)
        found.add(f"{', '.join(one.yaku.name.lower() for one in yaku) or 'no yaku'}, {score.fu} fu")
    tiles = TilesConverter.string_to_136_array(man=suits[1:] + win[1], pin="45688", sou="789234")
    last = TilesConverter.string_to_136_array(man=win[1])[0]
    config = HandConfig(player_wind=SOUTH, round_wind=EAST)
    due = HandCalculator().estimate_hand_value(tiles, last, config=config)
    names = ", ".join(one.name.lower() for one in due.yaku or ()) or "no yaku"
    print(f"{suits[1:]} and then {win[1]}: pyriichi {', '.join(sorted(found))}; mahjong {names}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
23 and then 4: pyriichi pinfu, 30 fu; mahjong pinfu
23 and then 1: pyriichi no yaku, 40 fu; mahjong pinfu
78 and then 6: pyriichi pinfu, 30 fu; mahjong pinfu
78 and then 9: pyriichi no yaku, 40 fu; mahjong pinfu
12 and then 3: pyriichi no yaku, 40 fu; mahjong no yaku
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
