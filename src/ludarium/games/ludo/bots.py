"""Players of Multiplication Ludo: the source's Auto120, and an evaluation for players that search."""

import math
from collections.abc import Sequence

from ludarium.core.game import Game
from ludarium.core.kernel import EVALUATE as EVALUATION
from ludarium.core.kernel import Floats, Vector, rule
from ludarium.core.rng import generator
from ludarium.core.state import State
from ludarium.games.ludo.kernel import DIE, EFFORT, GOAL, MARKERS, MOVER, PLACES, ROLL, SEATS
from ludarium.games.ludo.rules import board, landing, markers
from ludarium.search.bot import BotKind, Thought


SCALE, TEMPO = 0.0001, 1000


class Auto120:
    """The player of the source's algorithm, which looks at one roll and no further.

    >>> import ludarium
    >>> state = ludarium.load("ludo").read("1,4,10,25/1,1,1,1 A 5 9")
    >>> state.name(Auto120(state.game, seed=1).choose(state, 0))
    'A2 4x5=20'
    """

    thought: Thought | None = None

    def __init__(self, game: Game, seed: int) -> None:
        self._dice = generator(seed)
        self._board = board(int(game.tables[GOAL]), int(game.tables[DIE]))

    def choose(self, state: State, seat: int) -> int:
        """The marker that the first of the source's scenarios finds."""
        t, v = state.game.tables, state.vector
        places, roll = markers(t, v, seat), int(v[ROLL])
        movable = [marker for marker, place in enumerate(places) if place != t[GOAL]]
        to = {marker: landing(t, places[marker], roll) for marker in movable}
        targets = self._board.penultimate | {int(t[GOAL])}
        if near := [marker for marker in movable if to[marker] in targets]:  # scenario A
            return self._any(near)
        if good := [marker for marker in movable if to[marker] in self._board.factors]:  # B
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


@rule(EVALUATION)
def evaluate(t: Vector, v: Vector, out: Floats) -> int:
    """Every player's expected share, by the rolls that their markers still need."""
    total = 0.0
    for seat in range(t[SEATS]):
        own, effort = PLACES + seat * t[MARKERS], 0
        for marker in range(own, own + t[MARKERS]):
            effort += t[EFFORT + v[marker]]
        if seat == v[MOVER]:
            effort -= TEMPO
        out[seat] = math.exp(-SCALE * effort)
        total += out[seat]
    for seat in range(t[SEATS]):
        out[seat] /= total
    return 0


EVALUATE = evaluate
"""What a search values a position by."""

BOTS = {"auto120": BotKind(Auto120, "the source's player: takes the best that this roll offers, and looks no further")}
LEVELS = {"easy": "random", "medium": "auto120", "hard": "mcts(playouts=2000)"}
