#!/usr/bin/env bash
# mahjongpy 0.2.4 (PyPI): pinfu by one's own draw is paid with 400 and 800 points instead of 400 and 700.
#
# Guess: Two han and 20 fu of a player who is not the dealer cost the dealer 700 and each of the others 400, together
# 1500; three han cost 1300 and 700, together 2700. Every table of points has it.
# What it does: The payments are half and a quarter of the number in its table of points, each rounded up. For 20 fu the
# table has what all three pay together, 1500 and 2700, which is rounded up in three places already. With four han, for
# the dealer and for any other number of fu the payments are right.
# Seen:
#     pinfu: 2 han, 20 fu: 800 and 400 are 1600, due 700 and 400 are 1500
#     pinfu, all simples: 3 han, 20 fu: 1400 and 700 are 2800, due 1300 and 700 are 2700
#     pinfu, all simples, riichi: 4 han, 20 fu: 2600 and 1300 are 5200, due 2600 and 1300 are 5200
#     seven pairs: 3 han, 25 fu: 1600 and 800 are 3200, due 1600 and 800 are 3200
# Why it matters: 20 fu occur in no other hand than pinfu by one's own draw, which is one of the most common wins, so
# the error is in nearly each match and stays in the ranks. All other numbers of fu, which one would rather test, agree
# with the tables.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'mahjongpy==0.2.4' >&2
cat > "$folder/look.py" <<'EOF'
from mahjongpy import MahjongPlayer, MahjongTable, MahjongTile


def tiles(text):
    """Return the tiles of a text such as "123m99s"."""
    found, numbers = [], []
    for sign in text:
        if sign.isdigit():
            numbers.append(int(sign))
        else:
            kind = {"m": "manzu", "p": "pinzu", "s": "souzu"}[sign]
            found += [MahjongTile(kind, number) for number in numbers]
            numbers = []
    return found


HANDS = (
    ("pinfu", "123m567m345p678s99s", False, "700 and 400 are 1500"),
    ("pinfu, all simples", "234m567m345p678s55s", False, "1300 and 700 are 2700"),
    ("pinfu, all simples, riichi", "234m567m345p678s55s", True, "2600 and 1300 are 5200"),
    ("seven pairs", "1122m3399p4466s77m", False, "1600 and 800 are 3200"),
)
table = MahjongTable(use_akadora=False)
table.dora_tiles = []
for name, text, riichi, due in HANDS:
    player = MahjongPlayer(hands=tiles(text), wind="nan", latest_tile=MahjongTile("souzu", 8), turn=5, table=table)
    if name == "seven pairs":
        player.latest_tile = MahjongTile("manzu", 7)
    player.is_tumo, player.is_riichi = True, riichi
    _, dealer, other = player.payed_score()
    value = f"{player.score_han()} han, {player.score_fu()} fu"
    print(f"{name}: {value}: {dealer} and {other} are {player.score()}, due {due}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
pinfu: 2 han, 20 fu: 800 and 400 are 1600, due 700 and 400 are 1500
pinfu, all simples: 3 han, 20 fu: 1400 and 700 are 2800, due 1300 and 700 are 2700
pinfu, all simples, riichi: 4 han, 20 fu: 2600 and 1300 are 5200, due 2600 and 1300 are 5200
seven pairs: 3 han, 25 fu: 1600 and 800 are 3200, due 1600 and 800 are 3200
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
