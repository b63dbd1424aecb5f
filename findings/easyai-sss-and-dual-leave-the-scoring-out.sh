#!/usr/bin/env bash
# easyAI 2.0.12 (PyPI): the searches SSS and DUAL do not use the scoring function that they are given.
#
# Guess: SSS(depth, scoring) searches with that function, as Negamax(depth, scoring) does; only without one is the
# method of the game asked, as the documentation of all three says.
# What it does: The function is handed down and never called. A game with a method scoring is searched by that method,
# in silence; one without fails.
# Seen:
#     Negamax: without a function red, with one blue, which was called 3 times
#     SSS: without a function red, with one red, which was called 0 times
#     DUAL: without a function red, with one red, which was called 0 times
# Why it matters: Programs are compared by giving the same search two functions, or a weaker one to beginners. With SSS
# and DUAL all of them play the same moves, and the comparison says that the functions are equally good.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'easyAI==2.0.12' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
from easyAI import DUAL, SSS, Negamax, TwoPlayerGame


class Pick(TwoPlayerGame):
    """One move: the player picks a stone. The game itself likes the red one."""

    def __init__(self):
        self.players, self.current_player, self.picked = None, 1, None

    def possible_moves(self):
        return ["green", "red", "blue"]

    def make_move(self, move):
        self.picked = move

    def is_over(self):
        return self.picked is not None

    def scoring(self):
        return -50 if self.picked == "red" else 0


calls = []


def likes_blue(game):
    """Return the score for the player who is to move after the pick."""
    calls.append(game.picked)
    return -50 if game.picked == "blue" else 0


for search in (Negamax, SSS, DUAL):
    calls.clear()
    own, given = search(1)(Pick()), search(1, likes_blue)(Pick())
    print(f"{search.__name__}: without a function {own}, with one {given}, which was called {len(calls)} times")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
Negamax: without a function red, with one blue, which was called 3 times
SSS: without a function red, with one red, which was called 0 times
DUAL: without a function red, with one red, which was called 0 times
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
