#!/usr/bin/env bash
# gym-yahtzee 1.0.2 (PyPI): the rule that one asks for is not played; all environments play the same.
#
# Guess: YahtzeeSingleEnv(rule=Rule.YATZY) plays Yatzy, with its own boxes and a bonus of 50, and pyhtzee, the game
# below, does so when it is given that rule.
# What it does: The environment keeps the rule and makes the game without it, at the start and at each reset(). The game
# takes its default. reset() returns nothing, where Gym's asks for the first observation, and forgets the seed.
# Seen:
#     asked for YAHTZEE: the game plays YAHTZEE, the environment YAHTZEE_FREE_CHOICE_JOKER
#     asked for YATZY: the game plays YATZY, the environment YAHTZEE_FREE_CHOICE_JOKER
#     reset returns None
# Why it matters: A policy that is trained for one game is one for the other, and nothing says so but its results.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'gym-yahtzee==1.0.2' 'pyhtzee==1.2.7' 'gym==0.26.2' 'numpy==1.26.4' >&2
cat > "$folder/look.py" <<'EOF'
from gym_yahtzee.envs import YahtzeeSingleEnv
from pyhtzee import Pyhtzee
from pyhtzee.classes import Rule

for rule in (Rule.YAHTZEE, Rule.YATZY):
    game, env = Pyhtzee(seed=1, rule=rule), YahtzeeSingleEnv(seed=1, rule=rule)
    print(f"asked for {rule.name}: the game plays {game.rule.name}, the environment {env.pyhtzee.rule.name}")
print("reset returns", YahtzeeSingleEnv(seed=1).reset())
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
asked for YAHTZEE: the game plays YAHTZEE, the environment YAHTZEE_FREE_CHOICE_JOKER
asked for YATZY: the game plays YATZY, the environment YAHTZEE_FREE_CHOICE_JOKER
reset returns None
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
