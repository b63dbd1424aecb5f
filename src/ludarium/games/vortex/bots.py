"""Bots of Vortex: simple ones, the source's algorithm, and an evaluation that treats the game as a race."""

from collections.abc import Sequence

from ludarium.core.game import Game, State
from ludarium.core.kernel import EVALUATE, Floats, Vector, rule
from ludarium.core.rng import generator
from ludarium.core.spec import Option
from ludarium.games.vortex.exact import race
from ludarium.games.vortex.kernel import (
    EACH,
    LAST,
    PAID,
    SEATS,
    TOKENS,
)
from ludarium.games.vortex.rules import OFFSETS, Offset, bumped, points
from ludarium.search.bot import Bot, BotKind, EvaluationWithTables, Persona
from ludarium.search.race_evaluation import race_evaluation


class Hunter(Bot):
    """Moves a token that bumps a rival if there is one; among equals, the one that gets furthest."""

    def __init__(self, game: Game, seed: int) -> None:
        self._tables = game.tables

    def choose(self, state: State, seat: int) -> int:
        """Return the cell of the token to move."""
        v = state.vector
        return max(state.legal(seat), key=lambda cell: (bumped(self._tables, v, seat, cell) is not None, cell))


class Runner(Bot):
    """Moves the foremost token that can move, and never looks at the rivals."""

    def __init__(self, game: Game, seed: int) -> None:
        """Take the arguments of every kind of bot; it needs neither."""

    def choose(self, state: State, seat: int) -> int:
        """Return the cell of the token to move."""
        return max(state.legal(seat))


class Counter(Bot):
    """The source's algorithm: the move after which its points less the sum of the others' are largest.

    With `offset=constant` it counts threats as the source's figures do (ruling 8), else on the real cells.

    >>> import ludarium
    >>> state = ludarium.load("vortex(tokens=2)").parse_position("2,18/0,5 X 8 3")
    >>> [state.action_name(Counter(state.game, 1, offset=offset).choose(state, 0)) for offset in ("real", "constant")]
    ['2-5', '18-21']
    """

    def __init__(self, game: Game, seed: int, *, offset: Offset = "real") -> None:
        self._rng, self._offset = generator(seed), offset

    def choose(self, state: State, seat: int) -> int:
        """Return the cell of the token to move, a random one among equals."""
        gains = {cell: lead(self._count(state.play_unchecked(cell)), seat) for cell in state.legal(seat)}
        best = [cell for cell, gain in gains.items() if gain == max(gains.values())]
        return best[int(self._rng.integers(len(best)))]

    def _count(self, state: State) -> tuple[int, ...]:
        return points(state.game.tables, state.vector, self._offset)


def lead(points: Sequence[float], seat: int) -> float:
    """Return a seat's points less the sum of the others' points.

    >>> lead((90, 70, 40), 0)
    -20
    """
    return 2 * points[seat] - sum(points)


_race = race_evaluation(race)
_chances = _race.evaluate


@rule()
def lead_at_end(t, v, seat, other):
    """Return an estimate of a winner's lead in points over another seat: the lead now, or an eighth of all points."""
    each, cells = t[EACH], 0
    for place in range(each):
        cells += v[TOKENS + seat * each + place] - v[TOKENS + other * each + place]
    return 10.0 * max(cells, each * t[LAST] / 8)


@rule(EVALUATE)
def expected(t: Vector, v: Vector, out: Floats) -> int:
    """Fill in the expected payoffs; returns 1 if they are exact, else 0."""
    exact, seats = _chances(t, v, out), t[SEATS]
    if t[PAID] == 0:
        return exact
    chances = (out[0], out[1], out[2] if seats > 2 else 0.0, out[3] if seats > 3 else 0.0)
    for seat in range(seats):
        out[seat] = 0.0
        for other in range(seats):
            if other != seat:
                out[seat] += 10.0 * chances[seat] * lead_at_end(t, v, seat, other)
                out[seat] -= 10.0 * chances[other] * lead_at_end(t, v, other, seat)
    return 0


evaluate = EvaluationWithTables(expected, _race.tables)
"""Expected payoffs: exact where few tokens are on their way, else estimated from the turns still needed."""
BOTS = {
    "runner": BotKind(Runner, "Move of the foremost token that can move"),
    "hunter": BotKind(Hunter, "Move that bumps a rival, or else of the foremost token"),
    "counter": BotKind(
        Counter,
        "Algorithm of the source, which compares the points one move ahead",
        (Option("offset", "real", OFFSETS, "Cells on which threats count: the board's, or those of the source"),),
    ),
}
LEVELS = {"easy": "runner", "medium": "hunter", "hard": "counter", "champion": "expectimax(depth=4)"}
LEARNED_LEVELS = {"champion": "expectimax(depth=2,evaluate=learned)"}
"""With the players in the folder `players`, for the options that they have learnt.

It takes a tenth of the time, and with four seats less than a twentieth.
"""
PERSONAS = {
    "easy": Persona("Ada", "runs with her foremost token, and never looks back"),
    "medium": Persona("Ben", "bumps whenever he can, and otherwise runs"),
    "hard": Persona("Cleo", "weighs points and risks, one move ahead"),
    "champion": Persona("Dara", "reckons with every roll that may come"),
}
