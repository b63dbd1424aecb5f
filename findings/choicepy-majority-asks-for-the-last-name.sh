#!/usr/bin/env bash
# choicepy 0.0.1a1 (PyPI): only the last in the alphabet of those who were put first can have a majority.
#
# Guess: majority() names the candidate whom more than half of the voters put first, or nobody.
# What it does: It takes the greatest key of the counts, the last name of those who were put first at all, where the one
# with the most votes was meant, and asks whether it has half of the votes or more. plurality() counts rightly.
# Seen:
#     ann ann ann ann bob: most votes ['ann'], majority []
#     bob bob bob bob ann: most votes ['bob'], majority ['bob']
#     ann ann ann: most votes ['ann'], majority ['ann']
#     ann ann ann cyd: most votes ['ann'], majority []
#     ann ann cyd cyd: most votes ['ann', 'cyd'], majority ['cyd']
# Why it matters: Four voters of five are no majority if the fifth put a later name first, and one of two tied ones has
# a majority with half of the votes. An election with other names has another winner.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'choicepy==0.0.1a1' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
from choicepy import Profile

BALLOTS = {"ann": ["ann", "bob", "cyd"], "bob": ["bob", "ann", "cyd"], "cyd": ["cyd", "ann", "bob"]}
for firsts in ("ann ann ann ann bob", "bob bob bob bob ann", "ann ann ann", "ann ann ann cyd", "ann ann cyd cyd"):
    votes = Profile([BALLOTS[name] for name in firsts.split()])
    print(f"{firsts}: most votes {votes.plurality()}, majority {votes.majority()}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
ann ann ann ann bob: most votes ['ann'], majority []
bob bob bob bob ann: most votes ['bob'], majority ['bob']
ann ann ann: most votes ['ann'], majority ['ann']
ann ann ann cyd: most votes ['ann'], majority []
ann ann cyd cyd: most votes ['ann', 'cyd'], majority ['cyd']
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
