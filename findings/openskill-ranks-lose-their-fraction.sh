#!/usr/bin/env bash
# openskill 6.2.0 (PyPI) and openskill 5.0.1 (npm): the same ranks mean a tie in Python and an order in JavaScript.
#
# Guess: Ranks are compared as numbers, so that 1, 1.5 and 2 are three places, in both editions of the library.
# What it does: The Python package cuts each rank to a whole number first: 1 and 1.5 become a tie, as if the ranks
# were 1, 1, 2. The JavaScript package keeps three places. No error, no warning.
# Seen:
#     python [1, 1.5, 2] [25.717, 25.717, 23.565]
#     python [1, 1, 2] [25.717, 25.717, 23.565]
#     python [1, 2, 3] [27.869, 25.717, 21.414]
#     javascript [1,1.5,2] 27.869 25.717 21.414
#     javascript [1,1,2] 25.717 25.717 23.565
#     javascript [1,2,3] 27.869 25.717 21.414
# Why it matters: Ranks computed as means of shared places, or as minus the payoff, are halves and thirds. Winners and
# losers are then rated as equals, and the two editions rate one result differently.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'openskill==6.2.0' >&2
cat > "$folder/look.py" <<'EOF'
from openskill.models import PlackettLuce

model = PlackettLuce()
for ranks in ([1, 1.5, 2], [1, 1, 2], [1, 2, 3]):
    teams = model.rate([[model.rating()] for _ in range(3)], ranks=ranks)
    print("python", ranks, [round(team[0].mu, 3) for team in teams])
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }
npm install --prefix "$folder" --silent --no-audit --no-fund 'openskill@5.0.1' >&2
cat > "$folder/look.js" <<'EOF'
const { rate, rating } = require("openskill");
for (const rank of [[1, 1.5, 2], [1, 1, 2], [1, 2, 3]]) {
  const teams = rate([[rating()], [rating()], [rating()]], { rank });
  console.log("javascript", JSON.stringify(rank), teams.map((team) => team[0].mu.toFixed(3)).join(" "));
}
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
python [1, 1.5, 2] [25.717, 25.717, 23.565]
python [1, 1, 2] [25.717, 25.717, 23.565]
python [1, 2, 3] [27.869, 25.717, 21.414]
javascript [1,1.5,2] 27.869 25.717 21.414
javascript [1,1,2] 25.717 25.717 23.565
javascript [1,2,3] 27.869 25.717 21.414
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
