"""What people have thrown: a histogram for each game and die, with its chi-square against the exact probabilities.

The throws of a match are counted once, after its end, outside requests. A throw is that of the seat which alone may act
after it; draws of who begins and throws for all belong to nobody, nor do those of a seat that changed its player.
With them is counted what people give away a turn, and what the dice have given them, where a table of exact values is
installed then.
"""

import logging
import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

from ludarium.core.errors import NotReady
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.core.rolls import roller
from ludarium.core.spec import name_in_spec
from ludarium.match.progress import all_states
from ludarium.review.exact import exact_changes
from ludarium.site.ground.failures import DatabaseBusy, log_failure
from ludarium.site.match.changes import SavedChange
from ludarium.site.match.views import MatchView
from ludarium.site.people.rows.known import Die, Losses, Throws
from ludarium.site.repositories import UnitOfWork
from ludarium.site.store import Store
from ludarium.site.worker import AT_ONCE, Worker
from ludarium.solve.installed import installed_table

_Z = NormalDist().inv_cdf(0.975)
"""Standard errors on each side of a 95 % confidence interval."""
MOST_LINES = 4000
"""Lines of a record that are looked up in a table; a longer match is left out."""


class GivenAway(NamedTuple):
    """The payoff that a person gives away a turn in a game, and that the dice gave, as parts of the range of payoffs.

    `low` and `high` bound the mean loss with 95 % confidence; they are None for one turn, of which nothing follows.
    """

    game: str
    turns: int
    loss: float
    low: float | None
    high: float | None
    rolls: int
    luck: float

    @classmethod
    def of(cls, game: str, sums: Losses) -> "GivenAway":
        """Return what follows from sums with at least one turn.

        >>> GivenAway.of("ludo", Losses(4, 0.4, 0.04, 5, 0.25))
        GivenAway(game='ludo', turns=4, loss=0.1, low=0.1, high=0.1, rolls=5, luck=0.25)
        """
        mean, low, high = sums.lost / sums.turns, None, None
        if sums.turns > 1:
            variance = max(0.0, sums.squares - sums.turns * mean * mean) / (sums.turns - 1)
            error = _Z * sqrt(variance / sums.turns)
            low, high = max(0.0, mean - error), mean + error
        return cls(game, sums.turns, mean, low, high, sums.rolls, sums.luck)


def losses_of(view: MatchView, states: Sequence[State], people: Mapping[int, str]) -> Mapping[tuple[str, str], Losses]:
    """Return the sums of the people at these seats of a match, whose states are known, by person and game."""
    game, found = view.match.game, dict[tuple[str, str], Losses]()
    table = installed_table(game) if people and len(states) <= MOST_LINES else None
    if table is None:
        return found
    for change in exact_changes(table, states):
        if change.seat not in people:
            continue
        key = people[change.seat], name_in_spec(game.spec)
        turns, rolls = ([each] if each is not None else [] for each in (change.loss, change.luck))
        found[key] = found.get(key, Losses()).plus(turns, rolls)
    return found


LEAST = 5.0
"""How often each outcome must be expected before a chi-square says something."""
MOST_SIDES, LONGEST_NAME = 100, 200
"""Outcomes of a die, and characters of their names; what has more, as a draw of a hand of cards, is no die here."""
_log = logging.getLogger(__name__)


class Histogram(NamedTuple):
    """The throws of a person with one die of a game.

    `chi_square` has `sides - 1` degrees of freedom, and fair dice reach it with the `probability`; both are None while
    there are too few throws.
    """

    game: str
    sides: int
    outcomes: Mapping[str, Throws]
    chi_square: float | None
    probability: float | None

    @property
    def throws(self) -> int:
        """The number of throws."""
        return sum(each.thrown for each in self.outcomes.values())

    @property
    def most(self) -> float:
        """The longest bar, which is a count or an expectation."""
        return max(max(each) for each in self.outcomes.values())


def count_throws(tx: UnitOfWork, change: SavedChange) -> None:
    """Note that the throws of a match that ends are to be counted; those of a closed one wait for the others."""
    if change.ends and change.new.match.game.max_chance_outcomes and not change.new.closed:
        tx.dice_due.insert_once(match_id=change.new.id)


class Dice:
    """The throws of the people of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def work(self, stop: Callable[[], bool] = lambda: False) -> int:
        """Count the throws of some matches that are over, until it is to `stop`; return of how many.

        A match that cannot be counted stops no other work: one whose game fails is left out, and one that has to wait,
        as for the compiler, is counted later.
        """
        return sum(self._step(match_id) for match_id in self._store.dice_due.first(AT_ONCE) if not stop())

    def of_person(self, person_id: str) -> tuple[Histogram, ...]:
        """Return what a person has thrown, by game and die."""
        found = self._store.dice.of_person(person_id)
        return tuple(histogram(die.game, die.sides, outcomes) for die, outcomes in found.items())

    def given_away(self, person_id: str) -> tuple[GivenAway, ...]:
        """Return what a person gives away a turn, by game."""
        found = self._store.losses.of_person(person_id)
        return tuple(GivenAway.of(game, sums) for game, sums in found.items() if sums.turns)

    def _step(self, match_id: str) -> bool:
        counted = Counted({}, {})
        try:
            row = self._store.load(match_id)
            counted = count(MatchView.from_row(row)) if row else counted
        except (NotReady, DatabaseBusy) as error:
            _log.info("the dice of match %s are counted later: %s", match_id, error)
            return False
        except Exception as error:  # noqa: BLE001 - a game that is not installed any more, or that fails in any way
            log_failure(_log, f"the dice of match {match_id} are not counted", error)
        with self._store.write() as tx:
            if not tx.dice_due.remove(match_id):
                return False
            tx.dice.add(counted.throws)
            tx.losses.add(counted.losses)
        return True


def dice_worker(dice: Dice, pause: float = 10.0) -> Worker:
    """Return a worker that counts the dice of one finished match after another.

    A long match with a table of exact values takes seconds, for which neither requests nor mails wait.
    """
    worker = Worker("dice", lambda: dice.work(worker.closing.is_set), pause, "counting the dice failed")
    return worker


class Counted(NamedTuple):
    """The throws of people in a match, and what they have given away in it, by person and game."""

    throws: Mapping[Die, Mapping[str, Throws]]
    losses: Mapping[tuple[str, str], Losses]


def count(view: MatchView) -> Counted:
    """Return what is counted of a match for its people."""
    left = {leaver.seat for leaver in view.match.leavers}
    people = {seat: one.person for seat, one in enumerate(view.seats) if one.person and seat not in left}
    if not people:
        return Counted({}, {})
    states = all_states(view.match)
    return Counted(_throws_of(view, states, people), losses_of(view, states, people))


def _throws_of(
    view: MatchView, states: Sequence[State], people: Mapping[int, str]
) -> Mapping[Die, Mapping[str, Throws]]:
    """Return what the people at these seats of a match, whose states are known, have thrown in it."""
    found: dict[Die, dict[str, Throws]] = defaultdict(dict)
    if not view.match.game.max_chance_outcomes:
        return found
    for state, entry in zip(states, view.match.turns, strict=False):
        person = people.get(roller(state)) if state.actors == (CHANCE,) else None
        chances = state.chance_outcomes() if person is not None else {}
        if person is None or len(chances) > MOST_SIDES:
            continue
        shares = {state.action_name(action, CHANCE): share for action, share in chances.items()}
        if max(map(len, shares)) > LONGEST_NAME:
            continue
        outcomes = found[Die(person, view.match.game.name, len(shares))]
        for name, share in shares.items():
            thrown, expected = outcomes.get(name, Throws(0, 0.0))
            outcomes[name] = Throws(thrown + (name == entry.text), expected + share)
    return found


def histogram(game: str, sides: int, outcomes: Mapping[str, Throws]) -> Histogram:
    """Return the histogram of a die.

    >>> fair = histogram("ludo", 2, {"roll 1": Throws(8, 10.0), "roll 2": Throws(12, 10.0)})
    >>> fair.chi_square, round(fair.probability, 3)
    (0.8, 0.371)
    """
    if sides < 2 or len(outcomes) != sides or min(each.expected for each in outcomes.values()) < LEAST:
        return Histogram(game, sides, outcomes, None, None)
    found = sum((each.thrown - each.expected) ** 2 / each.expected for each in outcomes.values())
    return Histogram(game, sides, outcomes, found, upper_tail(found, sides - 1))


def upper_tail(chi_square: float, freedom: int) -> float:
    """Return the probability that a chi-square of some degrees of freedom is at least so large.

    >>> [round(upper_tail(at, freedom), 4) for at, freedom in ((3.8415, 1), (5.9915, 2), (11.0705, 5), (12.5916, 6))]
    [0.05, 0.05, 0.05, 0.05]
    """
    half = chi_square / 2
    term = math.exp(-half) if freedom % 2 == 0 else math.exp(-half) * math.sqrt(half) * 2 / math.sqrt(math.pi)
    total = 0.0 if freedom % 2 == 0 else math.erfc(math.sqrt(half))
    for degrees in range(2 if freedom % 2 == 0 else 3, freedom + 1, 2):
        total += term
        term *= chi_square / degrees
    return min(1.0, total)
