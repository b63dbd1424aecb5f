#!/usr/bin/env bash
# numpy 2.4.6 (PyPI): default_rng([7, 0]) throws the dice of default_rng(7), and [7, 1] those of 7 + 2**32.
#
# Guess: A list of numbers is a seed of its own: default_rng([seed, game]) gives the games 0, 1, 2 different dice, and
# none of them those of the seed alone.
# What it does: The numbers are cut into words of 32 bits, written one behind the other, and filled up with zeros to
# four words. Zeros at the end are lost in these, and a list and a long number may be the same words. spawn_key is
# written behind the four words, so it is safe, and so is the number of the game before the seed.
# Seen:
#     7: 645645621226
#     [7, 0]: 645645621226
#     [7, 0, 0]: 645645621226
#     [7, 1]: 656122214344
#     7 + 2**32: 656122214344
#     [0, 7]: 512545436666
#     7, spawn_key (0,): 252154466552
# Why it matters: The first game of a series repeats the dice that the series has drawn with the same seed, say for
# who begins, and series with seeds of 64 bits meet. Nothing looks wrong in a single game.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import numpy as np


def dice(*seed, **more):
    return "".join(str(number) for number in np.random.default_rng(np.random.SeedSequence(*seed, **more)).integers(1, 7, 12))


print("7:", dice(7))
print("[7, 0]:", dice([7, 0]))
print("[7, 0, 0]:", dice([7, 0, 0]))
print("[7, 1]:", dice([7, 1]))
print("7 + 2**32:", dice(7 + 2**32))
print("[0, 7]:", dice([0, 7]))
print("7, spawn_key (0,):", dice(7, spawn_key=(0,)))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
7: 645645621226
[7, 0]: 645645621226
[7, 0, 0]: 645645621226
[7, 1]: 656122214344
7 + 2**32: 656122214344
[0, 7]: 512545436666
7, spawn_key (0,): 252154466552
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
