#!/usr/bin/env bash
# pgnhelper 0.10.2 (PyPI): in a double round robin its Sonneborn-Berger score makes another player the winner.
#
# Guess: The Sonneborn-Berger score is that of FIDE's handbook, which the library names: for each game won the
# opponent's points, for each game drawn half of them. In a double round robin every opponent comes in twice.
# What it does: The two games against an opponent are taken as one match. Who has more than half of its points gets the
# opponent's score once, whether with 2 or with 1.5; who has 1 gets half of it, and who has 0.5 gets nothing. For a
# single round robin this is the same as the rule.
# Seen:
#     Ann: 3.5 points, direct encounter 1.0, 3 wins, Sonneborn-Berger 5.25, 9.5 by the games
#     Dan: 3.5 points, direct encounter 1.0, 3 wins, Sonneborn-Berger 4.75, 10.5 by the games
#     Bob: 3.0 points, direct encounter 0.0, 0 wins, Sonneborn-Berger 0.0, 7.5 by the games
#     Cyd: 2.0 points, direct encounter 0.0, 0 wins, Sonneborn-Berger 0.0, 7.0 by the games
# Why it matters: The table decides who has won, or who is relegated, after direct encounter and number of wins are
# equal, as they often are among few players; and nothing in it shows that the column is another measure.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pgnhelper==0.10.2' 'chess==1.9.1' 'pandas==2.2.3' >&2
cat > "$folder/look.py" <<'EOF'
import os
import tempfile

from pgnhelper.roundrobin import RoundRobin

GAMES = (
    "Ann Bob 0-1", "Ann Cyd 1/2-1/2", "Ann Dan 1-0", "Bob Ann 0-1", "Bob Cyd 1-0", "Bob Dan 0-1",
    "Cyd Ann 0-1", "Cyd Bob 0-1", "Cyd Dan 1-0", "Dan Ann 1-0", "Dan Bob 1-0", "Dan Cyd 1/2-1/2",
)
POINTS = {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (0.5, 0.5)}
name = os.path.join(tempfile.mkdtemp(), "club.pgn")
with open(name, "w") as file:
    for number, game in enumerate(GAMES):
        white, black, result = game.split()
        file.write(f'[Event "Club"]\n[Round "{number + 1}"]\n[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n\n{result}\n\n')
table = RoundRobin(name).table()
scores = dict.fromkeys(("Ann", "Bob", "Cyd", "Dan"), 0)
for game in GAMES:
    white, black, result = game.split()
    scores[white] += POINTS[result][0]
    scores[black] += POINTS[result][1]
due = dict.fromkeys(scores, 0)
for game in GAMES:
    white, black, result = game.split()
    due[white] += POINTS[result][0] * scores[black]
    due[black] += POINTS[result][1] * scores[white]
for _, row in table.iterrows():
    print(f"{row.Name}: {row.Score} points, direct encounter {row.DE}, {row.Wins} wins, Sonneborn-Berger {row.SB}, {due[row.Name]} by the games")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
Ann: 3.5 points, direct encounter 1.0, 3 wins, Sonneborn-Berger 5.25, 9.5 by the games
Dan: 3.5 points, direct encounter 1.0, 3 wins, Sonneborn-Berger 4.75, 10.5 by the games
Bob: 3.0 points, direct encounter 0.0, 0 wins, Sonneborn-Berger 0.0, 7.5 by the games
Cyd: 2.0 points, direct encounter 0.0, 0 wins, Sonneborn-Berger 0.0, 7.0 by the games
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
