#!/usr/bin/env bash
# abalone-boai 1.0.0 (PyPI): run_game plays the default position with Black to begin, whatever it is asked for.
#
# Guess: "These arguments are passed to Game.__init__", says the documentation of run_game:
# initial_position=InitialPosition.GERMAN_DAISY and first_turn=Player.WHITE begin such a game.
# What it does: The arguments are taken and dropped; no name is checked, so one that does not exist is no error either.
# Seen:
#     run_game(initial_position=GERMAN_DAISY): the default position, BLACK begins
#     run_game(first_turn=WHITE): the default position, BLACK begins
#     run_game(no_such_argument=1): the default position, BLACK begins
#     Game(GERMAN_DAISY, WHITE): the default position: False - WHITE begins
# Why it matters: The default position is drawn out by careful play, which is why tournaments begin with a daisy. A
# comparison of two programs over several positions has played one of them all the time.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'abalone-boai==1.0.0' >&2
cat > "$folder/look.py" <<'EOF'
import contextlib
import io

from abalone.enums import InitialPosition, Player
from abalone.game import Game
from abalone.random_player import RandomPlayer
from abalone.run_game import run_game

for wanted in (
    {"initial_position": InitialPosition.GERMAN_DAISY}, {"first_turn": Player.WHITE}, {"no_such_argument": 1},
):
    with contextlib.redirect_stdout(io.StringIO()):
        game, _ = next(run_game(RandomPlayer(), RandomPlayer(), **wanted))
    text = ", ".join(f"{name}={getattr(value, 'name', value)}" for name, value in wanted.items())
    board = "the default position" if game.board == Game().board else "another position"
    print(f"run_game({text}): {board}, {game.turn.name} begins")
daisy = Game(InitialPosition.GERMAN_DAISY, Player.WHITE)
print("Game(GERMAN_DAISY, WHITE): the default position:", daisy.board == Game().board, "-", daisy.turn.name, "begins")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
run_game(initial_position=GERMAN_DAISY): the default position, BLACK begins
run_game(first_turn=WHITE): the default position, BLACK begins
run_game(no_such_argument=1): the default position, BLACK begins
Game(GERMAN_DAISY, WHITE): the default position: False - WHITE begins
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
