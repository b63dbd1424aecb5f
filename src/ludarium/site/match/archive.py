"""Finding finished public matches by their game, their players, how they ended and when."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Literal, NamedTuple, get_args

from ludarium.core.errors import ParseError
from ludarium.core.spec import name_in_spec
from ludarium.core.text import shorten
from ludarium.site.ground.values import MatchSummary
from ludarium.site.match.queries import has_winner, outcome
from ludarium.site.match.rows.archive import ArchivedMatch
from ludarium.site.store import Store

PAGE = 30
"""Matches that are found at once."""
READ = 2000
"""Matches that are read for them at most, however few fit."""
_AT_ONCE = 100
_FIRST = (1e12, 0)
Result = Literal["", "won", "lost", "drawn"]
Players = Literal["", "people", "bots"]
RESULTS: tuple[Result, ...] = get_args(Result)
PLAYERS: tuple[Players, ...] = get_args(Players)


class Wanted(NamedTuple):
    """What a match must be like to be found.

    | field             | content                                                                              |
    |-------------------|--------------------------------------------------------------------------------------|
    | `game`            | the name of its game, with any options; empty for any                                |
    | `people`          | the ids of those of whom one has or had a seat; None for anybody                     |
    | `result`          | how it ended for one of them, or, without `people`, with a winner or with a draw     |
    | `players`         | `people` without bots, or with `bots`; empty for any                                 |
    | `strength`        | what all players of a rated match were believed to be at least; None for any match   |
    | `since`, `before` | the times between which it ended, in seconds since 1970, the second one not included |
    | `cursor`          | that of the page before, empty for the first page                                    |
    """

    game: str = ""
    people: frozenset[str] | None = None
    result: Result = ""
    players: Players = ""
    since: float = 0.0
    before: float = _FIRST[0]
    cursor: str = ""
    strength: float | None = None


class FoundMatches(NamedTuple):
    """Matches that fit, the latest first; with a `cursor` there may be more, earlier than `reached`."""

    matches: tuple[MatchSummary, ...]
    cursor: str = ""
    reached: float = 0.0


class MatchArchive:
    """The finished matches of a database that anybody may see: neither private ones nor those that are closed."""

    def __init__(self, store: Store) -> None:
        self._rows = store.archive

    def find(self, wanted: Wanted) -> FoundMatches:
        """Return the latest matches that fit, at most 30; of at most 2000 that are read.

        Raises `ParseError` for a cursor that no page has.
        """
        start = min(_parse(wanted.cursor), (wanted.before, 0))
        is_rated = wanted.strength is not None
        read = self._rows.latest(start, wanted.since, READ, wanted.people, is_rated=is_rated)
        fitting = [row for row in read if _fits(row, wanted)]
        found = list(islice(self._ended(fitting, wanted), PAGE + 1))
        if len(found) > PAGE:
            last = found[PAGE - 1]
            return FoundMatches(tuple(found[:PAGE]), _cursor(last.updated_at, last.number), last.updated_at)
        if len(read) == READ:
            return FoundMatches(tuple(found), _cursor(read[-1].ended_at, read[-1].number), read[-1].ended_at)
        return FoundMatches(tuple(found))

    def _ended(self, rows: list[ArchivedMatch], wanted: Wanted) -> Iterator[MatchSummary]:
        """Yield the matches of rows that ended as they should."""
        for start in range(0, len(rows), _AT_ONCE):
            for match in self._rows.summaries([row.id for row in rows[start : start + _AT_ONCE]]):
                if _ended_so(match, wanted):
                    yield match


def _fits(row: ArchivedMatch, wanted: Wanted) -> bool:
    of_game = wanted.game in ("", name_in_spec(row.game))
    if wanted.strength is not None and (row.strength is None or row.strength < wanted.strength):
        return False
    return row.is_theirs and of_game and wanted.players in ("", "bots" if row.has_bot else "people")


def _ended_so(match: MatchSummary, wanted: Wanted) -> bool:
    if match.unplayed:
        return False
    if not wanted.result:
        return True
    if wanted.people is not None:
        theirs = {seat.person for seat in match.seats if seat.person in wanted.people}
        return any(outcome(match, person) == wanted.result for person in theirs if person)
    return has_winner(match) is (wanted.result != "drawn")


def _cursor(ended_at: float, number: int) -> str:
    return f"{ended_at!r}-{number}"


def _parse(cursor: str) -> tuple[float, int]:
    if not cursor:
        return _FIRST
    found = re.fullmatch(r"([0-9]{1,12}(?:\.[0-9]{1,12})?)-([0-9]{1,9})", cursor, re.ASCII)
    if found is None:
        raise ParseError(f"{shorten(cursor)} is no place in the list: expected that of a page that was read before")
    return float(found[1]), int(found[2])
