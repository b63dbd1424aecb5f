#!/usr/bin/env bash
# trueskill 0.4.5 (PyPI): with a draw probability of 0 a draw makes both players less certain than if they had never
# played.
#
# Guess: A result is evidence, so sigma falls; or a draw is refused where its probability is 0.
# What it does: Both sigmas rise above the one that a new player has, with no error or warning.
# Seen:
#     draw probability 0.1: sigma 8.333 becomes 6.458, exposure 0.00 becomes 5.63
#     draw probability 0.0: sigma 8.333 becomes 9.588, exposure 0.00 becomes -3.76
# Why it matters: A probability of 0 is the natural setting for a game without draws, such as Hex. One agreed draw, or
# one result that was annulled as a tie, then lowers both players in every table that is ordered by mu - 3 sigma.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'trueskill==0.4.5' >&2
cat > "$folder/look.py" <<'EOF'
import trueskill

for probability in (0.1, 0.0):
    environment = trueskill.TrueSkill(draw_probability=probability)
    new = environment.create_rating()
    after, _ = environment.rate_1vs1(new, environment.create_rating(), drawn=True)
    print(f"draw probability {probability}: sigma {new.sigma:.3f} becomes {after.sigma:.3f},"
          f" exposure {environment.expose(new):.2f} becomes {environment.expose(after):.2f}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
draw probability 0.1: sigma 8.333 becomes 6.458, exposure 0.00 becomes 5.63
draw probability 0.0: sigma 8.333 becomes 9.588, exposure 0.00 becomes -3.76
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
