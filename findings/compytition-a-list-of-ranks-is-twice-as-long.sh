#!/usr/bin/env bash
# compytition 0.3.1 (PyPI): a list of three ranks has six, and the first three do not know that they are tied.
#
# Guess: RankList([1, 2, 2]) is the three ranks 1, 2= and 2=, since it checks ties and marks them.
# What it does: The ranks that were given stay in the list, unmarked, and those that were checked are put behind them.
# Of two that share a place the second one is marked, the first is not.
# Seen:
#     [1] - 2 ranks: 1, 1
#     [1, 2, 3] - 6 ranks: 1, 2, 3, 1, 2, 3
#     [1, 2, 2] - 6 ranks: 1, 2, 2, 1, 2, 2=
#     [1, 1, 3] - 6 ranks: 1, 1, 3, 1, 1=, 3
# Why it matters: Whoever walks through the list beside the players finds nobody for the second half, or counts each
# medal twice; a tie is shown as an outright place.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'compytition==0.3.1' 'peak-utility==0.7.1' >&2
cat > "$folder/look.py" <<'EOF'
from compytition import RankList

for ranks in ([1], [1, 2, 3], [1, 2, 2], [1, 1, 3]):
    print(ranks, "-", len(RankList(ranks)), "ranks:", ", ".join(str(rank) for rank in RankList(ranks)))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
[1] - 2 ranks: 1, 1
[1, 2, 3] - 6 ranks: 1, 2, 3, 1, 2, 3
[1, 2, 2] - 6 ranks: 1, 2, 2, 1, 2, 2=
[1, 1, 3] - 6 ranks: 1, 1, 3, 1, 1=, 3
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
