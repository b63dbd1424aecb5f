"""Players of Multiplication Ludo: the source's Auto120, and an evaluation for players that search."""

import math
from collections.abc import Sequence

from ludarium.core.game import Game
from ludarium.core.kernel import EVALUATE, Floats, Vector, rule
from ludarium.core.rng import generator
from ludarium.core.spec import Option
from ludarium.core.state import State
from ludarium.games.ludo.kernel import DIE, EFFORT, GOAL, MARKERS, MOVER, PLACES, ROLL, SEATS
from ludarium.games.ludo.rules import board, landing, markers
from ludarium.search.bot import BotKind, Thought

_SLIPS = frozenset({9, 25, 50})
"""Positions that the author's own program counts among the factors of 120, and that are none."""
_SCALE, _TEMPO = 0.0001, 500
"""What a thousandth of a roll counts for, and how many of them it is worth to be the next to roll."""


class Auto120:
    """The player of the source's algorithm, which looks at one roll and no further.

    With `slips=followed` it takes 9, 25 and 50 for factor positions, as its author's own program does.

    >>> import ludarium
    >>> state = ludarium.load("ludo").read("1,4,10,25/1,1,1,1 A 5 9")
    >>> state.name(Auto120(state.game, seed=1).choose(state, 0))
    'A2 4x5=20'
    """

    thought: Thought | None = None

    def __init__(self, game: Game, seed: int, *, slips: str = "corrected") -> None:
        self._dice = generator(seed)
        goal = int(game.tables[GOAL])
        known = board(goal, int(game.tables[DIE]))
        self._near = known.penultimate | {goal}
        self._good = known.factors | (_SLIPS if slips == "followed" else frozenset())

    def choose(self, state: State, seat: int) -> int:
        """The marker that the first of the source's scenarios finds."""
        t, v = state.game.tables, state.vector
        places, roll = markers(t, v, seat), int(v[ROLL])
        movable = [marker for marker, place in enumerate(places) if place != t[GOAL]]
        to = {marker: landing(t, places[marker], roll) for marker in movable}
        if near := [marker for marker in movable if to[marker] in self._near]:  # scenario A
            return self._any(near)
        if good := [marker for marker in movable if to[marker] in self._good]:  # B
            return self._any(good)
        others = {place for other in range(t[SEATS]) if other != seat for place in markers(t, v, other)} - {1}
        if bumps := [marker for marker in movable if to[marker] in others]:  # C
            return bumps[0]
        return self._any(self._toss(places, movable, to))  # D

    def _toss(self, places: Sequence[int], movable: Sequence[int], to: dict[int, int]) -> list[int]:
        """Scenario D: a coin between the markers in play, those that stay in it if there are any, and those on 1."""
        waiting = [marker for marker in movable if places[marker] == 1]
        playing = [marker for marker in movable if places[marker] > 1]
        playing = [marker for marker in playing if to[marker] > 1] or playing
        sides = (playing, waiting) if self._dice.random() < 0.5 else (waiting, playing)
        return sides[0] or sides[1]

    def _any(self, among: Sequence[int]) -> int:
        return among[int(self._dice.random() * len(among))]


@rule(EVALUATE)
def evaluate(t: Vector, v: Vector, out: Floats) -> int:
    """Every player's expected share, by the rolls that their markers still need."""
    total = 0.0
    for seat in range(t[SEATS]):
        own, effort = PLACES + seat * t[MARKERS], 0
        for marker in range(own, own + t[MARKERS]):
            effort += t[EFFORT + v[marker]]
        if seat == v[MOVER]:
            effort -= _TEMPO
        out[seat] = math.exp(-_SCALE * effort)
        total += out[seat]
    for seat in range(t[SEATS]):
        out[seat] /= total
    return 0


BOTS = {
    "auto120": BotKind(
        Auto120,
        "the source's player: takes the best that this roll offers, and looks no further",
        (Option("slips", "corrected", ("corrected", "followed"), "whether 9, 25 and 50 count as factors of 120"),),
    ),
}
LEVELS = {
    "easy": "random",
    "medium": "auto120",
    "hard": "mcts(playouts=1000,explore=0.1)",
    "champion": "expectimax(depth=3)",
}
