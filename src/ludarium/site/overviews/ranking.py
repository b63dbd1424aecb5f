"""The first of the rankings: people by rating, bots by their ladder, of every game."""

from __future__ import annotations

from typing import NamedTuple

from ludarium.core.registry import definition, game_names, load
from ludarium.site.ground.values import Person
from ludarium.site.ladder.ladders import has_ladder
from ludarium.site.ladder.views import LadderRow
from ludarium.site.ratings.ratings import DisplayedRating
from ludarium.site.ratings.rows import COMPUTERS
from ludarium.site.service import Service
from ludarium.site.ttl_cache import TtlCache

FIRST = 5
"""Rows of each ranking."""
TEMPOS = ("live", "correspondence", COMPUTERS)


class RankedPerson(NamedTuple):
    """A person with a rating."""

    person: Person
    rating: DisplayedRating


class GameRanking(NamedTuple):
    """The first people of a game at each tempo, and its first bots; `bots` is empty for a game without a ladder."""

    name: str
    title: str
    people: dict[str, tuple[RankedPerson, ...]]
    bots: tuple[LadderRow, ...]


class Rankings:
    """The rankings of a site; they are asked for once a second at most."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._cached: TtlCache[tuple[GameRanking, ...]] = service.kept_answers()

    def of_games(self) -> tuple[GameRanking, ...]:
        """Return the first of every game, by its title."""
        return self._cached.get("", lambda: tuple(map(self._of_game, game_names())))

    def _of_game(self, name: str) -> GameRanking:
        game = load(name)
        bots = self._service.ladder_views.view(game).rows[:FIRST] if has_ladder(game) else ()
        return GameRanking(name, definition(name).title, {tempo: self._people(name, tempo) for tempo in TEMPOS}, bots)

    def _people(self, game: str, tempo: str) -> tuple[RankedPerson, ...]:
        best = self._service.ratings.best(game, tempo)[: 2 * FIRST]
        people = self._service.people.load_all([person for person, _ in best])
        found = (RankedPerson(people[person], rating) for person, rating in best)
        return tuple(one for one in found if one.person.closed_at is None)[:FIRST]
