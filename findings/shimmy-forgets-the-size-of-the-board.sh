#!/usr/bin/env bash
# shimmy 2.0.1 with OpenSpiel 2.0.2 and PettingZoo 1.27.0 (PyPI): an environment made from hex on a board of 3 plays
# on a board of 11 after reset.
#
# Guess: The environment plays the game that it was given, with its parameters.
# What it does: reset loads the game once more by its short name, without the parameters, unless they are given as
# config, too. The action space is 9 before the first reset, which every program has to call, and 121 after it.
# Seen:
#     hex(board_size=3) config=None: actions before 9, after reset 121
#     connect_four(rows=4,columns=5) config=None: actions before 5, after reset 7
#     hex(board_size=3) config={'board_size': 3}: actions before 9, after reset 9
# Why it matters: Experiments on a small board or with another komi run on the standard game. A network made for the
# action space before reset does not fit, and one made after it learns another game.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'shimmy==2.0.1' 'open-spiel==2.0.2' 'pettingzoo==1.27.0' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import pyspiel
from shimmy.openspiel_compatibility import OpenSpielCompatibilityV0

for spec, config in (("hex(board_size=3)", None), ("connect_four(rows=4,columns=5)", None), ("hex(board_size=3)", {"board_size": 3})):
    env = OpenSpielCompatibilityV0(env=pyspiel.load_game(spec), config=config)
    before = int(env.action_space("player_0").n)
    env.reset(seed=1)
    after = int(env.action_space("player_0").n)
    print(f"{spec} config={config}: actions before {before}, after reset {after}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
hex(board_size=3) config=None: actions before 9, after reset 121
connect_four(rows=4,columns=5) config=None: actions before 5, after reset 7
hex(board_size=3) config={'board_size': 3}: actions before 9, after reset 9
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
