"""The page "your games", and the page of a person with the curve of their rating."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime
from http import HTTPStatus
from typing import NamedTuple

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludarium.core.definition import GameDefinition
from ludarium.core.errors import UnknownGame
from ludarium.core.registry import definition, game_names
from ludarium.core.spec import name_in_spec
from ludarium.core.tutorial import has_tutorial
from ludarium.site.begin.challenges import PersonChallenges
from ludarium.site.begin.rows import Challenge
from ludarium.site.challenge_ladders.pages import OwnPlaceData, own_places
from ludarium.site.ground.values import MatchSummary, Person
from ludarium.site.match.queries import PersonMatches, outcome
from ludarium.site.match.views import shown_name
from ludarium.site.programs.events import Challenged, challenge_event
from ludarium.site.ratings.ratings import NEW, Ladder, display_rating
from ludarium.site.web.drawings import chart, ground, line, points
from ludarium.site.web.page import Pages, page
from ludarium.site.words import match_address

_LATEST, _SHOWN = 30, 2
"""The number of latest matches of a followed person that are searched for finished ones, and how many are displayed."""
_LATELY = 50
"""Matches of the whole site among which the game of a new person is the one played most."""
_UNPLAYED = "not-played"
_TILED = 12
"""Finished matches with a board; the others are a line each, and a filter is in sight if there are some."""
_OUTCOMES = {"": "All results", "won": "Won", "lost": "Lost", "drawn": "Drawn", _UNPLAYED: "Not played"}


class Summary(Struct, frozen=True):
    """A match that goes on; `turn_count` are the turns that were played in it, a roll counted with its turn."""

    match: str
    number: int
    game: str
    players: list[str]
    my_turn: bool
    turn_count: int


class AppointmentData(Struct, frozen=True):
    """A live match that begins by itself at `starts_at`, in seconds since 1970."""

    challenge: str
    game: str
    opponent: str
    starts_at: float


class Me(Struct, frozen=True):
    """The person, null for a stranger, with matches that go on, challenges that wait, appointments and places."""

    person: str | None
    matches: list[Summary]
    challenges: list[Challenged] = []
    appointments: list[AppointmentData] = []
    ladders: list[OwnPlaceData] = []


class PersonPages(Pages):
    """The page "your games", and the way to the next of them."""

    @page("/me", answers=Me)
    def show(self, request: Request) -> Response:
        """The matches of the person; to a stranger, how to get some, and to a suspended account, why there are none."""
        person, queries = self._site.identity.person(request), self._site.service.queries
        if person is None:
            self._site.identity.check_usable(request)
            return self._site.page(request, "me", data=lambda: Me(None, []), mine=None)
        mine, ladders = queries.of_person(person.id), self._site.service.challenge_ladders
        open_challenges, places = ladders.open_of(person), ladders.of_person(person)
        challenges, chosen = self._site.service.challenges.of_person(person), Filter.of(request)
        received = [one for one in open_challenges if one.challenged == person.id]
        return self._site.page(
            request,
            "me",
            data=lambda: _me(person, mine, challenges, own_places(places, received)),
            mine=mine,
            may_register=self._site.service.accounts.rules.may_register(person),
            challenges=challenges,
            rematches=self._site.service.notices.rematches(person.id),
            tournaments=self._site.service.tournaments.going_on(person),
            leagues=self._site.service.leagues.of_person(person),
            ladder_places=places,
            ladder_sizes=ladders.sizes() if places else {},
            received_for_place=received,
            made_for_place=[one for one in open_challenges if one.challenger == person.id],
            followed=self._followed(person),
            games=sorted({game_of(match) for match in mine.finished}),
            chosen=chosen,
            outcomes=_OUTCOMES,
            tiled=_TILED,
            finished=[match for match in mine.finished if chosen.fits(match, person)],
            unplayed=sum(match.unplayed for match in mine.finished) if not any(chosen) else 0,
            first=None if any(mine) else self._first_game(),
        )

    def _first_game(self) -> GameDefinition:
        """Return the game with which a new person begins: of those with lessons the one that was played most lately."""
        played = Counter(name_in_spec(match.game) for match in self._site.service.queries.recent(_LATELY))
        found = ((not has_tutorial(definition(name)), -played[name], name) for name in game_names())
        return definition(min(found)[-1])

    @page("/me/next")
    def next(self, request: Request) -> Response:
        """The way to the next match that waits for the person, that with the shortest time first."""
        person_id, after = self._site.identity.person_id(request), request.query_params.get("after", "")
        mine = self._site.service.queries.of_person(person_id).my_turn if person_id else ()
        found = next((match.id for match in mine if match.id != after), None)
        return RedirectResponse(match_address(found) if found else "/me", HTTPStatus.SEE_OTHER)

    def _followed(self, me: Person) -> list[Followed]:
        """Return the people whom a person follows, by name."""
        service = self._site.service
        people = service.following.of_person(me)
        offers = Counter(one.offer.person.id for one in service.lobby.view(me).offers) if people else Counter[str]()
        latest = {one.id: service.queries.of_person(one.id, _LATEST).seen_by(me.id).finished for one in people}
        played = {one: tuple(match for match in matches if not match.unplayed) for one, matches in latest.items()}
        return [Followed(one, offers[one.id], played[one.id][:_SHOWN]) for one in people]


class Followed(NamedTuple):
    """A followed person, with their offers that the reader may accept, and their latest finished matches."""

    person: Person
    offers: int
    finished: tuple[MatchSummary, ...]


class Filter(NamedTuple):
    """The filter of finished matches: of a game, with an outcome, against a player; empty is any."""

    game: str
    outcome: str
    against: str

    @classmethod
    def of(cls, request: Request) -> Filter:
        """Return the filter of an address."""
        return cls(*(request.query_params.get(name, "").strip() for name in cls._fields))

    def fits(self, match: MatchSummary, person: Person) -> bool:
        """Return whether a match of a person passes the filter: what was not played only where that is wanted."""
        others = [shown_name(seat, match.game).casefold() for seat in match.seats if seat.person != person.id]
        usual = _UNPLAYED if match.unplayed else ""
        result = usual or outcome(match, person.id)
        return (
            self.game in ("", game_of(match))
            and self.outcome in (usual, result)
            and (not self.against or any(self.against.casefold() in name for name in others))
        )


def game_of(match: MatchSummary) -> str:
    """Return the name of a match's game."""
    return name_in_spec(match.game)


def _me(person: Person, mine: PersonMatches, challenges: PersonChallenges, ladders: list[OwnPlaceData]) -> Me:
    going_on = [(match, True) for match in mine.my_turn] + [(match, False) for match in mine.waiting]
    return Me(
        person.name,
        [_summary(match, my_turn=my_turn) for match, my_turn in going_on],
        [*map(challenge_event, challenges.received)],
        [_appointment(one, person) for one in challenges.agreed],
        ladders,
    )


def _appointment(one: Challenge, person: Person) -> AppointmentData:
    other = one.challenger if person.id == one.challenged.id else one.challenged
    assert one.starts_at is not None
    return AppointmentData(one.id, one.terms.game, other.name, one.starts_at)


def _summary(match: MatchSummary, *, my_turn: bool) -> Summary:
    players = [shown_name(seat, match.game) for seat in match.seats]
    return Summary(match.id, match.number, match.game, players, my_turn, match.turn_count)


_MOST, _MOST_POINTS = 200, 20
"""The latest matches that a curve shows, and those up to which each is a point."""
_STEP = 50
"""The labels of ratings are multiples of this."""


def rating_curve(ladder: Ladder, prefix: str) -> str:
    """Return the curve of a person's latest ratings as SVG; empty without any.

    It begins with the rating before the first of them. The thin lines are one uncertainty above and below. `prefix`
    sets the ids of this picture apart from those of others on the page.
    """
    latest = ladder.changes[:_MOST][::-1]
    if not latest:
        return ""
    ratings = [display_rating(latest[0].before or NEW), *(display_rating(change.after) for change in latest)]
    low = min(rating.number - rating.uncertainty for rating in ratings) // _STEP * _STEP
    high = -(-max(rating.number + rating.uncertainty for rating in ratings) // _STEP) * _STEP

    def places(side: int) -> list[tuple[float, float]]:
        heights = ((rating.number + side * rating.uncertainty - low) / (high - low) for rating in ratings)
        return [(n / (len(ratings) - 1), height) for n, height in enumerate(heights)]

    levels = {0.0: f"{low}", 0.5: f"{(low + high) // 2}", 1.0: f"{high}"}
    days = [f"{datetime.fromtimestamp(change.rated_at, UTC):%Y-%m-%d}" for change in (latest[0], latest[-1])]
    below = dict(zip((0.0, 1.0), dict.fromkeys(days), strict=False))  # one day stands once
    drawn, thin = ground(levels, below), {f"thin-{side}": line(places(side)) for side in (-1, 1)}
    of = f"each of the latest {len(latest)} rated matches" if len(latest) > 1 else "the first rated match"
    caption = f"Rating after {of}: now {ratings[-1].number}"
    dots = points(places(0)) if len(latest) <= _MOST_POINTS else ""
    with suppress(UnknownGame):  # a game that is not installed any more has no colours
        palette = definition(ladder.game).palette
        return chart(drawn, line(places(0)), thin, dots, caption=caption, palette=palette, prefix=prefix)
    return ""
