#!/usr/bin/env bash
# gym-wordle 0.1.3 (PyPI): the observation has neither the letters of a guess nor anything among its flags.
#
# Guess: A row of the observation is, as the package describes it, the five letters of a guess (1 to 26) and then five
# flags (1 right place, 2 wrong place, 3 not in the word).
# What it does: The letters are written first, and the flags over them: the index of the flag is computed and not used.
# The places of the flags stay 0.
# Seen:
#     react [18, 5, 1, 3, 20]: letters [2, 2, 1, 2, 3], read as bbabc, flags [0, 0, 0, 0, 0]
#     crate [3, 18, 1, 20, 5]: letters [1, 1, 1, 3, 1], read as aaaca, flags [0, 0, 0, 0, 0]
#     crane [3, 18, 1, 14, 5]: letters [1, 1, 1, 1, 1], read as aaaaa, flags [0, 0, 0, 0, 0]
#     reward 0.0, done True
# Why it matters: An agent sees which places were right and cannot know with which letter, so that it cannot learn the
# game. The observation fits its space and the rewards are right, so the environment passes the usual checks. (The
# package asks for gym 0.19, which does not install with present tools; it writes the row without gym.)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps 'gym-wordle==0.1.3' 'gym==0.25.2' \
    'numpy==2.3.5' 'sty==1.0.6' 'cloudpickle==3.1.2' 'gym-notices==0.1.0' >&2
cat > "$folder/look.py" <<'EOF'
from gym_wordle.utils import to_array, to_english
from gym_wordle.wordle import WordleEnv

env = WordleEnv()
env.reset()
env.solution = env.solution_space.index_of(to_array("crane"))
for guess in ("react", "crate", "crane"):
    state, reward, done, info = env.step(env.action_space.index_of(to_array(guess)))
    row = state[env.round - 1].tolist()
    print(f"{guess} {to_array(guess).tolist()}: letters {row[:5]}, read as {to_english(row[:5])}, flags {row[5:]}")
print(f"reward {reward}, done {done}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
react [18, 5, 1, 3, 20]: letters [2, 2, 1, 2, 3], read as bbabc, flags [0, 0, 0, 0, 0]
crate [3, 18, 1, 20, 5]: letters [1, 1, 1, 3, 1], read as aaaca, flags [0, 0, 0, 0, 0]
crane [3, 18, 1, 14, 5]: letters [1, 1, 1, 1, 1], read as aaaaa, flags [0, 0, 0, 0, 0]
reward 0.0, done True
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
