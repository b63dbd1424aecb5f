#!/usr/bin/env bash
# elo-grad 0.5.1 (PyPI): asking for the chances of a game rates it, so the same question gives another answer.
#
# Guess: fit learns and predict_proba tells, as in every estimator of scikit-learn, whose names these are. A prediction
# changes nothing, and does not depend on the result that stands in the column beside it.
# What it does: predict_proba and predict go through the games as fit does: each is predicted and then rated with its
# score. Asked three times for one game, which the first player has won in the table, the chances rise; asked with a
# loss, they fall. The column of the score has to be there for a game that is still to be played, and whatever stands in
# it is believed.
# Seen:
#     Ann has 1531 points after fit; a game with 1 in the column of the score:
#         chance of Ann 0.587, Ann has 1544 points
#         chance of Ann 0.623, Ann has 1556 points
#         chance of Ann 0.655, Ann has 1567 points
#     Ann has 1531 points after fit; a game with 0 in the column of the score:
#         chance of Ann 0.587, Ann has 1512 points
#         chance of Ann 0.534, Ann has 1495 points
#         chance of Ann 0.485, Ann has 1479 points
# Why it matters: The accuracy of the second look is better than that of the first, since the model has learned the
# answers. A table of the coming round with 0 as a place holder costs everybody who stands first in it the rating points
# of a lost game.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'elo-grad==0.5.1' 'narwhals==1.14.0' 'polars==1.14.0' >&2
cat > "$folder/look.py" <<'EOF'
import polars as pl
from elo_grad import EloEstimator


def games(start, *results):
    """Return a table of games of Ann against Bob, with 1 where Ann has won."""
    count = len(results)
    days = range(start, start + count)
    return pl.DataFrame({"t": days, "entity_1": ["Ann"] * count, "entity_2": ["Bob"] * count, "score": results})


for result in (1, 0):
    model = EloEstimator(k_factor=32, default_init_rating=1500).fit(games(1, 1, 1))
    print(f"Ann has {model.model.ratings['Ann'][1]:.0f} points after fit; a game with {result} in the column of the score:")
    for _ in range(3):
        chance = model.predict_proba(games(3, result)).to_native()["1"][0]
        print(f"    chance of Ann {chance:.3f}, Ann has {model.model.ratings['Ann'][1]:.0f} points")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
Ann has 1531 points after fit; a game with 1 in the column of the score:
    chance of Ann 0.587, Ann has 1544 points
    chance of Ann 0.623, Ann has 1556 points
    chance of Ann 0.655, Ann has 1567 points
Ann has 1531 points after fit; a game with 0 in the column of the score:
    chance of Ann 0.587, Ann has 1512 points
    chance of Ann 0.534, Ann has 1495 points
    chance of Ann 0.485, Ann has 1479 points
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
