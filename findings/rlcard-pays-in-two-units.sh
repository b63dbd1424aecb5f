#!/usr/bin/env bash
# RLCard 1.2.0 (PyPI): folding the small blind costs 0.5 in limit hold'em and 1 in no-limit hold'em.
#
# Guess: Payoffs are chips in both games, which have the same blinds of 1 and 2 chips.
# What it does: Limit hold'em and Leduc hold'em divide the chips by the big blind, no-limit hold'em does not.
# Seen:
#     leduc-holdem: blinds 1 and 2; folding 1 chips costs 0.5 (0.5 a chip)
#     limit-holdem: blinds 1 and 2; folding 1 chips costs 0.5 (0.5 a chip)
#     no-limit-holdem: blinds 1 and 2; folding 1 chips costs 1.0 (1.0 a chip)
# Why it matters: Win rates of the two games are compared, or learnt together, in units that differ by a factor of
# two; in milli big blinds the one of no-limit is twice too large.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'rlcard==1.2.0' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import rlcard

for name in ("leduc-holdem", "limit-holdem", "no-limit-holdem"):
    env = rlcard.make(name, config={"seed": 1})
    state, player = env.reset()
    chips = int(env.game.players[player].in_chips)
    names = [str(action).lower() for action in state["raw_legal_actions"]]
    fold = next(number for number, action in enumerate(names) if "fold" in action)
    env.step(list(state["legal_actions"])[fold])
    paid = -float(env.get_payoffs()[player])
    print(f"{name}: blinds {env.game.small_blind} and {env.game.big_blind}; folding {chips} chips costs {paid} ({paid / chips} a chip)")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
leduc-holdem: blinds 1 and 2; folding 1 chips costs 0.5 (0.5 a chip)
limit-holdem: blinds 1 and 2; folding 1 chips costs 0.5 (0.5 a chip)
no-limit-holdem: blinds 1 and 2; folding 1 chips costs 1.0 (1.0 a chip)
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
