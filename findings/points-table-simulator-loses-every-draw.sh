#!/usr/bin/env bash
# points-table-simulator 2.0.1 (PyPI): a drawn game is a lost one for both, and gives no point when it is written as the
# documentation has it.
#
# Guess: The documentation lists three things for the column of winners: a team's name, draw, or no result. Such a game
# is one in the column of draws, and gives both teams the points for a draw.
# What it does: Only "Draw" and "No Result" with these capitals are known; "draw" and "no result" are the names of teams
# that nobody has, so both sides have lost and get nothing. With the capitals both get their points, and are written
# down as having lost all the same: won, lost and drawn add up to more than the games.
# Seen:
#     'draw': Ants played 2: won 1, lost 1, drawn 0, without 0; 3 points
#     'draw': Bees played 1: won 0, lost 1, drawn 0, without 0; 0 points
#     'draw': Cats played 2: won 0, lost 2, drawn 0, without 0; 0 points
#     'draw': Dogs played 1: won 0, lost 1, drawn 0, without 0; 0 points
#     'Draw': Ants played 2: won 1, lost 1, drawn 1, without 0; 4 points
#     'Draw': Bees played 1: won 0, lost 1, drawn 1, without 0; 1 points
#     'Draw': Cats played 2: won 0, lost 2, drawn 0, without 1; 1 points
#     'Draw': Dogs played 1: won 0, lost 1, drawn 0, without 1; 1 points
# Why it matters: A team that has drawn all its games has no more points than one that has lost them, and no error is
# raised for the unknown word. Whoever checks the table by adding up finds more results than games.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'points-table-simulator==2.0.1' >&2
cat > "$folder/look.py" <<'EOF'
import pandas as pd
from points_table_simulator import PointsTableSimulator

NAMES = ["match_number", "home", "away", "winner"]
SHOWN = ["team", "matches_played", "matches_won", "matches_lost", "matches_drawn", "matches_with_no_result", "points"]
for draw, nothing in (("draw", "no result"), ("Draw", "No Result")):
    games = [(1, "Ants", "Bees", draw), (2, "Cats", "Dogs", nothing), (3, "Ants", "Cats", "Ants"), (4, "Bees", "Dogs", None)]
    table = PointsTableSimulator(pd.DataFrame(games, columns=NAMES), points_for_a_win=3).current_points_table
    for team, played, won, lost, drawn, none, points in table.sort_values("team")[SHOWN].itertuples(index=False):
        print(f"{draw!r}: {team} played {played}: won {won}, lost {lost}, drawn {drawn}, without {none}; {points} points")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
'draw': Ants played 2: won 1, lost 1, drawn 0, without 0; 3 points
'draw': Bees played 1: won 0, lost 1, drawn 0, without 0; 0 points
'draw': Cats played 2: won 0, lost 2, drawn 0, without 0; 0 points
'draw': Dogs played 1: won 0, lost 1, drawn 0, without 0; 0 points
'Draw': Ants played 2: won 1, lost 1, drawn 1, without 0; 4 points
'Draw': Bees played 1: won 0, lost 1, drawn 1, without 0; 1 points
'Draw': Cats played 2: won 0, lost 2, drawn 0, without 1; 1 points
'Draw': Dogs played 1: won 0, lost 1, drawn 0, without 1; 1 points
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
