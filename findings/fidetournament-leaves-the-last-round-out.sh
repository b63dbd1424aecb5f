#!/usr/bin/env bash
# fidetournament 0.3 (PyPI): the last round of a tournament report is not read.
#
# Guess: A player of a report (TRF) has the opponents, colours and results of all rounds, in the columns of the format,
# each of which takes ten.
# What it does: Spaces at the end of the line are removed first, and with them the two that fill up the last round. What
# is left of it has eight columns, is no whole group of ten, and falls away without an error. So it is with the last
# date in the row of dates.
# Seen:
#     rounds 1: dates []
#         Ash, Ann: points 1.0, games []
#         Bay, Bob: points 0.0, games []
#     rounds 2: dates ['26/03/01']
#         Ash, Ann: points 2.0, games [('2', 'w', '1')]
#         Bay, Bob: points 0.5, games [('1', 'b', '0')]
#     rounds 3: dates ['26/03/01', '26/03/02']
#         Ash, Ann: points 2.0, games [('2', 'w', '1'), ('3', 'b', '1')]
#         Bay, Bob: points 1.5, games [('1', 'b', '0'), ('4', 'w', '=')]
# Why it matters: A table that is made from these rounds misses a game of each player, though the points in the same
# object count it: an update after round five shows four. A report of one round has players without games.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'fidetournament==0.3' 'six==1.17.0' >&2
cat > "$folder/look.py" <<'EOF'
import pathlib
import tempfile

from fidetournament.tournament import Tournament

PLAYERS = {"Ash, Ann": ("   2 w 1", "   3 b 1", "   4 w 0"), "Bay, Bob": ("   1 b 0", "   4 w =", "   3 b 1")}
POINTS = {"1": 1, "=": 0.5, "0": 0}


def report(rounds):
    """Return a report of as many rounds, in the columns of the format."""
    lines = ["012 Club Open", "132 " + " " * 87 + "  ".join(f"26/03/{day:02}" for day in range(1, rounds + 1))]
    for rank, (name, games) in enumerate(PLAYERS.items(), 1):
        points = float(sum(POINTS[game[-1]] for game in games[:rounds]))
        fixed = f"001 {rank:>4} m    {name:<33} 2000 GER {rank:>11} 1990/00/00 {points:>4} {rank:>4}  "
        lines.append(fixed + "  ".join(games[:rounds]))
    return "\n".join(lines) + "\n"


for rounds in (1, 2, 3):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "club.trf")
        path.write_text(report(rounds))
        tournament = Tournament()
        tournament.parse(str(path))
    print(f"rounds {rounds}: dates {tournament.rounddates}")
    for player in tournament.players:
        games = [(game["id"].strip(), game["color"], game["result"]) for game in player.opponents]
        print(f"    {player.name}: points {player.points}, games {games}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
rounds 1: dates []
    Ash, Ann: points 1.0, games []
    Bay, Bob: points 0.0, games []
rounds 2: dates ['26/03/01']
    Ash, Ann: points 2.0, games [('2', 'w', '1')]
    Bay, Bob: points 0.5, games [('1', 'b', '0')]
rounds 3: dates ['26/03/01', '26/03/02']
    Ash, Ann: points 2.0, games [('2', 'w', '1'), ('3', 'b', '1')]
    Bay, Bob: points 1.5, games [('1', 'b', '0'), ('4', 'w', '=')]
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
