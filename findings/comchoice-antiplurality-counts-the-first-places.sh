#!/usr/bin/env bash
# comchoice 0.1.3 (PyPI): antiplurality ranks by the fewest first places, and leaves out who has none.
#
# Guess: Under antiplurality each voter votes against the candidate whom he puts last, and the one with the fewest such
# votes is first.
# What it does: It counts the first places as plurality does, and turns the ranks round. The last places are not looked
# at, and a candidate whom nobody puts first is not in the table.
# Seen:
#     {'ann>bob>cyd': 45, 'bob>ann>cyd': 25, 'cyd>ann>bob': 30}
#         put last: {'ann': 0, 'bob': 30, 'cyd': 70}
#         plurality: 1 ann with 45, 2 cyd with 30, 3 bob with 25
#         antiplurality: 1 bob with 25, 2 cyd with 30, 3 ann with 45
#     {'ann>bob>cyd': 60, 'cyd>bob>ann': 40}
#         put last: {'ann': 40, 'bob': 0, 'cyd': 60}
#         plurality: 1 ann with 60, 2 cyd with 40
#         antiplurality: 1 cyd with 40, 2 ann with 60
# Why it matters: Whom nobody puts last should win and comes last here, for being liked; the one whom most of the voters
# reject is first. (The package imports seaborn, which it does not ask for.)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'comchoice==0.1.3' 'pandas==2.3.3' 'numpy==2.3.5' \
    'seaborn==0.13.2' >&2
cat > "$folder/look.py" <<'EOF'
from collections import Counter

import pandas as pd
from comchoice.aggregate import antiplurality, plurality

ELECTIONS = ({"ann>bob>cyd": 45, "bob>ann>cyd": 25, "cyd>ann>bob": 30}, {"ann>bob>cyd": 60, "cyd>bob>ann": 40})
for ballots in ELECTIONS:
    table = pd.DataFrame({"ballot": list(ballots), "voters": list(ballots.values())})
    last = Counter(dict.fromkeys(("ann", "bob", "cyd"), 0))
    for ballot, voters in ballots.items():
        last[ballot[-3:]] += voters
    print(ballots)
    print("    put last:", dict(sorted(last.items())))
    for rule in (plurality, antiplurality):
        ranks = rule(table)[["rank", "alternative", "value"]].itertuples(index=False)
        print(f"    {rule.__name__}:", ", ".join(f"{rank} {name} with {value}" for rank, name, value in ranks))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
{'ann>bob>cyd': 45, 'bob>ann>cyd': 25, 'cyd>ann>bob': 30}
    put last: {'ann': 0, 'bob': 30, 'cyd': 70}
    plurality: 1 ann with 45, 2 cyd with 30, 3 bob with 25
    antiplurality: 1 bob with 25, 2 cyd with 30, 3 ann with 45
{'ann>bob>cyd': 60, 'cyd>bob>ann': 40}
    put last: {'ann': 40, 'bob': 0, 'cyd': 60}
    plurality: 1 ann with 60, 2 cyd with 40
    antiplurality: 1 cyd with 40, 2 ann with 60
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
