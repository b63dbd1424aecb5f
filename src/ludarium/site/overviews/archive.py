"""The page on which finished matches are found."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date, datetime, time, timedelta, tzinfo
from http import HTTPStatus
from typing import TypeVar
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import asdict
from starlette.requests import Request
from starlette.responses import Response

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.registry import game_names
from ludarium.core.text import shorten
from ludarium.site.ground.values import MatchSummary, Person
from ludarium.site.match.archive import PLAYERS, RESULTS, FoundMatches, Wanted
from ludarium.site.overviews.for_programs import WatchedMatch, watched
from ludarium.site.people.accounts import NoSuchPerson
from ludarium.site.people.pages.people import FoundPerson
from ludarium.site.ratings.ratings import SCALE, TARGET
from ludarium.site.web.http.refusals import note
from ludarium.site.web.page import TEXT, Pages, page
from ludarium.site.words import sentence

MOST_RATING = 5000
"""The highest least rating that can be asked for."""
_FIELDS = ("name", "game", "players", "rating", "result", "since", "until")
"""The fields of the form, and what programs add to the address, with `before` of the page before."""
_RESULTS = {"": "Any result", "won": "Won", "lost": "Lost", "drawn": "Drawn"}
_PLAYERS = {"people": "People alone", "": "People and bots", "bots": "With bots"}
_QUERIES = {
    "name": TEXT,
    "game": TEXT,
    "result": {"enum": list(RESULTS)},
    "players": {"enum": list(PLAYERS)},
    "rating": {"type": "integer", "minimum": 0, "maximum": MOST_RATING},
    "since": {"type": "string", "format": "date"},
    "until": {"type": "string", "format": "date"},
    "before": TEXT,
}
_LONGEST = 100
"""Characters of a field that are shown again."""
_YEARS = range(1970, 10_000 - 1)
C = TypeVar("C", bound=str)


class FoundMatch(WatchedMatch, frozen=True):
    """A finished match; `ended_at` is in seconds since 1970.

    One that is `voided` counts for no rating. Nobody has won one that was `broken_off`, whatever its result.
    """

    ended_at: float
    voided: bool
    broken_off: bool


class MatchesFound(Struct, frozen=True):
    """Finished matches, the latest first, and the `people` whose they are, if a name was given.

    With `before`, which is else empty, added to the address, it answers those that ended earlier.
    """

    matches: list[FoundMatch]
    people: list[FoundPerson]
    before: str


class ArchivePages(Pages):
    """The finished matches of the site."""

    @page("/matches", answers=MatchesFound, queries=_QUERIES)
    def find(self, request: Request) -> Response:
        """The finished public matches of a game, of players by name, with a result, a rating, and of days; 30 each."""
        typed = {name: request.query_params.get(name, "").strip() for name in _FIELDS}
        people, found, notice = tuple[Person, ...](), FoundMatches(()), ""
        try:
            people = self._people(typed["name"])
            if people or not typed["name"]:
                found = self._site.service.archive.find(self._wanted(request, typed, people))
        except LudariumError as error:
            note(request, error)
            notice = sentence(error)
        return self._site.page(
            request,
            "overviews/archive",
            HTTPStatus.BAD_REQUEST if notice else HTTPStatus.OK,
            data=lambda: _data(people, found),
            typed={name: value[:_LONGEST] for name, value in typed.items()},
            names=[*game_names()],
            results=_RESULTS,
            kinds=_PLAYERS,
            most_rating=MOST_RATING,
            people=people,
            found=found,
            is_first=not request.query_params.get("before"),
            older=_address({**typed, "before": found.cursor}),
            newest=_address(typed),
            notice=notice,
        )

    def _people(self, text: str) -> tuple[Person, ...]:
        """Return the account of a name, or else those whose names begin with a text or contain it."""
        accounts = self._site.service.accounts
        if not text:
            return ()
        with suppress(NoSuchPerson):
            if (found := accounts.find(text)).closed_at is None:
                return (found,)
        return accounts.search(text)

    def _wanted(self, request: Request, typed: dict[str, str], people: tuple[Person, ...]) -> Wanted:
        """Return what matches must be like; raises `ParseError` for what cannot be read."""
        zone = self._site.times_of(self._site.identity.person(request)).zone
        since, until = (_day(typed[name]) for name in ("since", "until"))
        if since and until and until < since:
            raise ParseError(f"{until} is before {since}: expected the first day, and the last one")
        wanted = Wanted(
            _one_of(typed["game"], ("", *game_names()), "game"),
            frozenset(one.id for one in people) if people else None,
            _one_of(typed["result"], RESULTS, "result"),
            _one_of(typed["players"], PLAYERS, "choice of players"),
            cursor=request.query_params.get("before", ""),
            strength=_strength(typed["rating"]),
        )
        if since:
            wanted = wanted._replace(since=_begin(since, zone))
        return wanted._replace(before=_begin(until + timedelta(days=1), zone)) if until else wanted


def _one_of(text: str, known: tuple[C, ...], what: str) -> C:
    for one in known:
        if one == text:
            return one
    raise ParseError(f"{shorten(text)} is no {what}: expected one of {', '.join(filter(None, known))}, or nothing")


def _strength(text: str) -> float | None:
    """Return the belief that a displayed rating stands for; None for an empty text."""
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) <= MOST_RATING):
        raise ParseError(f"{shorten(text)} is no rating: expected a number from 0 to {MOST_RATING}, or nothing")
    return (int(text) - 0.5 - TARGET) / SCALE  # a displayed rating is rounded


def _day(text: str) -> date | None:
    """Return the day of a text such as `2027-01-15`; None for an empty one."""
    if not text:
        return None
    with suppress(ValueError):
        found = date.fromisoformat(text) if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text, re.ASCII) else None
        if found and found.year in _YEARS:
            return found
    raise ParseError(f"{shorten(text)} is no day: expected year, month and day, such as 2027-01-15")


def _begin(day: date, zone: tzinfo) -> float:
    return datetime.combine(day, time(), zone).timestamp()


def _address(values: dict[str, str]) -> str:
    return f"/matches?{urlencode({name: value for name, value in values.items() if value})}"


def _data(people: tuple[Person, ...], found: FoundMatches) -> MatchesFound:
    return MatchesFound(
        [_match(match) for match in found.matches],
        [FoundPerson(one.id, one.name, one.is_bot) for one in people],
        found.cursor,
    )


def _match(match: MatchSummary) -> FoundMatch:
    return FoundMatch(
        **asdict(watched(match)), ended_at=match.updated_at, voided=match.voided, broken_off=match.broken_off
    )
