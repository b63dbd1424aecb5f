#!/usr/bin/env bash
# round-robin-tournament 1.0.0 (PyPI): of three with one win each the winner is the one whose first win was entered
# last, and a place is not filled when nobody has a win.
#
# Guess: A tie is broken by something of the games or of the players, such as their order of seeding, which the
# documentation asks for; in any case the same results give the same winner. With winners_to_take=3 there are three
# names.
# What it does: The players are sorted by wins and the list is turned round, so those with as many wins stand in the
# reverse order of their first win. Each of three players in a circle wins, by the order in which an organiser types the
# results. Who has not won a game is in no list at all.
# Seen:
#     entered Ann won, Bob won, Cyd won - winner: ['Cyd']
#     entered Ann won, Cyd won, Bob won - winner: ['Bob']
#     entered Bob won, Ann won, Cyd won - winner: ['Cyd']
#     entered Bob won, Cyd won, Ann won - winner: ['Ann']
#     entered Cyd won, Ann won, Bob won - winner: ['Bob']
#     entered Cyd won, Bob won, Ann won - winner: ['Ann']
#     Ann two wins, Bob one, Cyd none - the first three: ['Ann', 'Bob']
# Why it matters: Two people who enter the same sheet of results get two champions. In a group of three from which the
# best two go on, only one is named when the leader has won all games and the other two have drawn, since only wins can
# be entered; and three from three are two.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'round-robin-tournament==1.0.0' >&2
cat > "$folder/look.py" <<'EOF'
from itertools import permutations

from round_robin_tournament import Tournament

CIRCLE = {("Ann", "Bob"): "Ann", ("Bob", "Cyd"): "Bob", ("Ann", "Cyd"): "Cyd"}
CLEAR = {("Ann", "Bob"): "Ann", ("Bob", "Cyd"): "Bob", ("Ann", "Cyd"): "Ann"}


def winners(results, order, count):
    """Return the winners of three players when their results are entered in an order."""
    tournament = Tournament(["Ann", "Bob", "Cyd"], {"winners_to_take": count})
    games = {tuple(one.get_competitor() for one in game.get_participants()): game for game in tournament}
    for pair in order:
        tournament.add_win(games[pair], results[pair])
    return tournament.get_winners()


for order in permutations(CIRCLE):
    print("entered", ", ".join(f"{CIRCLE[pair]} won" for pair in order), "- winner:", winners(CIRCLE, order, 1))
print("Ann two wins, Bob one, Cyd none - the first three:", winners(CLEAR, CLEAR, 3))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
entered Ann won, Bob won, Cyd won - winner: ['Cyd']
entered Ann won, Cyd won, Bob won - winner: ['Bob']
entered Bob won, Ann won, Cyd won - winner: ['Cyd']
entered Bob won, Cyd won, Ann won - winner: ['Ann']
entered Cyd won, Ann won, Bob won - winner: ['Bob']
entered Cyd won, Bob won, Ann won - winner: ['Ann']
Ann two wins, Bob one, Cyd none - the first three: ['Ann', 'Bob']
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
