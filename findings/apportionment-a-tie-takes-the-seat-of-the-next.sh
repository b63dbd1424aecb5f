#!/usr/bin/env bash
# apportionment 1.0 (PyPI): two parties with equal remainders get a seat each, the one with more gets none.
#
# Guess: The method of the largest remainders gives the seats that are left to the largest remainders. Where several are
# equal at the last seat, the order of the parties says which of these gets it.
# What it does: The parties are gone through in the order of the list, and each one that has at least the last remainder
# with a seat takes one while there are some. Those that are equal to it stand before a larger one if the list says so.
# With fractions it is the same.
# Seen:
#     fractions False: ann 2.6 gets 3, bob 2.6 gets 3, cyd 4.8 gets 4
#     fractions False: ann 2.6 gets 3, cyd 4.8 gets 5, bob 2.6 gets 2
#     fractions False: bob 2.6 gets 3, ann 2.6 gets 3, cyd 4.8 gets 4
#     fractions False: bob 2.6 gets 3, cyd 4.8 gets 5, ann 2.6 gets 2
#     fractions False: cyd 4.8 gets 5, ann 2.6 gets 3, bob 2.6 gets 2
#     fractions False: cyd 4.8 gets 5, bob 2.6 gets 3, ann 2.6 gets 2
#     fractions True: ann 2.6 gets 3, bob 2.6 gets 3, cyd 4.8 gets 4
#     fractions True: ann 2.6 gets 3, cyd 4.8 gets 5, bob 2.6 gets 2
#     fractions True: bob 2.6 gets 3, ann 2.6 gets 3, cyd 4.8 gets 4
#     fractions True: bob 2.6 gets 3, cyd 4.8 gets 5, ann 2.6 gets 2
#     fractions True: cyd 4.8 gets 5, ann 2.6 gets 3, bob 2.6 gets 2
#     fractions True: cyd 4.8 gets 5, bob 2.6 gets 3, ann 2.6 gets 2
# Why it matters: 26 votes have as many seats here as 48 less one, and the result depends on the order of the list where
# nothing is tied: the largest remainder is the only one of its kind. Without a tie at the last seat all is well, so
# most examples pass.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'apportionment==1.0' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
from itertools import permutations

from apportionment import methods

VOTES = {"ann": 26, "bob": 26, "cyd": 48}
for fractions in (False, True):
    for order in permutations(VOTES):
        seats = methods.compute("largest_remainder", [VOTES[name] for name in order], 10, fractions=fractions)
        shown = ", ".join(f"{name} {VOTES[name] / 10} gets {got}" for name, got in zip(order, seats))
        print(f"fractions {fractions}: {shown}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
fractions False: ann 2.6 gets 3, bob 2.6 gets 3, cyd 4.8 gets 4
fractions False: ann 2.6 gets 3, cyd 4.8 gets 5, bob 2.6 gets 2
fractions False: bob 2.6 gets 3, ann 2.6 gets 3, cyd 4.8 gets 4
fractions False: bob 2.6 gets 3, cyd 4.8 gets 5, ann 2.6 gets 2
fractions False: cyd 4.8 gets 5, ann 2.6 gets 3, bob 2.6 gets 2
fractions False: cyd 4.8 gets 5, bob 2.6 gets 3, ann 2.6 gets 2
fractions True: ann 2.6 gets 3, bob 2.6 gets 3, cyd 4.8 gets 4
fractions True: ann 2.6 gets 3, cyd 4.8 gets 5, bob 2.6 gets 2
fractions True: bob 2.6 gets 3, ann 2.6 gets 3, cyd 4.8 gets 4
fractions True: bob 2.6 gets 3, cyd 4.8 gets 5, ann 2.6 gets 2
fractions True: cyd 4.8 gets 5, ann 2.6 gets 3, bob 2.6 gets 2
fractions True: cyd 4.8 gets 5, bob 2.6 gets 3, ann 2.6 gets 2
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
