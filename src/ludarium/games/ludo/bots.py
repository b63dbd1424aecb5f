"""Bots of Multiplication Ludo: the source's Auto120, and an evaluation that treats the game as a race."""

from collections.abc import Sequence

from ludarium.core.game import Game, State
from ludarium.core.rng import generator
from ludarium.core.spec import Option
from ludarium.games.ludo.exact import race
from ludarium.games.ludo.kernel import DIE, GOAL, ROLL, SEATS
from ludarium.games.ludo.rules import board, landing, markers
from ludarium.search.bot import Bot, BotKind, Persona
from ludarium.search.race_evaluation import race_evaluation

_SLIPS = frozenset({9, 25, 50})
"""Positions that the program of the source's author counts as factors of 120 by mistake."""


class Climber(Bot):
    """Moves a marker to the largest product that it can reach, wherever that leads; the first among equals."""

    def __init__(self, game: Game, seed: int) -> None:
        self._tables = game.tables

    def choose(self, state: State, seat: int) -> int:
        """Return the marker to move."""
        t, v = self._tables, state.vector
        places = markers(t, v, seat)
        return max(state.legal(seat), key=lambda marker: landing(t, places[marker], int(v[ROLL])))


class Auto120(Bot):
    """The source's algorithm, which considers the current roll only.

    With `slips=followed` it counts 9, 25 and 50 as factor positions, as the program of the source's author does.

    >>> import ludarium
    >>> state = ludarium.load("ludo").parse_position("1,4,10,25/1,1,1,1 A 5 9")
    >>> state.action_name(Auto120(state.game, seed=1).choose(state, 0))
    'A2 4x5=20'
    """

    def __init__(self, game: Game, seed: int, *, slips: str = "corrected") -> None:
        self._rng = generator(seed)
        goal = int(game.tables[GOAL])
        known = board(goal, int(game.tables[DIE]))
        self._near = known.penultimate | {goal}
        self._good = known.factors | (_SLIPS if slips == "followed" else frozenset())

    def choose(self, state: State, seat: int) -> int:
        """Return the marker chosen by the first of the source's scenarios that applies."""
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
        """Scenario D: toss a coin between the markers in play and those on 1; prefer markers that stay in play."""
        waiting = [marker for marker in movable if places[marker] == 1]
        playing = [marker for marker in movable if places[marker] > 1]
        playing = [marker for marker in playing if to[marker] > 1] or playing
        sides = (playing, waiting) if self._rng.random() < 0.5 else (waiting, playing)
        return sides[0] or sides[1]

    def _any(self, among: Sequence[int]) -> int:
        return among[int(self._rng.random() * len(among))]


evaluate = race_evaluation(race)
"""Expected payoffs: exact where few markers are left to retire, else estimated from the rolls still needed."""
BOTS = {
    "climber": BotKind(Climber, "Move to the largest product, wherever it leads"),
    "auto120": BotKind(
        Auto120,
        "Algorithm of the source, which considers the current roll only",
        (Option("slips", "corrected", ("corrected", "followed"), "Treatment of 9, 25 and 50 as factors of 120"),),
    ),
}
LEVELS = {
    "easy": "climber",
    "medium": "auto120",
    "hard": "expectimax(depth=1)",
    "champion": "expectimax(depth=3)",
}
PERSONAS = {
    "easy": Persona("Ada", "takes the largest product, and thinks no further"),
    "medium": Persona("Ben", "uses each roll well and never waits for a better one"),
    "hard": Persona("Cleo", "knows how many rolls every marker still needs"),
    "champion": Persona("Dara", "looks three moves ahead, through every roll"),
}
