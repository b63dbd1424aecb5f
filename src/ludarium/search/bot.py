"""The interfaces of bots and search reports, and the budget of a searching bot."""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE, EVALUATE, Floats, Vector, rule
from ludarium.core.spec import Interval, Option

_NEXT_ACTION_SHARE = 0.6
"""The fraction of a turn's remaining budget for the next action; the last action of a turn gets the rest."""
_LONGEST_PV = 40
"""Actions."""
_SLICE = 0.02
"""Seconds of search between two checks of the clock, where others may search, too."""
_TICK = 1e-6
"""The least time of a slice, where a clock is too coarse to tell."""
_FIRST_SLICE = 100
"""Positions before the first check."""


class ActionInfo(NamedTuple):
    """The report of a search about one action: its visits, and the payoff that the seat can expect after it."""

    action: int
    visits: int
    value: float


@dataclass(frozen=True, slots=True)
class SearchInfo:
    """The report of a search about its last choice.

    | field     | meaning                                                             |
    | --------- | ------------------------------------------------------------------- |
    | `value`   | the payoff that the seat can expect                                 |
    | `visits`  | positions or leaves that were looked at                             |
    | `pv`      | the principal variation: the turns that the search expects, as text |
    | `solved`  | whether the value is proved                                         |
    | `actions` | the actions that were visited, the most visited first               |
    | `state`   | the state in which these can be chosen; None if there are none      |
    | `gap`     | what the values of a table of exact values are wrong by at most;    |
    |           | None if they are those of a search                                  |
    """

    value: float
    visits: int = 0
    pv: tuple[str, ...] = ()
    solved: bool = False
    actions: tuple[ActionInfo, ...] = ()
    state: State | None = None
    gap: float | None = None


class Bot(Protocol):
    """A player of any game that is a Python object, and knows states, not matches.

    | attribute    | meaning                                                                                  |
    | ------------ | ---------------------------------------------------------------------------------------- |
    | `info`       | the report about its last choice; None if it reports nothing                             |
    | `time_limit` | set before each turn: the seconds that it may take, whatever its options say             |
    | `clock`      | tells the time, of which it counts seconds; `time.thread_time` counts those in which the |
    |              | processor works for it, in each of its threads                                           |
    | `threads`    | the number of threads in which it searches                                               |
    | `give_way`   | set by callers who share the processor: a long search calls it every few hundredths of a |
    |              | second, from all its threads, and it may wait until others have searched                 |
    """

    info: SearchInfo | None = None
    time_limit: float = math.inf
    clock: Callable[[], float] = staticmethod(time.perf_counter)
    threads: int = 1
    give_way: Callable[[], object] = staticmethod(lambda: None)

    def choose(self, state: State, seat: int) -> int:
        """Return a legal action for a seat that must act."""

    def trim(self) -> int:
        """Free the memory that only a running search needs; return the bytes that stay for the next turn."""
        return 0


BotMaker = Callable[..., Bot]
"""`make(game, seed, **options)`."""


class Persona(NamedTuple):
    """A bot as people meet it: a name, and how it plays, as a sentence without its subject and full stop."""

    name: str
    sentence: str


@dataclass(frozen=True, slots=True)
class BotKind:
    """A kind of bot: a function that makes one, a line of help, and the options that it takes."""

    make: BotMaker
    help: str
    options: tuple[Option, ...] = ()


Evaluation = Callable[[Vector, Vector, Floats], int]
"""A compiled function of the type `EVALUATE`: fills in the payoff that every seat can expect."""


@dataclass(frozen=True, slots=True)
class EvaluationWithTables:
    """An evaluation that reads more tables than the rules do.

    `tables(game)` returns the game's own tables followed by the additional ones; it is called at first use.
    """

    evaluate: Evaluation
    tables: Callable[[Game], Vector]


def hook(game: Game, name: str) -> Any:
    """Return an attribute of the game's `bots` module; None if the game has no such module or attribute."""
    return getattr(game.definition.optional_module("bots"), name, None)


def evaluation(game: Game) -> tuple[Evaluation, Vector] | None:
    """Return the game's evaluation, and the tables for it and for the kernel; None if the game has no evaluation.

    The evaluation is the hook `evaluate` in the game's `bots`: a compiled function or an `EvaluationWithTables`.
    """
    found = hook(game, "evaluate")
    if isinstance(found, EvaluationWithTables):
        return found.evaluate, found.tables(game)
    return (found, game.tables) if found else None


@rule(EVALUATE)
def evaluate_nothing(t: Vector, v: Vector, out: Floats) -> int:
    """Leave the payoffs as they are: what stands where there is no evaluation."""
    return 0


class Budget:
    """The positions and seconds that may be spent on a turn, and how they are divided among its actions."""

    def __init__(self, positions: float, seconds: float) -> None:
        self._positions, self._seconds = positions, seconds
        self._left, self._next = (0.0, 0.0), b""

    def allocate(self, state: State, seat: int, time_limit: float) -> tuple[float, float]:
        """Return the positions and seconds for the seat's next action; `time_limit` is in seconds for the turn."""
        if not state.in_turn or state.data != self._next:  # not a continuation of its last action
            self._left = self._positions, min(self._seconds, time_limit)
        last = len(state.actors) > 1 or not state.play_unchecked(state.legal(seat)[0]).in_turn
        share = 1.0 if last else _NEXT_ACTION_SHARE
        (positions, more), (seconds, longer) = (_split(left, share) for left in self._left)
        self._left = more, longer
        return positions, seconds

    def turn_continues_at(self, state: State) -> None:
        """Store the state after the last action; if the turn continues there, so does its budget."""
        self._next = state.data


def _split(whole: float, share: float) -> tuple[float, float]:
    """Return a share of a number and the rest; both are infinite if the number is."""
    return (whole, whole) if whole == math.inf else (share * whole, whole - share * whole)


class SearchBot(Bot):
    """The base class of bots that search, with a budget of positions or seconds for a whole turn."""

    def __init__(self, game: Game, positions: int, seconds: float) -> None:
        self._game, self._budget = game, Budget(positions or math.inf, math.inf if positions else seconds)

    def _slices(self, positions: int, seconds: float, first: int = _FIRST_SLICE) -> Iterator[int]:
        """Yield how many positions to look at in each slice, until there were so many or the seconds are used up.

        The first slice has `first`; those after it fit the speed, so no search may depend on how it is cut. Between two
        slices others may search; this takes none of the seconds, unless a clock limits the turn.
        """
        deadline, count = self.clock() + seconds, min(positions, first)
        while True:
            started_at = self.clock()
            yield count
            positions -= count
            now = self.clock()
            if positions <= 0 or now >= deadline:
                return
            left = min(_SLICE, deadline - now)
            self.give_way()
            if self.time_limit == math.inf:
                deadline += self.clock() - now
            count = min(positions, max(1, int(count * left / max(now - started_at, _TICK))))


SECONDS = Option("seconds", 1.0, Interval(0.001, 3600), "Seconds to think about a turn.")


def format_pv(state: State, next_action: Callable[[State], int | None]) -> tuple[str, ...]:
    """Return the turns, as text, of the principal variation from a state.

    `next_action` returns the expected action in a state, None where the variation ends; it also ends at chance and at
    simultaneous steps. A turn that is not complete is left out.
    """
    turn_start, actions, turns = state, list[int](), list[str]()
    for _ in range(_LONGEST_PV):
        action = next_action(state) if len(state.actors) == 1 and state.actors != (CHANCE,) else None
        if action is None:
            break
        actions.append(action)
        state = state.play_unchecked(action)
        if not state.in_turn:
            turns.append(turn_start.format_turn(actions))
            turn_start, actions = state, []
    return tuple(turns)
