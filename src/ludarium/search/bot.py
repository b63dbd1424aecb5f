"""What a bot is: who may sit at a table without being a person."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE, EVALUATE, Floats, Vector, rule
from ludarium.core.spec import Interval, Option

_FIRST_ACTION = 0.6
"""Of what is left for a turn of several actions, the part that the next one gets; the last gets the rest."""
_LONGEST_LINE = 40


@dataclass(frozen=True, slots=True)
class SearchInfo:
    """What a bot thought of its last choice.

    `value` is its expected share of the win, `line` the turns that it expects, `playouts` the positions it looked at;
    `solved` says that the value is exact.
    """

    value: float
    visits: int = 0
    pv: tuple[str, ...] = ()
    solved: bool = False


class Bot(Protocol):
    """A player that is a program."""

    info: SearchInfo | None

    def choose(self, state: State, seat: int) -> int:
        """A legal action for the seat, which must act now."""


BotMaker = Callable[..., Bot]
"""`make(game, seed, **options)`."""


@dataclass(frozen=True, slots=True)
class BotKind:
    """A kind of bot: how one is made, the options that it takes, and a line that people read."""

    make: BotMaker
    help: str
    options: tuple[Option, ...] = ()


Evaluation = Callable[[Vector, Vector, Floats], int]
"""A compiled function of the type `EVALUATE`."""


@dataclass(frozen=True, slots=True)
class EvaluationWithTables:
    """An evaluation that reads more than the rules do: tables that begin with the game's own, made when it is used."""

    evaluate: Evaluation
    tables: Callable[[Game], Vector]


def own(game: Game, name: str) -> Any:
    """What the game's own `bots` call by that name; None where it has no such thing, or no bots at all."""
    return getattr(game.definition.optional_module("bots"), name, None)


def evaluation(game: Game) -> tuple[Evaluation, Vector] | None:
    """What says how much a position is worth to every seat, and the tables that it and the kernel are to be given.

    It is what the game's own `bots` call `evaluate`; None where they have none.
    """
    found = own(game, "evaluate")
    if isinstance(found, EvaluationWithTables):
        return found.evaluate, found.tables(game)
    return (found, game.tables) if found else None


@rule(EVALUATE)
def even(t: Vector, v: Vector, out: Floats) -> int:
    """What stands in where a game has no evaluation: nothing is known of anyone."""
    for seat in range(len(out)):
        out[seat] = 1.0 / len(out)
    return 0


class Budget:
    """How many positions and seconds may be spent on a turn, and how much of them goes to each of its actions."""

    def __init__(self, positions: float, seconds: float) -> None:
        self._positions, self._seconds = positions, seconds
        self._left, self._next = (0.0, 0.0), b""

    def spend(self, state: State, seat: int, within: float) -> tuple[float, float]:
        """The positions and the seconds for the action that the seat is to choose now, in a turn within a time."""
        if not state.in_turn or state.data != self._next:  # not the turn that its own last action went on with
            self._left = self._positions, min(self._seconds, within)
        last = len(state.actors) > 1 or not state.play_unchecked(state.legal(seat)[0]).in_turn
        part = 1.0 if last else _FIRST_ACTION
        (positions, more), (seconds, longer) = (_split(left, part) for left in self._left)
        self._left = more, longer
        return positions, seconds

    def goes_on(self, state: State) -> None:
        """The turn may go on with this state."""
        self._next = state.data


def _split(whole: float, part: float) -> tuple[float, float]:
    """A part, and the rest; without an end both have none."""
    return (whole, whole) if whole == math.inf else (part * whole, whole - part * whole)


class Search:
    """A player that searches: so many positions, or so many seconds, for a whole turn.

    `within` are the seconds that a clock leaves it for a turn: it takes no longer, whatever its options allow.
    """

    within = math.inf

    def __init__(self, game: Game, positions: int, seconds: float) -> None:
        self._game, self._purse = game, Budget(positions or math.inf, math.inf if positions else seconds)
        self.info: SearchInfo | None = None

    @cached_property
    def _informed(self) -> tuple[Evaluation, Vector]:
        """The evaluation and its tables, which may take seconds to make: fetched when the first choice is asked for."""
        return evaluation(self._game) or (even, self._game.tables)


SECONDS = Option("seconds", 1.0, Interval(0.001, 3600), "how long it thinks about a turn")


def tell(state: State, following: Callable[[State], int | None]) -> tuple[str, ...]:
    """The turns, as text, of a line that goes on from a state action by action, until none follows."""
    begun, walk, turns = state, list[int](), list[str]()
    for _ in range(_LONGEST_LINE):
        action = following(state) if len(state.actors) == 1 and state.actors != (CHANCE,) else None
        if action is None:
            break
        walk.append(action)
        state = state.play_unchecked(action)
        if not state.in_turn:
            turns.append(begun.format_turn(walk))
            begun, walk = state, []
    return tuple(turns)
