"""Records by the thousand: the finished matches after a cursor, as programs read them."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ludarium.core.errors import ParseError
from ludarium.core.record import Record, format_result
from ludarium.core.registry import definition
from ludarium.core.text import shorten
from ludarium.site.ground.values import Person
from ludarium.site.match.rows.played import FinishedMatch
from ludarium.site.store import Store

MOST = 1000
"""Records that are asked for at once."""
_AT_ONCE = 50
_SETTLED = 10.0
"""Seconds after which no match that ended earlier can still appear: a transaction waits for others."""


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A finished match.

    | field      | content                                                   |
    |------------|-----------------------------------------------------------|
    | `cursor`   | after which the next ones are asked for                   |
    | `match`    | its id, and `number` its number                           |
    | `game`     | the spec of the game                                      |
    | `players`  | the names of the players, and the specs of bots, by seat  |
    | `result`   | the payoffs, by seat                                      |
    | `ending`   | how it ended                                              |
    | `ended_at` | when it ended, in seconds since 1970                      |
    | `rated`    | whether it counts for the ratings                         |
    | `record`   | the record                                                |
    """

    cursor: str
    match: str
    number: int
    game: str
    players: list[str]
    result: str
    ending: str
    ended_at: float
    rated: bool
    record: str


class Records:
    """The records of a site; `now` returns the time in seconds since 1970."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now

    def after(
        self, cursor: str, limit: int, *, game: str = "", mine: bool = False, person: Person | None = None
    ) -> Iterator[RecordLine]:
        """Return the matches that ended after a cursor, which is empty for the first ones, the earliest first.

        They are those that are public, or a person's own; a match appears a few seconds after its end.

        Raises `ParseError` and `UnknownGame`.
        """
        last = _parse(cursor)
        if not 1 <= limit <= MOST:
            raise ParseError(f"{limit} records cannot be asked for at once: expected 1 to {MOST}")
        if mine and person is None:
            raise ParseError("nobody is known here whose matches these are: expected mine=no, or a token")
        name = definition(game).name if game else ""
        person_id = person.id if mine and person else None
        return self._lines(last, limit, name, person_id)

    def of_tournament(self, tournament_id: str, person: Person | None = None) -> Iterator[RecordLine]:
        """Return the finished matches of a tournament that a person may see, in the order of their numbers."""
        after, person_id = 0, person.id if person else None
        while found := self._store.finished.of_tournament(tournament_id, after, _AT_ONCE, person_id):
            for match in found:
                if match.record:
                    yield _line(match, match.record)
            after = found[-1].number

    def _lines(self, after: tuple[float, int], left: int, game: str, person_id: str | None) -> Iterator[RecordLine]:
        before = self._now() - _SETTLED
        while left > 0:
            asked = min(left, _AT_ONCE)
            found = self._store.finished.after(*after, before, asked, game, person_id)
            for match in found:
                if match.record:
                    yield _line(match, match.record)
            if len(found) < asked:
                return
            after, left = (found[-1].ended_at, found[-1].number), left - asked


def _line(match: FinishedMatch, record: Record) -> RecordLine:
    return RecordLine(
        cursor=f"{match.ended_at!r}-{match.number}",
        match=match.id,
        number=match.number,
        game=record.game,
        players=list(match.players),
        result=format_result(record.payoffs),
        ending=record.ending,
        ended_at=match.ended_at,
        rated=match.rated,
        record=str(record),
    )


def _parse(cursor: str) -> tuple[float, int]:
    if not cursor:
        return 0.0, 0
    found = re.fullmatch(r"([0-9]{1,12}(?:\.[0-9]{1,12})?)-([0-9]{1,9})", cursor, re.ASCII)
    if found is None:
        raise ParseError(f"{shorten(cursor)} is no cursor: expected that of a line which was read before")
    return float(found[1]), int(found[2])
