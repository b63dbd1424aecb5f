"""Ratings of people, one for each game and tempo, by Weng and Lin's Bayesian model (library openskill).

A match is rated if it was agreed to be: by people who have accounts, with the game's usual options, from its initial
position, with a clock, without takebacks and without help by computers. One that ends before everybody has made two
turns is void. Everything can be computed again from the records, with the same numbers.
"""

import logging
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludarium.club.match.changes import SavedChange
from ludarium.club.worker import Worker
from ludarium.core.errors import IllegalMove
from ludarium.core.registry import load
from ludarium.core.text import counted
from ludarium.store.begin.challenges import Terms
from ludarium.store.ratings.history import Rated
from ludarium.store.ratings.ratings import Belief, Outcome, RatingChange, RatingTable, tempo_of
from ludarium.store.repositories import UnitOfWork
from ludarium.store.rows import MatchRevision
from ludarium.store.store import Store
from ludarium.tournament.ratings import MODEL, START, rate_game
from ludarium.tournament.ratings import Rating as PlayerRating

__all__ = [
    "NEW",
    "Belief",
    "DisplayedRating",
    "Outcome",
    "RatingChange",
    "Ratings",
    "check_rated",
    "display_rating",
    "rate",
    "rating_worker",
    "tempo_of",
    "why_unrated",
]

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

    def best_wins(self, person_id: str, limit: int) -> tuple[RatingChange, ...]:
        """Return a person's wins over those whose rating then was higher, the highest first."""
        return self._table.best_wins(person_id, limit)

    def best(self, game: str, tempo: str) -> tuple[tuple[str, DisplayedRating], ...]:
        """Return the ids and ratings of all who have one in a game and tempo, the best first, provisional ones last."""
        found = ((change.person, display_rating(change.after)) for change in self._table.latest(game, tempo))
        return tuple(sorted(found, key=lambda each: (each[1].is_provisional, -each[1].number)))

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
    before = tx.ratings.beliefs(outcome)
    tx.ratings.write(outcome, before, rate(before, outcome.scores))


def display_rating(belief: Belief) -> DisplayedRating:
    """Return the rating that pages display for a belief: the model's cautious estimate, scaled.

    >>> display_rating(NEW)
    DisplayedRating(number=1500, uncertainty=200)
    """
    return DisplayedRating(
        round(TARGET + SCALE * (belief.mean - 3 * belief.deviation)), round(SCALE * belief.deviation)
    )


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
    if any(seat.kind == "bot" for seat in match.seats):
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
