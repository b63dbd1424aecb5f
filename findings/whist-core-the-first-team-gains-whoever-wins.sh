#!/usr/bin/env bash
# whist-core 0.9.2 (PyPI): the team that is named first gains rating points, whether it wins or loses.
#
# Guess: EloRater.rate(teams, scores) rates as Elo does: the winners go up and the losers down, and the order in which
# the teams are named means nothing.
# What it does: The difference between result and expectation is computed for the first team alone, below 0 if it loses.
# Each team gets it times 1 if it has won and times -1 if it has lost: so of a loss the first team gets minus times
# minus, and the winners lose as much. The result is the sum of the odd tricks, where its documentation says the number
# of hands, so that a hand of three odd tricks counts as two and a half won beyond expectation.
# Seen:
#     odd tricks [1, 0]: {'first1': 1520, 'first2': 1520, 'second1': 1480, 'second2': 1480}
#     odd tricks [0, 1]: {'first1': 1520, 'first2': 1520, 'second1': 1480, 'second2': 1480}
#     odd tricks [3, 0]: {'first1': 1600, 'first2': 1600, 'second1': 1400, 'second2': 1400}
#     odd tricks [0, 3]: {'first1': 1520, 'first2': 1520, 'second1': 1480, 'second2': 1480}
# Why it matters: The better the second team plays, the lower its players are ranked, and each player rises by sitting
# down first.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'whist-core==0.9.2' 'pydantic==2.12.5' >&2
cat > "$folder/look.py" <<'EOF'
from whist_core.scoring.elo import EloRater
from whist_core.scoring.score import Score
from whist_core.scoring.score_card import ScoreCard
from whist_core.scoring.team import Team
from whist_core.user.player import Player

for points in ([1, 0], [0, 1], [3, 0], [0, 3]):
    teams = [Team(players=[Player(username=f"{side}{n}", rating=1500) for n in "12"]) for side in ("first", "second")]
    card = ScoreCard()
    card.add_score(Score(teams=teams, scores=points))
    EloRater.rate(teams, card)
    print(f"odd tricks {points}:", {player.username: player.rating for team in teams for player in team.players})
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
odd tricks [1, 0]: {'first1': 1520, 'first2': 1520, 'second1': 1480, 'second2': 1480}
odd tricks [0, 1]: {'first1': 1520, 'first2': 1520, 'second1': 1480, 'second2': 1480}
odd tricks [3, 0]: {'first1': 1600, 'first2': 1600, 'second1': 1400, 'second2': 1400}
odd tricks [0, 3]: {'first1': 1520, 'first2': 1520, 'second1': 1480, 'second2': 1480}
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
