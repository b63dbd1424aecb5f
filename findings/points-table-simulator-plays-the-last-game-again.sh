#!/usr/bin/env bash
# points-table-simulator 2.0.1 (PyPI): when a game was put off, the scenarios give its winner to another game, which is
# over.
#
# Guess: simulate_the_qualification_scenarios returns, beside each table, the results of the games that are still to be
# played: the game without a winner in the schedule, with a winner of its own two teams.
# What it does: The games to come are taken to be the last rows of the schedule, as many as have no winner. Game 2 was
# put off and game 6 is over, so game 6 is shown as the open one, won by a team that does not play in it. The table
# beside it is right in its points and counts the open game as both played and remaining.
# Seen:
#     as played: to be played: [('Cats', 'Dogs')]
#     as played: Dogs are second at least if game 6 of Bees against Cats is won by Dogs
#     as played: Dogs then: played 3, remaining 1, points 6
#     open game last: to be played: [('Cats', 'Dogs')]
#     open game last: Dogs are second at least if game 2 of Cats against Dogs is won by Dogs
#     open game last: Dogs then: played 3, remaining 1, points 6
# Why it matters: "You qualify if Dogs win game 6" is printed for a game of Bees against Cats. A schedule in which every
# game was played on its day never shows it, so tests with a tidy season pass. Sorting the open games to the end before
# helps.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'points-table-simulator==2.0.1' >&2
cat > "$folder/look.py" <<'EOF'
import pandas as pd
from points_table_simulator import PointsTableSimulator

NAMES = ["match_number", "home", "away", "winner"]
GAMES = [
    (1, "Ants", "Bees", "Ants"),
    (2, "Cats", "Dogs", None),
    (3, "Ants", "Cats", "Cats"),
    (4, "Bees", "Dogs", "Bees"),
    (5, "Ants", "Dogs", "Dogs"),
    (6, "Bees", "Cats", "Bees"),
]
orders = {"as played": GAMES, "open game last": sorted(GAMES, key=lambda game: game[3] is None)}
for name, games in orders.items():
    simulator = PointsTableSimulator(pd.DataFrame(games, columns=NAMES), points_for_a_win=3)
    print(f"{name}: to be played: {simulator.remaining_matches}")
    tables, results = simulator.simulate_the_qualification_scenarios("Dogs", 2, 1)
    for number, home, away, winner in results[0].itertuples(index=False):
        print(f"{name}: Dogs are second at least if game {number} of {home} against {away} is won by {winner}")
    dogs = tables[0].set_index("team").loc["Dogs"]
    print(f"{name}: Dogs then: played {dogs.matches_played}, remaining {dogs.remaining_matches}, points {dogs.points}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
as played: to be played: [('Cats', 'Dogs')]
as played: Dogs are second at least if game 6 of Bees against Cats is won by Dogs
as played: Dogs then: played 3, remaining 1, points 6
open game last: to be played: [('Cats', 'Dogs')]
open game last: Dogs are second at least if game 2 of Cats against Dogs is won by Dogs
open game last: Dogs then: played 3, remaining 1, points 6
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
