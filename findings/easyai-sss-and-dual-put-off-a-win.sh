#!/usr/bin/env bash
# easyAI 2.0.12 (PyPI): its searches SSS and DUAL put off a win and hurry into a loss.
#
# Guess: The documentation of the three searches says the same of all: whoever is lost chooses the longer way, and a win
# in one move is taken before one in three. They differ in speed only.
# What it does: Negamax adds to the score of a finished game the more, the earlier it ends. The code that SSS and DUAL
# share takes away the more instead. So they prefer the later of two wins and the earlier of two losses, whichever
# stands first in the list of moves.
# Seen:
#     Negamax: of ['win', 'wait'] 'win', of ['wait', 'win'] 'win'
#     Negamax: of ['give up', 'hold out'] 'hold out', of ['hold out', 'give up'] 'hold out'
#     SSS: of ['win', 'wait'] 'wait', of ['wait', 'win'] 'wait'
#     SSS: of ['give up', 'hold out'] 'give up', of ['hold out', 'give up'] 'give up'
#     DUAL: of ['win', 'wait'] 'wait', of ['wait', 'win'] 'wait'
#     DUAL: of ['give up', 'hold out'] 'give up', of ['hold out', 'give up'] 'give up'
# Why it matters: A program of this kind does not mate while another win is in sight, and gives up at once where it
# could have held out until the opponent errs. In a game that may repeat positions it need never win.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'easyAI==2.0.12' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
from easyAI import DUAL, SSS, Negamax, TwoPlayerGame

WIN = {"start": ["win", "wait"], "win": [], "wait": ["forced"], "forced": ["win later"], "win later": []}
LOSS = {
    "start": ["give up", "hold out"], "give up": ["lost"], "lost": [],
    "hold out": ["two"], "two": ["three"], "three": ["lost later"], "lost later": [],
}


class Game(TwoPlayerGame):
    """A game that is a table of what may follow what; whoever cannot move has lost."""

    def __init__(self, table):
        self.players, self.current_player, self.table, self.at = None, 1, table, "start"

    def possible_moves(self):
        return list(self.table[self.at])

    def make_move(self, move):
        self.at = move

    def is_over(self):
        return not self.table[self.at]

    def scoring(self):
        return -100 if self.is_over() else 0


for search in (Negamax, SSS, DUAL):
    for table in (WIN, LOSS):
        turned = {**table, "start": table["start"][::-1]}
        moves = table["start"]
        print(f"{search.__name__}: of {moves} {search(6)(Game(table))!r}, of {moves[::-1]} {search(6)(Game(turned))!r}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
Negamax: of ['win', 'wait'] 'win', of ['wait', 'win'] 'win'
Negamax: of ['give up', 'hold out'] 'hold out', of ['hold out', 'give up'] 'hold out'
SSS: of ['win', 'wait'] 'wait', of ['wait', 'win'] 'wait'
SSS: of ['give up', 'hold out'] 'give up', of ['hold out', 'give up'] 'give up'
DUAL: of ['win', 'wait'] 'wait', of ['wait', 'win'] 'wait'
DUAL: of ['give up', 'hold out'] 'give up', of ['hold out', 'give up'] 'give up'
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
