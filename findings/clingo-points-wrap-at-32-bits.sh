#!/usr/bin/env bash
# clingo 5.8.3 (PyPI): a sum of points above 2**31 is negative, and 2**40 is 0.
#
# Guess: A logic program counts with whole numbers as its Python interface does, or says that a number is too large.
# What it does: Numbers have 32 bits and wrap without a word, in arithmetic and in #sum. Only a number that is written
# too long in the program is an error.
# Seen:
#     more(ann)
#     more(bob)
#     more(cyd)
#     product(65536)
#     total(-294967293)
#     power(16,65536)
#     power(31,-2147483648)
#     power(40,0)
# Why it matters: Points that are weighted by powers, as when one aim must outweigh all others, numbers of positions
# and keys of boards become other numbers, and the best plan is not the best.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'clingo==5.8.3' >&2
cat > "$folder/look.py" <<'EOF'
import clingo

PROGRAM = """
points(ann, 2000000000). points(bob, 2000000000). points(cyd, 3).
total(X) :- X = #sum { P, A : points(A, P) }.
more(A) :- points(A, P), total(X), P > X.
power(E, X) :- E = (16; 31; 40), X = 2 ** E.
product(X) :- X = 65536 * 65537.
"""
control = clingo.Control()
control.add("base", [], PROGRAM)
control.ground([("base", [])])
with control.solve(yield_=True) as models:
    for model in models:
        for symbol in sorted(model.symbols(atoms=True)):
            if symbol.name != "points":
                print(symbol)
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
more(ann)
more(bob)
more(cyd)
product(65536)
total(-294967293)
power(16,65536)
power(31,-2147483648)
power(40,0)
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
