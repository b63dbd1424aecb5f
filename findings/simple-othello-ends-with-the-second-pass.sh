#!/usr/bin/env bash
# simple-othello 1.2.7 (PyPI): a game of Othello is over when one player has passed twice, at any time in it.
#
# Guess: A game ends when neither player can move, which is two passes one after the other, of two players; or when the
# board is full.
# What it does: The passes of each player are counted over the whole game, and the second pass of one player ends it,
# though the other one can still move and many moves may lie between the two. In turn a game in which nobody can move
# goes on until somebody's count is two.
# Seen:
#     passes of game 902: player -1 with 46 squares empty, player -1 with 45 squares empty; the other player has 3 move(s)
#     of 1000 games by lot 89 ended by a pass, 77 of them with a move left for the other player
#     of those 16 have another winner when they are played on
# Why it matters: The winner is the one who has more discs at that moment, with squares and moves left: in some games it
# would be the other one, as those show that are played on below. A player who is ahead and has passed once needs only
# another pass, and what a program learns from such ends is wrong.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'simple-othello==1.2.7' >&2
cat > "$folder/look.py" <<'EOF'
import copy
import random

from simple_othello import Othello


class Config:
    """The names that the library wants from its caller."""

    first_player = -1
    second_player = 1
    pass_ = -1


def leader(game):
    """Return the player who has more discs, or 0."""
    total = sum(map(sum, game.state))
    return (total > 0) - (total < 0)


def play_on(game, choose):
    """Play a copy of a game until neither player can move, and return who has won."""
    game = copy.deepcopy(game)
    idle = 0
    while idle < 2:
        moves = game.get_legal_actions()
        idle = 0 if moves else idle + 1
        if moves:
            game.step(choose(moves))
        else:
            game.player = -game.player
    return leader(game)


ended = early = changed = 0
first = None
for seed in range(1000):
    choose = random.Random(seed).choice
    game = Othello(Config)
    game.reset()
    done = False
    passes = []
    while not done:
        moves = game.get_legal_actions()
        move = choose(moves) if moves else Config.pass_
        empty = sum(row.count(0) for row in game.state)
        if not moves:
            passes.append(f"player {game.player:+d} with {empty} squares empty")
        done = game.step(move)[2]
    if move == Config.pass_:
        ended += 1
        left = len(game.get_legal_actions())
        early += left > 0
        changed += left > 0 and play_on(game, choose) != leader(game)
        if left and (first is None or empty > first[0]):
            first = empty, f"passes of game {seed}: {', '.join(passes)}; the other player has {left} move(s)"
print(first[1])
print(f"of 1000 games by lot {ended} ended by a pass, {early} of them with a move left for the other player")
print(f"of those {changed} have another winner when they are played on")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
passes of game 902: player -1 with 46 squares empty, player -1 with 45 squares empty; the other player has 3 move(s)
of 1000 games by lot 89 ended by a pass, 77 of them with a move left for the other player
of those 16 have another winner when they are played on
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
