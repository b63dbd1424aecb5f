"""Standings and ratings of people at a game, counted from its finished matches whenever somebody asks.

Matches between two people with accounts count, unless they began from a position that was set up, or ended outside the
rules before both had their second turn. Nothing is stored, so the numbers are always those that the records give; they
are cached for a second, since one mail may ask for them many times.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ludarium.club.match.transactions import Transactions
from ludarium.club.ttl_cache import TtlCache
from ludarium.core.errors import LudariumError
from ludarium.core.payoffs import compare_payoffs
from ludarium.core.record import parse_result
from ludarium.core.registry import load_recorded
from ludarium.store.changes import MatchChange
from ludarium.store.ratings.results import MatchResult, ResultTable
from ludarium.store.rows import Person
from ludarium.tournament.ratings import PostalChange, PostalRating, rate_by_mail

_SURE = 40
"""Turns after which both have certainly had two, whatever the dice."""


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
        """Return the standings of a game, the best rating first; established ratings stand before provisional ones."""
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
        return sorted(found.values(), key=lambda one: (one.rating.is_provisional, -one.rating.points))

    def _rated(self, game: str, people: dict[str, Person]) -> Iterator[tuple[MatchResult, tuple[str, str, int]]]:
        for result in self._table.of_game(game):
            if len(result.people) != 2:
                continue
            first, second = (person or "" for person in result.people)
            if first not in people or second not in people or first == second:
                continue
            try:
                payoffs = parse_result(result.result, load_recorded(result.game))
                if payoffs is None or (result.turns < _SURE and self._matches.current(result.id).match.is_void):
                    continue
            except LudariumError:  # a game that is not installed any more, or a damaged match
                continue
            yield result, (first, second, compare_payoffs(*payoffs))
