#!/usr/bin/env bash
# openskill 6.2.0 (PyPI): the weights of a team are stretched to a fixed range, whatever they were.
#
# Guess: Weights say how much each member of a team took part: 9 and 10 are nearly alike and move the ratings nearly
# alike.
# What it does: Within each team the weights are mapped to the range from 1 to 2: 9 and 10 do the same as 1 and 10,
# and the second member moves twice as far as the first. A team whose members have one weight, whatever it is, moves
# as if there were none.
# Seen:
#     None [1.964, 1.964]
#     [[9, 10], [1, 1]] [1.964, 3.929]
#     [[1, 10], [1, 1]] [1.964, 3.929]
#     [[5, 5], [1, 1]] [1.964, 1.964]
# Why it matters: Minutes played, or numbers of turns, are natural weights. A difference of a tenth between partners
# becomes a difference of two to one, in every game.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'openskill==6.2.0' >&2
cat > "$folder/look.py" <<'EOF'
from openskill.models import PlackettLuce

model = PlackettLuce()
for weights in (None, [[9, 10], [1, 1]], [[1, 10], [1, 1]], [[5, 5], [1, 1]]):
    teams = [[model.rating(), model.rating()], [model.rating(), model.rating()]]
    winners, _ = model.rate(teams, ranks=[1, 2], weights=weights)
    print(weights, [round(player.mu - 25, 3) for player in winners])
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
None [1.964, 1.964]
[[9, 10], [1, 1]] [1.964, 3.929]
[[1, 10], [1, 1]] [1.964, 3.929]
[[5, 5], [1, 1]] [1.964, 1.964]
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
