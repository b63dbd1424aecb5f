#!/usr/bin/env bash
# python-sat 1.9.dev24 (PyPI): eight queens have no solution when each line is encoded by CardEnc on its own.
#
# Guess: CardEnc.equals(lits, 1) gives clauses that say that one of these is true. The clauses of several lines say so
# of each of them.
# What it does: The helper variables begin above the largest variable of the call, not of the formula. Those of one
# line are the cells, or the helpers, of the next. With top_id, or with pairs, which need no helpers, the 92 solutions
# are there.
# Seen:
#     as it is: 0 solutions
#     with top_id: 92 solutions
#     by pairs: 92 solutions
# Why it matters: The puzzle is reported to be unsolvable, or has other solutions, without an error. One line alone,
# which is what a test tries, is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'python-sat==1.9.dev24' >&2
cat > "$folder/look.py" <<'EOF'
from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

N = range(8)
CELLS = [(row, column) for row in N for column in N]


def solutions(**options):
    lines = [[cell for cell in CELLS if kind(*cell) == number] for kind in (lambda r, c: r, lambda r, c: c) for number in N]
    diagonals = [[cell for cell in CELLS if kind(*cell) == number] for kind in (lambda r, c: r + c, lambda r, c: r - c) for number in range(-7, 15)]
    clauses, top = [], 64
    for bound, cells in [(CardEnc.equals, line) for line in lines] + [(CardEnc.atmost, line) for line in diagonals if len(line) > 1]:
        more = {"top_id": top} if options.get("top") else {}
        encoded = bound([8 * row + column + 1 for row, column in cells], 1, encoding=options.get("encoding", EncType.seqcounter), **more)
        top = max(top, encoded.nv)
        clauses += encoded.clauses
    with Solver(bootstrap_with=clauses) as solver:
        found = 0
        while found < 1000 and solver.solve():
            solver.add_clause([-number for number in solver.get_model() if 0 < number <= 64])
            found += 1
        return f"{found} solutions" if found < 1000 else "1000 and more"


print("as it is:", solutions())
print("with top_id:", solutions(top=True))
print("by pairs:", solutions(encoding=EncType.pairwise))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
as it is: 0 solutions
with top_id: 92 solutions
by pairs: 92 solutions
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
