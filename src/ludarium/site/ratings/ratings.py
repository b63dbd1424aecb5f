"""Ratings of people, one for each game and tempo, by Weng and Lin's Bayesian model (library openskill).

A match is rated if it was agreed to be: by people who have accounts, with the game's usual options, from its initial
position, with a clock, without takebacks and without help by bots. One that ends before everybody has made two
turns is void. Everything can be computed again from the records, with the same numbers.

Standings and ratings of people at a game, counted from its finished matches whenever somebody asks.

Matches between two people with accounts count, unless they began from a position that was set up, or ended outside the
rules before both had their second turn. Nothing is stored, so the numbers are always those that the records give; they
are cached for a second, since one mail may ask for them many times.
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ludarium.core.errors import IllegalMove, LudariumError
from ludarium.core.payoffs import compare_payoffs
from ludarium.core.record import parse_result
from ludarium.core.registry import load, load_recorded
from ludarium.core.text import counted
from ludarium.match.data import may_be_void
from ludarium.site.begin.rows import Terms
from ludarium.site.ground.changes import MatchChange
from ludarium.site.ground.values import MatchRevision, Person
from ludarium.site.match.changes import SavedChange
from ludarium.site.match.transactions import Transactions
from ludarium.site.ratings.rows import (
    COMPUTERS,
    Belief,
    MatchResult,
    Outcome,
    Rated,
    RatingChange,
    RatingTable,
    ResultTable,
    tempo_of,
)
from ludarium.site.repositories import UnitOfWork
from ludarium.site.store import Store
from ludarium.site.ttl_cache import TtlCache
from ludarium.site.worker import Worker
from ludarium.tournament.ratings import MODEL, START, PostalChange, PostalRating, rate_by_mail, rate_game
from ludarium.tournament.ratings import Rating as PlayerRating

_TRIES = 3
"""How often all ratings are computed outside of a transaction, before that is done in one."""
_log = logging.getLogger(__name__)
SCALE, TARGET = 24.0, 1500.0
"""The belief about a new player, whose displayed rating is 1500, with an uncertainty of 200."""
NEW = Belief(*START)
PROVISIONAL = 125
"""The uncertainty above which a rating is provisional: that of about fifteen matches."""


class DisplayedRating(NamedTuple):
    """A displayed rating: a number that the player's strength exceeds almost certainly, and its uncertainty."""

    number: int
    uncertainty: int

    @property
    def is_provisional(self) -> bool:
        """Whether too few matches are known."""
        return self.uncertainty > PROVISIONAL


def is_uncertain(deviation: float) -> bool:
    """Return whether a rating of people or bots is provisional, given its deviation on the scale of the model.

    >>> is_uncertain(25 / 3), is_uncertain(5.0)
    (True, False)
    """
    return round(SCALE * deviation) > PROVISIONAL


class SeatRating(NamedTuple):
    """The rating of who plays a seat of a rated match, and how far the match has changed it; None before its end."""

    number: int
    is_provisional: bool
    change: int | None = None

    @property
    def signed_change(self) -> str:
        """The change with its sign; empty before the end.

        >>> [SeatRating(1500, True, change).signed_change for change in (12, 0, None)]
        ['+12', '±0', '']
        """
        if not self.change:
            return "" if self.change is None else "±0"
        return f"+{self.change}" if self.change > 0 else f"\N{MINUS SIGN}{-self.change}"

    def __str__(self) -> str:
        """Return it as it stands in a sentence.

        >>> str(SeatRating(1512, True, 12)), str(SeatRating(1488, False, 0)), str(SeatRating(1500, True))
        ('1512? (+12)', '1488 (±0)', '1500?')
        """
        changed = f" ({self.signed_change})" if self.signed_change else ""
        return f"{self.number}{'?' if self.is_provisional else ''}{changed}"


class Ladder(NamedTuple):
    """A person's rating in a game and tempo, and its changes, the latest first."""

    game: str
    tempo: str
    rating: DisplayedRating
    changes: tuple[RatingChange, ...]


class Ratings:
    """The ratings of a site."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._table = store.ratings

    def of_person(self, person_id: str) -> tuple[Ladder, ...]:
        """Return the ratings of a person, by game and tempo."""
        found = defaultdict[tuple[str, str], list[RatingChange]](list)
        for change in self._table.find(person=person_id):
            found[change.game, change.tempo].insert(0, change)
        return tuple(
            Ladder(game, tempo, display_rating(changes[0].after), tuple(changes))
            for (game, tempo), changes in sorted(found.items())
        )

    def of_match(self, match_id: str) -> tuple[RatingChange, ...]:
        """Return the rating changes by a match; empty before its end, and if it is not rated."""
        return self._table.find(match_id=match_id)

    def of_seats(self, match: MatchRevision) -> dict[int, SeatRating]:
        """Return the ratings of the players of a rated match, by seat: now, or as it has changed them; else nothing.

        Who has no rating yet has that of a new player. One that is over and changed nothing has none.
        """
        people = {seat: each.person for seat, each in enumerate(match.seats) if match.rated and each.person}
        if match.match.over:
            changes = {change.person: change for change in self.of_match(match.id)} if people else {}
            return {seat: _seat_rating(changes[one]) for seat, one in people.items() if one in changes}
        tempo = COMPUTERS if match.computers else tempo_of(str(match.match.clock or ""))
        known = self._table.beliefs(people.values(), match.match.game.name, tempo) if people else ()
        shown = (display_rating(belief or NEW) for belief in known)
        return {seat: SeatRating(one.number, one.is_provisional) for seat, one in zip(people, shown, strict=True)}

    def in_words(self, match_id: str, person_id: str) -> str:
        """Return how a match that is over has changed the rating of a person, as a sentence; empty if it has not."""
        for change in self.of_match(match_id):
            if change.person == person_id:
                after = display_rating(change.after)
                begun = f"{display_rating(change.before).number} to " if change.before else ""
                mark = ", which is provisional" if after.is_provisional else ""
                return f"Your rating: {begun}{after.number}{mark}."
        return ""

    def best_wins(self, person_id: str, limit: int) -> tuple[RatingChange, ...]:
        """Return a person's wins over those whose rating then was higher, the highest first."""
        return self._table.best_wins(person_id, limit)

    def best(self, game: str, tempo: str) -> tuple[tuple[str, DisplayedRating], ...]:
        """Return the ids and ratings of all who have one in a game and tempo, the best first.

        The number is what a rating is at least, so who has played little stands where that is known to be right.
        """
        found = ((change.person, display_rating(change.after)) for change in self._table.latest(game, tempo))
        return tuple(sorted(found, key=lambda each: -each[1].number))

    def outcomes(self) -> tuple[Outcome, ...]:
        """Return the outcomes of all rated matches in the order in which they ended, for other systems of rating."""
        return self._table.outcomes()

    def rebuild(self) -> tuple[int, int]:
        """Compute all ratings again; return the number of matches, and of rows that differ.

        Everything is computed before the transaction that writes it, so no turn of a match waits for that; it is
        computed again if a match was rated, or voided, in the meantime, at last in the transaction. The ratings of a
        game that is not installed any more stay as they are.
        """
        for _ in range(_TRIES):
            matches, changes = self._store.rating_history.rated(), [*_rated_again(self._table)]
            with self._store.write() as tx:
                differing = tx.rating_history.replace(matches, changes, MODEL)
            if differing is not None:
                return len(changes), differing
        with self._store.write() as tx:
            matches, changes = tx.rating_history.hold(), [*_rated_again(tx.ratings)]
            return len(changes), tx.rating_history.replace(matches, changes, MODEL) or 0

    def bring_up_to_date(self) -> bool:
        """Compute all ratings again if they were computed in a former way; return whether they were."""
        if self._store.rating_history.model() == MODEL:
            return False
        count, differing = self.rebuild()
        if differing:
            _log.warning("%s rated again in a new way: %s", counted(count, "match"), counted(differing, "difference"))
        return True


def rating_worker(ratings: Ratings, pause: float = 10.0) -> Worker:
    """Return a worker that computes all ratings again, once, if they were computed in another way before an upgrade.

    A process that is killed on the way leaves the former ratings, and the next one begins again.
    """

    def compute() -> None:
        ratings.bring_up_to_date()
        worker.end()

    worker = Worker("ratings", compute, pause, "computing the ratings again failed")
    return worker


def _rated_again(table: RatingTable) -> Iterator[Rated]:
    """Yield the outcomes of all rated matches, with the beliefs before and after each."""
    known: dict[tuple[str, str, str], Belief] = {}
    for outcome in table.outcomes():
        keys = [(person, outcome.game, outcome.tempo) for person in outcome.people]
        before = [known.get(key) for key in keys]
        after = rate(before, outcome.scores)
        known.update(zip(keys, after, strict=True))
        yield outcome, before, after


def rate_match(tx: UnitOfWork, change: SavedChange) -> None:
    """Rate a match that ends with a change, if it counts for the ratings; one that is void changes nothing."""
    view = change.new
    if change.ends and view.rated and not view.match.is_void and view.match.payoffs is not None:
        tx.ratings.begin(view.id, view.updated_at)
        for outcome in tx.ratings.outcomes([view.id]):  # none of a match that a moderator has voided before its end
            _rate(tx, outcome)


def rate_again(tx: UnitOfWork, match_id: str) -> None:
    """Compute again the ratings that depend on a match that was voided, or counts again."""
    affected = tx.ratings.following(match_id)
    tx.ratings.remove_of(affected)
    for outcome in tx.ratings.outcomes(affected):
        _rate(tx, outcome)


def _rate(tx: UnitOfWork, outcome: Outcome) -> None:
    before = tx.ratings.beliefs(outcome.people, outcome.game, outcome.tempo)
    tx.ratings.write(outcome, before, rate(before, outcome.scores))


def display_rating(belief: Belief) -> DisplayedRating:
    """Return the rating that pages display for a belief: the model's cautious estimate, scaled.

    >>> display_rating(NEW)
    DisplayedRating(number=1500, uncertainty=200)
    """
    return DisplayedRating(
        round(TARGET + SCALE * (belief.mean - 3 * belief.deviation)), round(SCALE * belief.deviation)
    )


def _seat_rating(change: RatingChange) -> SeatRating:
    before, after = display_rating(change.before or NEW), display_rating(change.after)
    return SeatRating(after.number, after.is_provisional, after.number - before.number)


def rate(before: Sequence[Belief | None], scores: Sequence[float]) -> tuple[Belief, ...]:
    """Return the beliefs about the players of a match after it, given those before it; None is no belief.

    >>> winner, loser = rate([None, None], [1.0, 0.0])
    >>> display_rating(winner), display_rating(loser)
    (DisplayedRating(number=1583, uncertainty=194), DisplayedRating(number=1456, uncertainty=194))
    """
    after = rate_game([PlayerRating(*(belief or NEW)) for belief in before], scores)
    return tuple(Belief(*rating) for rating in after)


def why_unrated(match: MatchRevision) -> str:
    """Return why a match is not rated although somebody asked for that, as the end of a sentence."""
    played, tick = match.match, match.live.tick if match.live else None
    position = None if played.start == played.game.initial() else str(played.start)
    try:
        check_rated(
            Terms(played.game.spec, clock=str(played.clock) if played.clock else None, tick=tick, position=position)
        )
    except IllegalMove as error:
        return str(error).partition(":")[0]
    if any(seat.is_bot for seat in match.seats):
        return "a rated match is one between people"
    return "a rated match is one that all players ask for, have an account for, and may play"


def check_rated(terms: Terms) -> None:
    """Raise `IllegalMove` unless a match of these terms can be rated."""
    game = load(terms.game)
    if game != load(game.name):
        raise IllegalMove(f"a rated match has the usual options of {game.name}: choose those, or an unrated match")
    if terms.position is not None:
        raise IllegalMove("a rated match starts from the initial position: choose that, or an unrated match")
    if terms.clock is None and terms.tick is None:
        raise IllegalMove("a rated match has a clock: choose one, or an unrated match")


@dataclass(slots=True)
class Standing:
    """The standing of a person at a game; `changes` are the matches that count, in order, with the ratings of both."""

    person: Person
    rating: PostalRating
    won: int = 0
    drawn: int = 0
    lost: int = 0
    changes: list[tuple[MatchResult, PostalChange[str]]] = field(default_factory=list)


class PeopleStandings:
    """The standings of a database; `accounts` returns all people with accounts."""

    def __init__(self, table: ResultTable, matches: Transactions, accounts: Callable[[], tuple[Person, ...]]) -> None:
        self._table = table
        self._matches = matches
        self._accounts = accounts
        self._known = TtlCache[list[Standing]](matches.store.notifier.counter(MatchChange))

    def of_game(self, game: str) -> list[Standing]:
        """Return the standings of a game, the best rating first, be it provisional or not, as on the pages."""
        return self._known.get(game, lambda: self._count(game))

    def _count(self, game: str) -> list[Standing]:
        people = {person.id: person for person in self._accounts()}
        rated = list(self._rated(game, people))
        found: dict[str, Standing] = {}
        for (result, _), change in zip(rated, rate_by_mail(triple for _, triple in rated), strict=True):
            for seat, person_id in enumerate(change.players):
                standing = found.setdefault(person_id, Standing(people[person_id], change.after[seat]))
                standing.rating = change.after[seat]
                outcome = change.outcome if seat == 0 else -change.outcome
                standing.won += outcome > 0
                standing.drawn += outcome == 0
                standing.lost += outcome < 0
                standing.changes.append((result, change))
        return sorted(found.values(), key=lambda one: -one.rating.points)

    def _rated(self, game: str, people: dict[str, Person]) -> Iterator[tuple[MatchResult, tuple[str, str, int]]]:
        for result in self._table.of_game(game):
            if len(result.people) != 2:
                continue
            first, second = (person or "" for person in result.people)
            if first not in people or second not in people or first == second:
                continue
            try:
                payoffs = parse_result(result.result, load_recorded(result.game))
                short = may_be_void(result.ending, result.turns, len(result.people))
                if payoffs is None or (short and self._matches.current(result.id).match.is_void):
                    continue
            except LudariumError:  # a game that is not installed any more, or a damaged match
                continue
            yield result, (first, second, compare_payoffs(*payoffs))
