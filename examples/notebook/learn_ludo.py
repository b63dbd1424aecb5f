# %% [markdown]
# # A player that teaches itself Multiplication Ludo
#
# It knows the rules and nothing else. It plays against itself, keeps a table of what positions have been good for, and
# after some seconds it beats `auto120`, the player that the game's source describes.
#
# Open this file as a notebook (VS Code and Jupytext do) or run it: `python examples/notebook/learn_ludo.py`.

# %%
import math

import numpy as np

import ludarium
from ludarium import Record, State
from ludarium.core.kernel import compiled
from ludarium.core.rng import derive, generator
from ludarium.games.ludo.kernel import GOAL, MARKERS, PLACES
from ludarium.match.dice import seeded
from ludarium.match.match import Match
from ludarium.players.turn import choose_turn
from ludarium.search.player import make_bot
from ludarium.tournament.series import Score

SEED = 1
game = ludarium.load("ludo")
game.initial()

# %% [markdown]
# ## What it looks at
#
# A position is eight markers, and a marker three things: whose it is, how many of that player's are home, and where it
# stands. Each such triple has an entry in a table. The sum of a position's eight entries, squeezed between 0 and 1, is
# the chance that the player who has just moved will win.


# %%
@compiled()
def entries(t, v, seat, out):
    """The entries of a position's markers, as `seat` sees them."""
    markers, goal = t[MARKERS], t[GOAL]
    for player in range(2):
        first, home = PLACES + player * markers, 0
        for marker in range(first, first + markers):
            home += v[marker] == goal
        for marker in range(markers):
            whose = (player != seat) * (markers + 1) + home
            out[player * markers + marker] = whose * (goal + 1) + v[first + marker]


@compiled()
def chance(table, touched):
    """The chance to win that the entries give."""
    total = 0.0
    for entry in touched:
        total += table[entry]
    return 1.0 / (1.0 + math.exp(-total))


@compiled()
def learn(table, touched, target, rate):
    """Move the chance that the entries give towards what it should have been."""
    step = rate * (target - chance(table, touched))
    for entry in touched:  # an entry that several markers share is moved by each
        table[entry] += step


# %% [markdown]
# ## How it learns
#
# It moves to the best of the positions that it can reach, and then knows a little more about the one that it moved to
# before: that its chance should have been this one's (temporal differences, TD(0)). The last position of a game should
# have been 1 for the winner, and 0 for the loser. Dice bring variety enough, so it never tries anything on purpose.
#
# The game's five compiled functions are arguments here: `actors` says who must act, 1 being the dice.


# %%
@compiled()
def teach(actors, legal, chance_outcomes, apply, results, t, start, games, dice, table):
    """Play against oneself, and learn from every move."""
    v, w, best = start.copy(), start.copy(), start.copy()
    ids, action, points = np.empty(8, np.int64), np.empty(1, np.int64), np.empty(2, np.float64)
    now, last = np.empty(2 * t[MARKERS], np.int64), np.empty((2, 2 * t[MARKERS]), np.int64)
    for number in range(games):
        rate = 0.1 * 0.1 ** (number / games)
        moved = np.zeros(2, np.bool_)
        v[:] = start
        who = actors(t, v)
        while who:
            if who == 1:
                action[0] = int(dice.random() * legal(t, v, -1, ids))
                apply(t, v, action)
            else:
                seat, highest = who >> 2, -1.0
                for choice in range(legal(t, v, seat, ids)):
                    action[0] = ids[choice]
                    w[:] = v
                    apply(t, w, action)
                    entries(t, w, seat, now)
                    worth = chance(table, now) if actors(t, w) else 1.0
                    if worth > highest:
                        highest = worth
                        best[:] = w
                if moved[seat]:
                    learn(table, last[seat], highest, rate)
                entries(t, best, seat, last[seat])
                moved[seat] = True
                v[:] = best
            who = actors(t, v)
        winners = results(t, v, points)
        for seat in range(2):
            if winners and moved[seat]:
                learn(table, last[seat], winners >> seat & 1, rate)


# %%
table = np.zeros(2 * (game.tables[MARKERS] + 1) * (game.tables[GOAL] + 1))
teach(*game.kernel, game.tables, game.initial().vector, 100_000, generator(SEED), table)

# %% [markdown]
# ## How it plays
#
# A player is anything with a method `choose`.


# %%
class Learnt:
    """Moves to the position that the table likes best."""

    info = None

    def choose(self, state: State, seat: int) -> int:
        """The best of the legal actions."""
        return max(state.legal(seat), key=lambda action: self.worth(state.play(action), seat))

    def worth(self, state: State, seat: int) -> float:
        """What the table says of a position that the seat has moved to."""
        touched = np.empty(2 * game.tables[MARKERS], np.int64)
        entries(game.tables, state.vector, seat, touched)
        return chance(table, touched) if state.actors else 1.0


def duel(number: int) -> Record:
    """A match against `auto120`; they change seats from one to the next."""
    players = [("learnt", Learnt()), ("auto120", make_bot("auto120", game, derive(SEED, number)))]
    players = players[:: -1 if number % 2 else 1]
    match = Match.begin(game, [name for name, _ in players], dice=seeded(number)).roll()
    while not match.over:
        (seat,) = match.to_act
        match = match.submit(seat, choose_turn(players[seat][1], match.state, seat)).roll()
    return match.record()


# %%
standing = Score("learnt")
for number in range(400):
    record = duel(number)
    standing = standing.add(record.payoffs[number % 2])
low, high = standing.interval
print(f"It has won {standing.won} of {standing.games} games against auto120; 95 % interval {low:.1%} to {high:.1%}.")

# %% [markdown]
# ## What it has learnt
#
# The places that it likes best for its first marker, while nobody has one home. Those from which one roll leads to 120
# are 20, 24, 30, 40 and 60.

# %%
places = [int(place) for place in np.argsort(-table[: game.tables[GOAL]]) if table[place]]
print("Best places:", *places[:8])
print("Worst places:", *places[-8:])

# %%
record
