#!/usr/bin/env bash
# Numba 0.68.1 (PyPI): uint64 + int64 is int64, where NumPy makes it float64.
#
# Guess: The compiled function returns what NumPy returns for the same two numbers: a float, rounded but of the right
# size.
# What it does: The sum is a signed integer: exact up to 2**63 and negative above.
# Seen:
#     9007199254740993: NumPy np.float64(9007199254740992.0), Numba 9007199254740993
#     9223372036854775809: NumPy np.float64(9.223372036854776e+18), Numba -9223372036854775807
# Why it matters: Hashes of positions and bitboards are uint64 and literals are int64. A comparison or a division
# after such a sum has another sign when it is compiled than when it is debugged without the compiler.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'numba==0.68.1' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import numba
import numpy as np


def plus(left, right):
    return left + right


compiled = numba.njit(plus)
for number in (2**53 + 1, 2**63 + 1):
    left, right = np.uint64(number), np.int64(0)
    print(f"{number}: NumPy {plus(left, right)!r}, Numba {compiled(left, right)!r}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
9007199254740993: NumPy np.float64(9007199254740992.0), Numba 9007199254740993
9223372036854775809: NumPy np.float64(9.223372036854776e+18), Numba -9223372036854775807
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
