"""Players of Grid Game: plans that need not see the board, and one that rehearses plans against what it foresees."""

from collections.abc import Iterator, Sequence
from functools import partial
from importlib.resources import files
from itertools import chain, cycle, islice, permutations, repeat

import numpy as np
from numba import types

from ludarium.core.game import Game, State
from ludarium.core.kernel import APPLY, EVALUATE, EVALUATE_TYPE, FLOATS, INTS, Floats, Vector, compiled, rule
from ludarium.core.opening import parse_opening
from ludarium.core.rng import generator
from ludarium.core.spec import Directions, Option
from ludarium.games.grid.kernel import BOARD, CITY, DIRECTION, HEIGHT, INTERVAL, LOST, OWN, SEATS, SETS, TURN
from ludarium.games.grid.rules import COMPASS
from ludarium.search.bot import BotKind, SearchInfo
from ludarium.search.scripting import Fact, Scripting

Opening = tuple[str, str]
"""Directions for green, a letter a turn: once, and then over and over."""

PLANS: dict[str, tuple[Opening, str]] = {
    "faraday": (("n" * 30 + "w" * 30, "s" * 27 + "e" * 27), "builds cities in its own corner and fires nines from it"),
    "rush": (("e" * 45, "s" * 40 + "e" * 20), "sends everything along one axis, and then down on the enemy"),
    "beam": (("", "es"), "goes east and south by turns, which makes a slanting front"),
    "interceptor": (
        ("e" * 21 + "s" * 12 + "w" * 6 + "n" * 21, "ese" * 9 + "sws" * 9),
        "is timed against the usual openings",
    ),
}
_TABLE = types.int64[:, ::1]
_HOLDS = (1, 2, 3, 5, 8, 13, 21, 34)
_SWINGS = (1, 2, 3, 9, 27)
_LOOKS_BACK = 400
_PATIENCE = 3
"""A rehearsed plan is followed for so many turns."""
_ROUNDS, _PARENTS, _SHORT, _LATE = 2, 8, 0.08, 6
"""How often the best plans so far are changed, and how many of them; how long and how late a change is."""


@rule()
def strength(t, v, seat):
    """What an army is worth: the sum of its values, and as much again for each city, for a city goes on to spawn."""
    total = 0
    for row in range(1, t[HEIGHT] + 1):
        at = BOARD + SETS * row
        for plane in range(CITY + 1):
            cells = v[at + OWN + seat] & v[at + plane]
            while cells:
                cells &= cells - 1
                total += 10 if plane == CITY else 1 << plane
    return total


@rule(EVALUATE)
def evaluate(t: Vector, v: Vector, out: Floats) -> int:
    """Every seat's expected share of the win, by the squares of the armies' strengths."""
    total = 0.0
    for seat in range(t[SEATS]):
        out[seat] = 1.0 * strength(t, v, seat) ** 2
        total += out[seat]
    for seat in range(t[SEATS]):
        out[seat] = out[seat] / total if total else 1.0 / t[SEATS]
    return 0


@compiled(types.void(types.FunctionType(APPLY), EVALUATE_TYPE, INTS, INTS, types.int64, _TABLE, _TABLE, FLOATS))
def rehearse(apply, evaluate, t, v, seat, plans, foreseen, worth):
    """What each of a seat's plans leads to, if the others do what is foreseen: the mean of its share and its last."""
    w, chosen, payoffs = v.copy(), np.empty(len(foreseen), np.int64), np.empty(len(foreseen))
    turns = foreseen.shape[1]
    for plan in range(len(plans)):
        w[:] = v
        total, times = 0.0, 0
        for turn in range(turns):
            actors = 0
            for other in range(len(foreseen)):
                if w[DIRECTION + other] != LOST:
                    chosen[actors] = plans[plan, turn] if other == seat else foreseen[other, turn]
                    actors += 1
            apply(t, w, chosen)
            if turn % 8 == 7 or turn == turns - 1:
                evaluate(t, w, payoffs)
                total += payoffs[seat]
                times += 1
        worth[plan] = total / times + payoffs[seat]


def turned(plan: str, seat: int) -> str:
    """A plan for green as another seat plays it: mirrored, so that towards the enemy stays towards the enemy."""
    east_to_west, south_to_north = seat in (1, 2), seat in (1, 3)
    swapped = ("ew" if east_to_west else "") + ("ns" if south_to_north else "")
    other = swapped[1::-1] + swapped[:1:-1]
    return plan.translate(str.maketrans(swapped, other))


def directions(plan: Opening, seat: int, turn: int = 0) -> Iterator[int]:
    """The actions of a plan for a seat, from some turn on."""
    once, ever = (turned(part, seat) for part in plan)
    return ("nesw".index(letter) for letter in islice(chain(once, cycle(ever)), turn, None))


class Planned:
    """Follows a plan, whatever happens on the board."""

    info: SearchInfo | None = None

    def __init__(self, game: Game, seed: int, *, plan: Opening) -> None:
        self._plan = plan

    def choose(self, state: State, seat: int) -> int:
        """The direction that the plan has for this turn."""
        return next(directions(self._plan, seat, int(state.vector[TURN])))


def planned(game: Game, seed: int, *, turns: str) -> Planned:
    """A bot that follows a plan which somebody wrote, over and over."""
    return Planned(game, seed, plan=("", "".join(letter * many for letter, many in parse_opening(turns, "nesw"))))


def foresee(past: Sequence[int], turns: int) -> list[int]:
    """What somebody may do next who did this: what followed when they last did as they just did; or the same again.

    >>> foresee([0, 0, 1, 0, 0, 1, 0], 4)
    [0, 1, 0, 0]
    """
    best, period = 0, 1
    for back in range(1, len(past)):
        same = 0
        while same + back < len(past) and past[-1 - same] == past[-1 - same - back]:
            same += 1
        if same > best + back // 2:
            best, period = same, back
    return list(islice(cycle(past[-period:]), turns)) if past else [0] * turns


class General:
    """Rehearses many plans against what the others seem to be doing, and follows the one that leads furthest.

    With `replies` it expects just as much that they find their own best plan. With `tries` it keeps its plan from one
    look to the next, and also rehearses so many plans that chance makes of the best ones.
    """

    def __init__(self, game: Game, seed: int, *, horizon: int = 60, tries: int = 0, replies: str = "no") -> None:
        self._game, self._horizon, self._tries, self._replies = game, horizon, tries, replies == "yes"
        self._dice = generator(seed)
        self._past: list[list[int]] = [[] for _ in range(game.seats)]
        self._plan: list[int] = []
        self._ordered = _PATIENCE
        self._turn = 0
        self.info: SearchInfo | None = None

    def choose(self, state: State, seat: int) -> int:
        """The next direction of the plan that it follows; every few turns it looks for a better one."""
        v = state.vector
        if v[TURN] != self._turn + 1:  # another match, or turns were taken back: what it saw is of no use
            self._past, self._plan, self._ordered = [[] for _ in self._past], [], _PATIENCE
        self._turn = int(v[TURN])
        for other, past in enumerate(self._past):
            past.append(int(v[DIRECTION + other]) % LOST)
            del past[:-_LOOKS_BACK]
        if self._ordered == _PATIENCE:
            self._plan, self._ordered = self._best_plan(v, seat), 0
        self._ordered += 1
        return self._plan[self._ordered - 1]

    def _best_plan(self, v: Vector, seat: int) -> list[int]:
        turn, turns = int(v[TURN]), self._horizon
        foreseen = np.array([foresee(past, turns) for past in self._past], np.int64)
        plans = np.array(list(candidates(seat, turn, turns)), np.int64)
        if self._tries and self._plan:
            going_on = self._plan[_PATIENCE:] + self._plan[-1:] * _PATIENCE
            plans, foreseen[seat] = np.vstack([plans, going_on]), going_on
        expected = [foreseen, self._best_replies(v, seat, foreseen)] if self._replies else [foreseen]
        worth = self._worth(v, seat, plans, expected)
        for _ in range(_ROUNDS):
            best = plans[np.argsort(-worth, kind="stable")[:_PARENTS]]
            changed = np.array([self._changed(best) for _ in range(self._tries // _ROUNDS)], np.int64).reshape(
                -1, turns
            )
            plans = np.vstack([plans, changed])
            worth = np.concatenate([worth, self._worth(v, seat, changed, expected)])
        chosen = int(worth.argmax())
        self.info = SearchInfo(float(worth[chosen]) / 2, len(plans))
        return [int(way) for way in plans[chosen]]

    def _best_replies(self, v: Vector, seat: int, foreseen: Vector) -> Vector:
        """What is foreseen of a seat, and for each other one the usual plan that is best for it if it knows that."""
        replies = foreseen.copy()
        for other in range(len(foreseen)):
            if other != seat:
                plans = np.array(list(candidates(other, int(v[TURN]), self._horizon)), np.int64)
                replies[other] = plans[self._worth(v, other, plans, [foreseen]).argmax()]
        return replies

    def _worth(self, v: Vector, seat: int, plans: Vector, expected: Sequence[Vector]) -> Floats:
        """What each plan leads to, as a mean over what may be expected of the others."""
        worth, game = np.empty((len(expected), len(plans))), self._game
        for foreseen, out in zip(expected, worth, strict=True):
            rehearse(game.kernel.apply, evaluate, game.tables, v, seat, plans, foreseen, out)
        return worth.mean(axis=0)

    def _changed(self, plans: Vector) -> Vector:
        """A plan with some change: one direction for a while, all of it later, or how another plan goes on."""
        dice = self._dice
        plan, at = plans[dice.integers(len(plans))].copy(), int(dice.integers(self._horizon))
        match dice.integers(3):
            case 0:
                plan[at : at + int(dice.geometric(_SHORT))] = dice.integers(LOST)
            case 1:
                late = int(dice.integers(1, _LATE))
                plan[late:] = plan[:-late].copy()
            case _:
                plan[at:] = plans[dice.integers(len(plans))][at:]
        return plan


def candidates(seat: int, turn: int, turns: int) -> Iterator[list[int]]:
    """Plans that are worth a rehearsal: one direction, one after another, two by turns, and the known plans."""
    for way in range(LOST):
        yield [way] * turns
    for first, second in permutations(range(LOST), 2):
        for hold in _HOLDS:
            yield list(islice(chain(repeat(first, hold), repeat(second)), turns))
        for swing in _SWINGS:
            yield list(islice(cycle([first] * swing + [second] * swing), turns))
    for plan, _ in PLANS.values():
        yield list(islice(directions(plan, seat, turn), turns))


def facts(state: State, seat: int) -> dict[str, Fact]:
    """What a script knows of a turn: its number, whether cities send out walkers, its own direction and its compass."""
    t, v = state.game.tables, state.vector
    return {
        "turn": int(v[TURN]),
        "spawning": bool(v[TURN] % t[INTERVAL] == 0),
        "direction": "nesw"[v[DIRECTION + seat]],
        "compass": turned("nesw", seat),
    }


SCRIPTING = Scripting(files(__package__).joinpath("desk.js").read_text("utf-8"), facts)
BOTS = {name: BotKind(partial(Planned, plan=plan), text) for name, (plan, text) in PLANS.items()} | {
    "plan": BotKind(
        planned,
        "follows a plan of yours, over and over",
        (Option("turns", "n30w30s27e27", Directions(COMPASS), "directions for green, which the others mirror"),),
    ),
    "general": BotKind(
        General,
        "rehearses many plans against what the others seem to be doing",
        (
            Option("horizon", 60, range(10, 301), "how many turns it looks ahead"),
            Option("tries", 0, range(10001), "how many plans it makes by changing good ones"),
            Option("replies", "no", ("no", "yes"), "whether it expects the others to find their best plans"),
        ),
    ),
}
LEVELS = {"easy": "beam", "medium": "faraday", "hard": "general", "champion": "general(tries=400,replies=yes)"}
