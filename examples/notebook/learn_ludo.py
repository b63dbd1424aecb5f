# %% [markdown]
# # A bot that teaches itself Multiplication Ludo
#
# The bot knows only the rules. It plays against itself, keeps a table of the values of positions, and after some
# seconds it beats `auto120`, the bot that the source of the game describes.
#
# Open this file as a notebook (with VS Code or Jupytext) or run it: `python examples/notebook/learn_ludo.py`.

# %%
import math

import numpy as np

import ludarium
from ludarium import Match, Record, State, choose_turn, make_bot, seeded
from ludarium.authoring import Floats, Vector, compiled, derive, generator
from ludarium.games.ludo.kernel import GOAL, MARKERS, PLACES, actors, apply, legal, results
from ludarium.search import Bot
from ludarium.tournament import Score

SEED = 1
game = ludarium.load("ludo")
game.initial()

# %% [markdown]
# ## The features
#
# A position has eight markers. A marker has three features: its owner, the number of the owner's markers at the goal,
# and its place. Each combination of the three has an entry in a table. The logistic function of the sum of a position's
# eight entries is the probability that the seat that has just moved wins.


# %%
@compiled()
def entries(t: Vector, v: Vector, seat: int, out: Vector) -> None:
    """Fill in the entries of the markers of a position, as seen by `seat`."""
    markers, goal = t[MARKERS], t[GOAL]
    for owner in range(2):
        first, home = PLACES + owner * markers, 0
        for marker in range(first, first + markers):
            home += v[marker] == goal
        for marker in range(markers):
            group = (owner != seat) * (markers + 1) + home
            out[owner * markers + marker] = group * (goal + 1) + v[first + marker]


@compiled()
def win_probability(table: Floats, touched: Vector) -> float:
    """Return the probability to win by these entries."""
    total = 0.0
    for entry in touched:
        total += table[entry]
    return 1.0 / (1.0 + math.exp(-total))


@compiled()
def learn(table: Floats, touched: Vector, target: float, rate: float) -> None:
    """Move the probability of these entries towards a target."""
    step = rate * (target - win_probability(table, touched))
    for entry in touched:  # an entry that several markers share moves once for each
        table[entry] += step


# %% [markdown]
# ## How it learns
#
# It moves to the best position that it can reach. Then it moves the value of the position before, to which it moved in
# its last turn, towards the value of this one (temporal-difference learning, TD(0)). The target of the last position of
# a game is 1 for the winner and 0 for the loser. The dice bring enough variety, so that it needs no exploration.
#
# It calls the compiled functions of the game itself: `actors` says who must act; 1 is chance.


# %%
@compiled()
def teach(t: Vector, start: Vector, games: int, rng: np.random.Generator, table: Floats) -> None:
    """Play games against itself, and learn from every move."""
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
                action[0] = int(rng.random() * legal(t, v, -1, ids))
                apply(t, v, action)
            else:
                seat, highest = who >> 2, -1.0
                for choice in range(legal(t, v, seat, ids)):
                    action[0] = ids[choice]
                    w[:] = v
                    apply(t, w, action)
                    entries(t, w, seat, now)
                    value = win_probability(table, now) if actors(t, w) else 1.0
                    if value > highest:
                        highest = value
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
teach(game.tables, game.initial().vector, 40_000, generator(SEED), table)

# %% [markdown]
# ## How it plays
#
# A bot is an object with a method `choose`.


# %%
class Learnt(Bot):
    """Moves to the position with the highest probability to win by the table."""

    def choose(self, state: State, seat: int) -> int:
        """Return the best legal action."""
        return max(state.legal(seat), key=lambda action: self.value(state.play(action), seat))

    def value(self, state: State, seat: int) -> float:
        """Return the probability to win in a state that the seat has moved to."""
        touched = np.empty(2 * game.tables[MARKERS], np.int64)
        entries(game.tables, state.vector, seat, touched)
        return float(win_probability(table, touched)) if state.actors else 1.0


def duel(number: int) -> Record:
    """Play a match against `auto120`, in seat 1 if the number is odd; returns its record."""
    players: list[tuple[str, Bot]] = [
        ("learnt", Learnt()),
        ("auto120", make_bot("auto120", game, derive(SEED, number))),
    ]
    players = players[:: -1 if number % 2 else 1]
    match = Match.begin(game, [name for name, _ in players], dice=seeded(number)).roll()
    while not match.over:
        (seat,) = match.to_act
        match = match.submit(seat, choose_turn(players[seat][1], match.state, seat)).roll()
    return match.record()


# %%
score = Score("learnt")
for number in range(100):
    record = duel(number)
    assert record.payoffs is not None
    score = score.add(record.payoffs[number % 2])
low, high = score.interval
print(f"It won {score.won} of {score.games} games against auto120; 95 % interval {low:.1%} to {high:.1%}.")

# %% [markdown]
# ## What it has learnt
#
# The places with the highest entries for its own markers while it has none at the goal. From 20, 24, 30, 40 and 60 one
# roll leads to 120.

# %%
places = [int(place) for place in np.argsort(-table[: game.tables[GOAL]]) if table[place]]
print("Best places:", *places[:8])
print("Worst places:", *places[-8:])

# %%
record
