#!/usr/bin/env bash
# brom-spades 4.0.2 (PyPI): a hand that is taken back and entered again is counted twice.
#
# Guess: After undo() the score is that of before the hand, and the corrected hand counts instead of the wrong one.
# What it does: undo() goes back by one hand and leaves the score of that hand, in which it is counted already. The hand
# that is entered then is added to it. The program for the terminal undoes in the same way.
# Seen:
#     entered right at once: hands 1, scores [61, 60]
#     at the beginning: hands 0, scores [0, 0]
#     entered wrong: hands 1, scores [-60, 62]
#     undone: hands 0, scores [-60, 62]
#     entered right: hands 1, scores [1, 122]
#     undone and entered once more: hands 1, scores [62, 182]
# Why it matters: One undoes because a trick was entered wrong, and then the wrong hand and the right one are both in
# the score: the 500 points that end the game come a hand too early, or a penalty that nobody has stays for good. The
# bids and the tricks that are shown are the right ones.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'brom-spades==4.0.2' >&2
cat > "$folder/look.py" <<'EOF'
from brom_spades import SimpleBackEnd

BIDS, WRONG, RIGHT = (3, 4, 6, 6), (2, 4, 3, 4), (3, 3, 4, 3)


def told(what, game):
    print(f"{what}: hands {game.get_deal()}, scores {game.get_scores()}")


straight = SimpleBackEnd()
straight.set_names(("North", "East", "South", "West"))
straight.add_bids(BIDS)
straight.add_tricks(RIGHT)
told("entered right at once", straight)

game = SimpleBackEnd()
game.set_names(("North", "East", "South", "West"))
told("at the beginning", game)
game.add_bids(BIDS)
game.add_tricks(WRONG)
told("entered wrong", game)
game.undo()
told("undone", game)
game.add_bids(BIDS)
game.add_tricks(RIGHT)
told("entered right", game)
game.undo()
game.add_tricks(RIGHT)
told("undone and entered once more", game)
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
entered right at once: hands 1, scores [61, 60]
at the beginning: hands 0, scores [0, 0]
entered wrong: hands 1, scores [-60, 62]
undone: hands 0, scores [-60, 62]
entered right: hands 1, scores [1, 122]
undone and entered once more: hands 1, scores [62, 182]
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
