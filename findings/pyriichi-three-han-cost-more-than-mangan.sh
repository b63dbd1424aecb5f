#!/usr/bin/env bash
# pyriichi 0.1.1 (PyPI): three han with 70 fu are paid with 9000 points, four han with 70 fu with 8000.
#
# Guess: Points are bounded by mangan until there are six han: from 70 fu on three han are mangan, 8000 points from the
# discarder or 12000 to the dealer, as mahjong 2.1.0 (PyPI) has it.
# What it does: Four han with 40 fu and more, and five han, are cut to mangan; three han are not, so the formula goes
# on: 2240 basic points with 70 fu, 2560 with 80, 3520 with 110.
# Seen:
#     3 han, 60 fu: pyriichi 7700 and 11600 to the dealer, mahjong 7700 and 11600
#     3 han, 70 fu: pyriichi 9000 and 13500 to the dealer, mahjong 8000 and 12000
#     3 han, 80 fu: pyriichi 10300 and 15400 to the dealer, mahjong 8000 and 12000
#     3 han, 110 fu: pyriichi 14100 and 21200 to the dealer, mahjong 8000 and 12000
#     4 han, 30 fu: pyriichi 7700 and 11600 to the dealer, mahjong 7700 and 11600
#     4 han, 70 fu: pyriichi 8000 and 12000 to the dealer, mahjong 8000 and 12000
#     5 han, 30 fu: pyriichi 8000 and 12000 to the dealer, mahjong 8000 and 12000
# Why it matters: Hands with a closed quad reach 70 fu and more. The better hand is paid less than the worse one, and
# the payments of a game differ from those of every table of scores.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pyriichi==0.1.1' 'mahjong==2.1.0' >&2
cat > "$folder/look.py" <<'EOF'
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.hand_calculating.scores import ScoresCalculator
from pyriichi.game_state import GameState
from pyriichi.scoring import ScoreResult

state = GameState()
for han, fu in ((3, 60), (3, 70), (3, 80), (3, 110), (4, 30), (4, 70), (5, 30)):
    paid = []
    for winner in (1, 0):
        result = ScoreResult(han, fu, 0, 0, payment_from=2, payment_to=winner, is_yakuman=False, yakuman_count=0)
        result.calculate_payments(state)
        paid.append(result.total_points)
    child = ScoresCalculator.calculate_scores(han, fu, HandConfig(player_wind=28), False)["main"]
    dealer = ScoresCalculator.calculate_scores(han, fu, HandConfig(player_wind=27), False)["main"]
    print(f"{han} han, {fu} fu: pyriichi {paid[0]} and {paid[1]} to the dealer, mahjong {child} and {dealer}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
3 han, 60 fu: pyriichi 7700 and 11600 to the dealer, mahjong 7700 and 11600
3 han, 70 fu: pyriichi 9000 and 13500 to the dealer, mahjong 8000 and 12000
3 han, 80 fu: pyriichi 10300 and 15400 to the dealer, mahjong 8000 and 12000
3 han, 110 fu: pyriichi 14100 and 21200 to the dealer, mahjong 8000 and 12000
4 han, 30 fu: pyriichi 7700 and 11600 to the dealer, mahjong 7700 and 11600
4 han, 70 fu: pyriichi 8000 and 12000 to the dealer, mahjong 8000 and 12000
5 han, 30 fu: pyriichi 8000 and 12000 to the dealer, mahjong 8000 and 12000
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
