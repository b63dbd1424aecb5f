#!/usr/bin/env bash
# cardarena-tournament-core 1.5.0 (PyPI): in a knock-out of five the third player can be in the final without having
# played.
#
# Guess: With five players the best three need no game in the first round, or the best one has the free place; and
# whoever has had it does not get another one. Seed 1 meets the winner of 4 and 5 in any bracket.
# What it does: Each round is paired anew from those who are left, the first with the last, and with an odd number the
# one in the middle of the list goes on for nothing. Of five that is number 3. When number 1 loses, 2, 3 and 5 are left,
# and number 3 is in the middle again. There is no bracket: who meets whom next depends on all other results.
# Seen:
#     the favourites win:
#       round 1: number 1 against number 5: number 1 wins
#       round 1: number 2 against number 4: number 2 wins
#       round 1: number 3 goes on without a game
#       round 2: number 1 against number 3: number 1 wins
#       round 2: number 2 goes on without a game
#       round 3: number 1 against number 2: number 1 wins
#     number 5 beats number 1:
#       round 1: number 1 against number 5: number 5 wins
#       round 1: number 2 against number 4: number 2 wins
#       round 1: number 3 goes on without a game
#       round 2: number 2 against number 5: number 2 wins
#       round 2: number 3 goes on without a game
#       round 3: number 2 against number 3: number 2 wins
# Why it matters: The documentation names the middle seed for an odd number and looks harmless; that it may be the same
# player twice, up to the final, shows only when the favourite loses. A third place that is paid for is worth more than
# the first, who has to win twice.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'cardarena-tournament-core==1.5.0' >&2
cat > "$folder/look.py" <<'EOF'
from cardarena_tournament_core import MatchupOutcome, Player, SingleElimination, TournamentCompleteError


def play(upsets):
    """Play a knock-out of five in which the lower number wins, but for the upsets."""
    cup = SingleElimination([Player(id=str(number), name=f"number {number}") for number in range(1, 6)])
    while True:
        try:
            paired = cup.pair()
        except TournamentCompleteError:
            return
        for game in paired.matchups:
            if game.player2 is None:
                print(f"  round {paired.round_number}: {game.player1.name} goes on without a game")
                continue
            upset = (game.player1.id, game.player2.id) in upsets
            game.outcome = MatchupOutcome.PLAYER2_WINS if upset else MatchupOutcome.PLAYER1_WINS
            winner = game.player2 if upset else game.player1
            print(f"  round {paired.round_number}: {game.player1.name} against {game.player2.name}: {winner.name} wins")
        cup.submit_results(paired)


print("the favourites win:")
play(())
print("number 5 beats number 1:")
play({("1", "5")})
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
the favourites win:
  round 1: number 1 against number 5: number 1 wins
  round 1: number 2 against number 4: number 2 wins
  round 1: number 3 goes on without a game
  round 2: number 1 against number 3: number 1 wins
  round 2: number 2 goes on without a game
  round 3: number 1 against number 2: number 1 wins
number 5 beats number 1:
  round 1: number 1 against number 5: number 5 wins
  round 1: number 2 against number 4: number 2 wins
  round 1: number 3 goes on without a game
  round 2: number 2 against number 5: number 2 wins
  round 2: number 3 goes on without a game
  round 3: number 2 against number 3: number 2 wins
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
