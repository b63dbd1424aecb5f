#!/usr/bin/env bash
# hk-mahjong 0.1.0 (PyPI): of two players who claim a discard the one with the lower seat gets it, not the next in turn.
#
# Guess: "For equal priority, the player closest in turn order wins", says the description of resolve_claims(). If seat
# 2 discards, the turn goes on to 3, 0 and 1, so 3 comes before 0.
# What it does: Claims of the same kind are sorted by the number of the seat. The function does not know who has
# discarded, so seat 0 is first whenever it claims, and seat 3 never.
# Seen:
#     seat 0 discards, turns [1, 2, 3], all three win: the tile goes to 1
#     seat 1 discards, turns [2, 3, 0], all three win: the tile goes to 0
#     seat 2 discards, turns [3, 0, 1], all three win: the tile goes to 0
#     seat 3 discards, turns [0, 1, 2], all three win: the tile goes to 0
#     seat 2 discards, 3 and 0 win: the tile goes to 0
# Why it matters: Several winners of one tile are the case that the rule is for. Seat 0 gets it although it was the turn
# of seat 3, and the same hand is worth less at the end of the table.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps 'hk-mahjong==0.1.0' >&2
cat > "$folder/look.py" <<'EOF'
from hk_mahjong.core.rules import Claim, ClaimType, resolve_claims

for discarder in range(4):
    order = [(discarder + step) % 4 for step in (1, 2, 3)]
    claims = [Claim(seat, ClaimType.WIN) for seat in order]
    first = resolve_claims(claims).player_seat
    print(f"seat {discarder} discards, turns {order}, all three win: the tile goes to {first}")
won = resolve_claims([Claim(3, ClaimType.WIN), Claim(0, ClaimType.WIN)])
print(f"seat 2 discards, 3 and 0 win: the tile goes to {won.player_seat}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
seat 0 discards, turns [1, 2, 3], all three win: the tile goes to 1
seat 1 discards, turns [2, 3, 0], all three win: the tile goes to 0
seat 2 discards, turns [3, 0, 1], all three win: the tile goes to 0
seat 3 discards, turns [0, 1, 2], all three win: the tile goes to 0
seat 2 discards, 3 and 0 win: the tile goes to 0
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
