#!/usr/bin/env bash
# OpenSpiel 2.0.2 (PyPI open-spiel): the swap is an action of its own in hex, the first stone in havannah, and cannot
# be switched off in twixt.
#
# Guess: One library has one way to swap: an action for it, or the cell of the first stone; and an option to play
# without.
# What it does: hex(swap=True) has one action more, swap, which moves the stone to the mirrored cell.
# havannah(swap=True) lets the second player choose the occupied cell, whose stone changes its colour in place. twixt
# has no option: the occupied cell is legal, and the peg is turned to another one.
# Seen:
#     hex(board_size=3,swap=True) has the option: True own action: True occupied cell legal: False
#       the first cell is free after the swap: True
#     havannah(board_size=3,swap=True) has the option: True own action: False occupied cell legal: True
#       the first cell is free after the swap: False
#     twixt(board_size=5) has the option: False own action: False occupied cell legal: True
#       the first cell is free after the swap: True
# Why it matters: A mask, an encoding or an opening book made for one of them has the wrong size or plays on the wrong
# cell in the next, and results of twixt without a swap cannot be compared.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'open-spiel==2.0.2' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import pyspiel

for spec, first in (("hex(board_size=3,swap=True)", "b1"), ("havannah(board_size=3,swap=True)", "a2"), ("twixt(board_size=5)", "xb2")):
    game = pyspiel.load_game(spec)
    state = game.new_initial_state()
    action = next(a for a in state.legal_actions() if state.action_to_string(0, a) == first)
    state.apply_action(action)
    swap = [a for a in state.legal_actions() if state.action_to_string(1, a) == "swap"]
    print(spec, "has the option:", "swap" in game.get_parameters(), "own action:", bool(swap), "occupied cell legal:", action in state.legal_actions())
    state.apply_action(swap[0] if swap else action)
    print("  the first cell is free after the swap:", action in state.legal_actions())
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
hex(board_size=3,swap=True) has the option: True own action: True occupied cell legal: False
  the first cell is free after the swap: True
havannah(board_size=3,swap=True) has the option: True own action: False occupied cell legal: True
  the first cell is free after the swap: False
twixt(board_size=5) has the option: False own action: False occupied cell legal: True
  the first cell is free after the swap: True
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
