#!/usr/bin/env bash
# double-elimination 1.4.1 (PyPI): with six players both first games of the losers' bracket are games of the first
# round again.
#
# Guess: Who has lost to somebody meets others first: brackets are crossed so that a second meeting comes as late as
# it can.
# What it does: With six players of whom the higher always wins, 3 beats 6 and 4 beats 5; both winners lose their next
# games, and in the losers' bracket 6 meets 3 and 5 meets 4 again. 6 against 4 and 5 against 3 were possible. With
# eight no pair meets twice before the losers' final.
# Seen:
#     6 players: 3-6, 4-5, 1-4, 2-3, 1-2, 4-5 again, 3-6 again, 3-4, 2-3 again, 1-2 again
#     8 players: 1-8, 2-7, 3-6, 4-5, 1-4, 2-3, 1-2, 5-8, 6-7, 4-6, 3-5, 3-4, 2-3 again, 1-2 again
# Why it matters: Two of the six are out after two games against the same opponent, whom the others never had to play.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'double-elimination==1.4.1' >&2
cat > "$folder/look.py" <<'EOF'
from double_elimination.tournament import Tournament

for size in (6, 8):
    tournament, met = Tournament(list(range(1, size + 1)), bracket_reset_finals=False), []
    pairs = []
    while tournament.get_active_matches():
        match = tournament.get_active_matches()[0]
        pair = sorted(participant.get_competitor() for participant in match.get_participants())
        tournament.add_win(match, pair[0])
        met.append("{}-{}".format(*pair) + (" again" if pair in pairs else ""))
        pairs.append(pair)
    print(size, "players:", ", ".join(met))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
6 players: 3-6, 4-5, 1-4, 2-3, 1-2, 4-5 again, 3-6 again, 3-4, 2-3 again, 1-2 again
8 players: 1-8, 2-7, 3-6, 4-5, 1-4, 2-3, 1-2, 5-8, 6-7, 4-6, 3-5, 3-4, 2-3 again, 1-2 again
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
