#!/usr/bin/env bash
# z3-solver 5.4.1.0, ortools 9.15.6755 and clingo 5.8.3 (PyPI): -7 / 2 is -4 for Z3 and for Python, and -3 for CP-SAT
# and clingo.
#
# Guess: Whole numbers divide in a solver that is driven from Python as they do in Python: rounded down, with a
# remainder of the sign of the divisor; or at least the solvers agree.
# What it does: Z3 has a remainder that is never negative. CP-SAT and clingo cut towards zero, so that the remainder
# has the sign of what is divided. Z3 agrees with Python if the divisor is positive, and with nobody if both numbers
# are negative. (CP-SAT has no remainder by a negative number.)
# Seen:
#     7 by 2: Python (3, 1) Z3 (3, 1) CP-SAT (3, 1) clingo (3, 1)
#     -7 by 2: Python (-4, 1) Z3 (-4, 1) CP-SAT (-3, -1) clingo (-3, -1)
#     7 by -2: Python (-4, -1) Z3 (-3, 1) CP-SAT (-3, None) clingo (-3, 1)
#     -7 by -2: Python (3, -1) Z3 (4, 1) CP-SAT (3, None) clingo (3, -1)
# Why it matters: Columns, diagonals and wrapped edges of a board are written with / and mod. With differences, which
# may be negative, the same puzzle has other solutions in each solver.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'z3-solver==5.4.1.0' 'ortools==9.15.6755' 'clingo==5.8.3' >&2
cat > "$folder/look.py" <<'EOF'
import clingo
import z3
from ortools.sat.python import cp_model


def by_z3(a, b):
    return (z3.simplify(z3.IntVal(a) / z3.IntVal(b)).as_long(), z3.simplify(z3.IntVal(a) % z3.IntVal(b)).as_long())


def by_cp_sat(a, b):
    model = cp_model.CpModel()
    quotient = model.new_int_var(-20, 20, "quotient")
    model.add_division_equality(quotient, a, b)
    remainder = None
    if b > 0:
        remainder = model.new_int_var(-20, 20, "remainder")
        model.add_modulo_equality(remainder, a, b)
    solver = cp_model.CpSolver()
    solver.solve(model)
    return (solver.value(quotient), None if remainder is None else solver.value(remainder))


def by_clingo(a, b):
    control = clingo.Control()
    control.add("base", [], f"answer(({a}) / ({b}), ({a}) \\ ({b})).")
    control.ground([("base", [])])
    return tuple(argument.number for argument in next(iter(control.symbolic_atoms)).symbol.arguments)


for a, b in ((7, 2), (-7, 2), (7, -2), (-7, -2)):
    print(f"{a} by {b}: Python {divmod(a, b)} Z3 {by_z3(a, b)} CP-SAT {by_cp_sat(a, b)} clingo {by_clingo(a, b)}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
7 by 2: Python (3, 1) Z3 (3, 1) CP-SAT (3, 1) clingo (3, 1)
-7 by 2: Python (-4, 1) Z3 (-4, 1) CP-SAT (-3, -1) clingo (-3, -1)
7 by -2: Python (-4, -1) Z3 (-3, 1) CP-SAT (-3, None) clingo (-3, 1)
-7 by -2: Python (3, -1) Z3 (4, 1) CP-SAT (3, None) clingo (3, -1)
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
