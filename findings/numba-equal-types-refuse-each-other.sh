#!/usr/bin/env bash
# Numba 0.68.1 (PyPI): two threads that first make the same type at the same time get two types, and a function that is
# declared with one of them refuses its own arguments.
#
# Guess: A type is one object in a process, whoever makes it, and what compiles can be called with what it is
# declared for.
# What it does: A new type is looked up, given a number and stored, without a lock. Of two threads in between, each goes
# on with a type of its own number. The two are equal and are written alike, but a call compares numbers: the function
# that is declared with the type that was stored first, and then replaced, fails at each call.
# Seen:
#     equal: True; written alike: True; one object: False
#     declared with the one: 1
#     declared with the other: AssertionError()
# Why it matters: Kernels are declared where they are imported, and a server imports from several threads. It happens
# seldom; from then on one function of that process is dead, the error has no words, and the types look as they should.
# Here the threads take turns far more often than they do by themselves.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'numba==0.68.1' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import itertools
import sys
import threading

from numba import float64, int64, njit, types


def made_at_once(length):
    """Each tuple type of `length` numbers, as two threads make it at the same time."""
    made, start = ([], []), threading.Barrier(2)

    def make(into):
        start.wait()
        into.extend(map(types.Tuple, itertools.product((int64, float64), repeat=length)))

    threads = [threading.Thread(target=make, args=(into,)) for into in made]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return zip(*made)


def called(declared):
    """What a function that is declared for the type gives for the ones of that type."""
    first = njit((declared,))(lambda numbers: numbers[0])
    try:
        return str(int(first(tuple(1 if kind == int64 else 1.0 for kind in declared))))
    except (AssertionError, TypeError) as error:
        return repr(error)


sys.setswitchinterval(1e-6)
pairs = itertools.chain.from_iterable(map(made_at_once, range(10, 19)))
pair = next((pair for pair in pairs if pair[0] is not pair[1]), None)
if pair is None:
    raise SystemExit("Half a million pairs were one object each.")
one, other = sorted(map(called, pair))
a, b = pair
print(f"equal: {a == b}; written alike: {str(a) == str(b)}; one object: {a is b}")
print(f"declared with the one: {one}")
print(f"declared with the other: {other}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
equal: True; written alike: True; one object: False
declared with the one: 1
declared with the other: AssertionError()
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
