#!/usr/bin/env bash
# statsmodels 0.15.0 (PyPI): the Jeffreys interval of 0 wins in 10 games does not hold 0, and that of 10 wins does not
# hold 1.
#
# Guess: An interval for a win rate holds the rate that was seen. The Jeffreys interval is usually given with its
# lower end set to 0 where nothing was won and its upper end to 1 where nothing was lost, as in the paper of Brown,
# Cai and DasGupta (2001).
# What it does: The ends stay at the 2.5 % and 97.5 % quantiles of the beta distribution.
# Seen:
#     beta: from 0.0000000 at 0 of 10, up to 1.0000000 at 10 of 10; they hold what was seen: True, True
#     wilson: from 0.0000000 at 0 of 10, up to 1.0000000 at 10 of 10; they hold what was seen: True, True
#     agresti_coull: from 0.0000000 at 0 of 10, up to 1.0000000 at 10 of 10; they hold what was seen: True, True
#     jeffreys: from 0.0000479 at 0 of 10, up to 0.9999521 at 10 of 10; they hold what was seen: False, False
# Why it matters: A check such as "does the interval hold the observed rate" or "is a rate of 0 excluded" fails for
# every player who has won or lost all games, and only with this method.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'statsmodels==0.15.0' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
from statsmodels.stats.proportion import proportion_confint

for method in ("beta", "wilson", "agresti_coull", "jeffreys"):
    low, _ = proportion_confint(0, 10, method=method)
    _, high = proportion_confint(10, 10, method=method)
    print(f"{method}: from {low:.7f} at 0 of 10, up to {high:.7f} at 10 of 10;"
          f" they hold what was seen: {bool(low <= 0)}, {bool(high >= 1)}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
beta: from 0.0000000 at 0 of 10, up to 1.0000000 at 10 of 10; they hold what was seen: True, True
wilson: from 0.0000000 at 0 of 10, up to 1.0000000 at 10 of 10; they hold what was seen: True, True
agresti_coull: from 0.0000000 at 0 of 10, up to 1.0000000 at 10 of 10; they hold what was seen: True, True
jeffreys: from 0.0000479 at 0 of 10, up to 0.9999521 at 10 of 10; they hold what was seen: False, False
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
