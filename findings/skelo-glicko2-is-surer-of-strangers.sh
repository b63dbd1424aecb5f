#!/usr/bin/env bash
# skelo 0.1.5 (PyPI): the less the Glicko-2 model knows of the opponent, the surer it is to win, and the chances of
# both do not add up to 1.
#
# Guess: In Glicko the expected score comes nearer to one half the greater both deviations are, and depends on both
# alike, so the two players' chances add up to 1.
# What it does: The difference of the ratings is multiplied by the root of both squared deviations and by a factor of
# the first player's deviation alone. 200 points over a stranger with a deviation of 350 are 99.99996 %, over a
# well-known player 95 %; the paper says 68 % and 76 %.
# Seen:
#     (1700, 50) against (1500, 50): skelo 0.9503220 and 0.0496780, sum 1.000; paper 0.755
#     (1700, 50) against (1500, 350): skelo 0.9999996 and 0.1081879, sum 1.108; paper 0.683
#     (1700, 350) against (1500, 50): skelo 0.8918121 and 0.0000004, sum 0.892; paper 0.683
# Why it matters: predict_proba is what a classifier is chosen and judged by: forecasts for new players are sure and
# wrong, and change with who is written first.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'skelo==0.1.5' 'glicko2==2.1.0' 'numpy==2.4.6' 'pandas==3.1.1' 'scikit-learn==1.9.1' >&2
cat > "$folder/look.py" <<'EOF'
import math

from skelo.model.glicko2 import Glicko2Model


def paper(first, second):
    spread = math.log(10) / 400 * math.hypot(first[1], second[1])
    return 1 / (1 + 10 ** (-(first[0] - second[0]) / 400 / math.sqrt(1 + 3 * (spread / math.pi) ** 2)))


for first, second in (((1700, 50), (1500, 50)), ((1700, 50), (1500, 350)), ((1700, 350), (1500, 50))):
    one = Glicko2Model.compute_prob((*first, 0.06), (*second, 0.06))
    other = Glicko2Model.compute_prob((*second, 0.06), (*first, 0.06))
    print(f"{first} against {second}: skelo {one:.7f} and {other:.7f}, sum {one + other:.3f}; paper {paper(first, second):.3f}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
(1700, 50) against (1500, 50): skelo 0.9503220 and 0.0496780, sum 1.000; paper 0.755
(1700, 50) against (1500, 350): skelo 0.9999996 and 0.1081879, sum 1.108; paper 0.683
(1700, 350) against (1500, 50): skelo 0.8918121 and 0.0000004, sum 0.892; paper 0.683
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
