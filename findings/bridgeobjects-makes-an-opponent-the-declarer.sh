#!/usr/bin/env bash
# bridgeobjects 0.1.31 (PyPI): a contract that is read from an auction can be declared by the other side, and is never
# doubled.
#
# Guess: Contract(auction=...) is the last bid, played by whoever of the side that made it first named its denomination,
# doubled or redoubled as the last calls say. So the laws of bridge have it.
# What it does: The declarer is the first of all four who named the denomination, of whichever side. Double and redouble
# are passed over, and the score is that of the undoubled contract.
# Seen:
#     North deals, 1H P 2H P P P (the side alone): 2H by N, two down -100
#     North deals, 1H 1NT P P 2NT P P P (East and then North name no trump): 2NT by E, two down -100
#     North deals, 1C 1NT X P 2NT P P P (East and then North again): 2NT by E, two down -100
#     North deals, 1H P 4H X P P P (doubled): 4H by N, two down -100
#     North deals, 1H P 4H X XX P P P (redoubled): 4H by N, two down -100
#     4H by name: two down -100
#     4HD by name: two down -300
#     4HR by name: two down -600
# Why it matters: It is common that one side overcalls 1NT and the other plays in no trump. Then the wrong hand leads,
# and the result goes to the wrong side. And a doubled contract that fails costs 100 points where it costs 300, which is
# what most doubles are for.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'bridgeobjects==0.1.31' >&2
cat > "$folder/look.py" <<'EOF'
from bridgeobjects import Auction, Call, Contract

AUCTIONS = (
    ("1H P 2H P P P", "the side alone"),
    ("1H 1NT P P 2NT P P P", "East and then North name no trump"),
    ("1C 1NT X P 2NT P P P", "East and then North again"),
    ("1H P 4H X P P P", "doubled"),
    ("1H P 4H X XX P P P", "redoubled"),
)
for calls, what in AUCTIONS:
    names = calls.replace("XX", "R").replace("X", "D").split()
    contract = Contract(auction=Auction([Call(name) for name in names], "N"))
    print(f"North deals, {calls} ({what}): {contract.name} by {contract.declarer}, "
          f"two down {contract.score(contract.level + 4)}")
for name in ("4H", "4HD", "4HR"):
    print(f"{name} by name: two down {Contract(name, 'N').score(8)}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
North deals, 1H P 2H P P P (the side alone): 2H by N, two down -100
North deals, 1H 1NT P P 2NT P P P (East and then North name no trump): 2NT by E, two down -100
North deals, 1C 1NT X P 2NT P P P (East and then North again): 2NT by E, two down -100
North deals, 1H P 4H X P P P (doubled): 4H by N, two down -100
North deals, 1H P 4H X XX P P P (redoubled): 4H by N, two down -100
4H by name: two down -100
4HD by name: two down -300
4HR by name: two down -600
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
