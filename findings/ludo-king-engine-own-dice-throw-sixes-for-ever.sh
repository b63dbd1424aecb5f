#!/usr/bin/env bash
# ludo-king-engine 0.1.3 (PyPI): the third six in a row forfeits the turn only if the game throws the die itself.
#
# Guess: play_turn(token_id, dice_value) plays a turn with the throw that is given, by the same rules: three sixes in a
# row end the turn, "Three consecutive sixes - turn forfeited", as it is with the game's own die.
# What it does: Sixes are counted where the die is thrown, in roll_dice(), and play_turn() does not call it when a value
# is given. The count stays 0, and the player goes on as long as sixes come.
# Seen:
#     thrown by the game: red moves, red moves, red forfeits, green moves
#     given: red moves, red moves, red moves, red moves
# Why it matters: A server that throws the dice for both sides, a replay of a game and a test with fixed dice play other
# rules than the game on the screen, and the results of bots differ.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'ludo-king-engine==0.1.3' >&2
cat > "$folder/look.py" <<'EOF'
import random
from unittest import mock

from ludo_engine.core.game import LudoGame
from ludo_engine.core.player import PlayerColor


def turns(given):
    """Return what four turns with a six each are."""
    game = LudoGame([PlayerColor.RED, PlayerColor.GREEN])
    seen = []
    for _ in range(4):
        player = game.get_current_player().color.value
        if given:
            result = game.play_turn(dice_value=6)
        else:
            with mock.patch.object(random, "randint", return_value=6):
                result = game.play_turn()
        seen.append(f"{player} {'moves' if result.moves else 'forfeits'}")
    return ", ".join(seen)


print("thrown by the game:", turns(given=False))
print("given:", turns(given=True))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
thrown by the game: red moves, red moves, red forfeits, green moves
given: red moves, red moves, red moves, red moves
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
