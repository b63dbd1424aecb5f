#!/usr/bin/env bash
# pyriichi 0.1.1 (PyPI): an open hand of runs that wins on a discard has 20 fu and is paid with 700 points.
#
# Guess: No hand that wins on a discard has less than 30 fu: an open one that has nothing but its 20 is counted with 30,
# so one han is 1000 points, as mahjong 2.1.0 (PyPI) has it.
# What it does: The 20 fu with which each hand begins stay 20 when nothing is added; there is no such line in any table
# of scores. By one's own draw there are 2 fu more, and the 22 are rounded up to 30.
# Seen:
#     discard: pyriichi tanyao, 1 han, 20 fu, 700 points - mahjong 30 fu, 1000 points
#     own draw: pyriichi tanyao, 1 han, 30 fu, 1100 points - mahjong 30 fu, 1100 points
# Why it matters: An open hand of simples with four runs is the commonest cheap hand there is. It is paid too little
# each time.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pyriichi==0.1.1' 'mahjong==2.1.0' >&2
cat > "$folder/look.py" <<'EOF'
from mahjong.constants import EAST, SOUTH
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld
from mahjong.tile import TilesConverter
from pyriichi.game_state import GameState
from pyriichi.hand import Hand
from pyriichi.scoring import ScoreCalculator
from pyriichi.utils import parse_tiles
from pyriichi.yaku import YakuChecker

state = GameState()
for own_draw in (False, True):
    hand = Hand(parse_tiles("34s345m678p22p67s9m"))
    tile = parse_tiles("2s")[0]
    hand.chi(tile, hand.can_chi(tile, 0)[0])
    hand.discard(parse_tiles("9m")[0])
    last = parse_tiles("8s")[0]
    if own_draw:
        hand.add_tile(last)
    found = set()
    for combination in hand.get_winning_combinations(last, own_draw):
        yaku = YakuChecker().check_all(hand, last, combination, state, is_tsumo=own_draw, player_position=1)
        score = ScoreCalculator().calculate(hand, last, combination, yaku, 0, state, own_draw, player_position=1, payment_from=2)
        found.add(f"{', '.join(one.yaku.name.lower() for one in yaku)}, {score.han} han, {score.fu} fu, {score.total_points} points")
    tiles = TilesConverter.string_to_136_array(man="345", pin="67822", sou="234678")
    run = Meld(Meld.CHI, TilesConverter.string_to_136_array(sou="234"))
    config = HandConfig(is_tsumo=own_draw, player_wind=SOUTH, round_wind=EAST, options=OptionalRules(has_open_tanyao=True))
    due = HandCalculator().estimate_hand_value(tiles, TilesConverter.string_to_136_array(sou="8")[0], melds=[run], config=config)
    print(f"{'own draw' if own_draw else 'discard'}: pyriichi {'; '.join(found)} - mahjong {due.fu} fu, {due.cost['total']} points")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
discard: pyriichi tanyao, 1 han, 20 fu, 700 points - mahjong 30 fu, 1000 points
own draw: pyriichi tanyao, 1 han, 30 fu, 1100 points - mahjong 30 fu, 1100 points
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
