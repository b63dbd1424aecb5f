#!/usr/bin/env bash
# Numba 0.68.1 (PyPI): list.sort with a key is stable for 15 elements and not for 16.
#
# Guess: list.sort is stable, as Python promises; code that passes its tests in plain Python gives the same order when
# it is compiled.
# What it does: In a compiled function elements with equal keys change places as soon as the list has 16 of them.
# Seen:
#     8 elements: the order of Python: True
#     15 elements: the order of Python: True
#     16 elements: the order of Python: False
#     40 elements: the order of Python: False
# Why it matters: Standings with ties, moves of equal priority in a search and orders by points come out otherwise
# than in plain Python, and only in lists that are longer than those of most tests.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'numba==0.68.1' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import numba


def ordered(count):
    players = [(number * 7 % 3, number) for number in range(count)]
    players.sort(key=lambda player: player[0])
    return players


compiled = numba.njit(ordered)
for count in (8, 15, 16, 40):
    print(count, "elements: the order of Python:", compiled(count) == ordered(count))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
8 elements: the order of Python: True
15 elements: the order of Python: True
16 elements: the order of Python: False
40 elements: the order of Python: False
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
