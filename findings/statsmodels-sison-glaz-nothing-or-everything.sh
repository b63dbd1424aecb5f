#!/usr/bin/env bash
# statsmodels 0.15.0 (PyPI): the intervals of Sison and Glaz for wins, draws and losses are points after ten wins, and
# everything after nine.
#
# Guess: Simultaneous intervals of 95 % for three rates get a little wider when one win of ten becomes a draw.
# What it does: For 10, 0, 0 the rate of wins is 1 exactly, beside which 17 % of draws are possible; for 9, 1, 0 each
# rate is anywhere from 0 to 1. The method of Goodman, the default, gives the same kind of interval for both.
# Seen:
#     [10, 0, 0] goodman wins [0.64, 1.0] draws [0.0, 0.36]
#     [10, 0, 0] sison-glaz wins [1.0, 1.0] draws [0.0, 0.17]
#     [9, 1, 0] goodman wins [0.52, 0.99] draws [0.01, 0.48]
#     [9, 1, 0] sison-glaz wins [0.0, 1.0] draws [0.0, 1.0]
#     [8, 1, 1] goodman wins [0.43, 0.96] draws [0.01, 0.48]
#     [8, 1, 1] sison-glaz wins [0.7, 1.0] draws [0.0, 0.39]
# Why it matters: Tables of wins, draws and losses of short matches get an interval that says the most where least is
# known; a program that compares lower ends puts such a player first.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'statsmodels==0.15.0' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import numpy as np
from statsmodels.stats.proportion import multinomial_proportions_confint

for counts in ([10, 0, 0], [9, 1, 0], [8, 1, 1]):
    for method in ("goodman", "sison-glaz"):
        wins, draws, _ = np.abs(multinomial_proportions_confint(counts, method=method).round(2)).tolist()
        print(counts, method, "wins", wins, "draws", draws)
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
[10, 0, 0] goodman wins [0.64, 1.0] draws [0.0, 0.36]
[10, 0, 0] sison-glaz wins [1.0, 1.0] draws [0.0, 0.17]
[9, 1, 0] goodman wins [0.52, 0.99] draws [0.01, 0.48]
[9, 1, 0] sison-glaz wins [0.0, 1.0] draws [0.0, 1.0]
[8, 1, 1] goodman wins [0.43, 0.96] draws [0.01, 0.48]
[8, 1, 1] sison-glaz wins [0.7, 1.0] draws [0.0, 0.39]
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
