#!/usr/bin/env bash
# versupy 0.1.0 (PyPI): in a round of its round robin one player has three games at once and others have none.
#
# Guess: get_current_round_matches() gives the games of one round, in which each of six players has one, as every table
# of a round robin has it.
# What it does: All pairs are listed in the order 1-2, 1-3, 1-4, ..., and a "round" is the next three of them.
# Seen:
#     4 players: AB AC | AD BC | BD CD
#     6 players: AB AC AD | AE AF BC | BD BE BF | CD CE CF | DE DF EF
# Why it matters: The games of a round cannot be played side by side: in the first A would sit at three boards while E
# and F watch, and the last player has no game before the second of five rounds.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'versupy==0.1.0' >&2
cat > "$folder/look.py" <<'EOF'
from versupy.competitor import Competitor
from versupy.round_robin import RoundRobin

for names in ("ABCD", "ABCDEF"):
    tournament = RoundRobin([Competitor(name) for name in names])
    rounds, matches = [], tournament.get_current_round_matches()
    while matches:
        rounds.append(" ".join(match.competitor_a.name + match.competitor_b.name for match in matches))
        matches = tournament.advance_to_next_round()
    print(len(names), "players:", " | ".join(rounds))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
4 players: AB AC | AD BC | BD CD
6 players: AB AC AD | AE AF BC | BD BE BF | CD CE CF | DE DF EF
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
