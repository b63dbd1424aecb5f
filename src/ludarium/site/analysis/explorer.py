"""The opening book of a site: what was played from a position in its finished public matches and on its ladders.

A worker counts what has ended since it last looked, a few matches at once; a visitor reads the rows of one position.
"""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from ludarium.core.errors import NotReady, ParseError
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.core.record import Record
from ludarium.core.registry import game_names
from ludarium.core.text import shorten
from ludarium.match.book import BookTurn, in_order, merged, played, position_key
from ludarium.site.analysis.rows import BookProgress, BookRow, BookTable, Players, SearchTable
from ludarium.site.analysis.studies import search_id
from ludarium.site.analysis.worth import Worth, worths
from ludarium.site.ground.database import Transaction
from ludarium.site.ground.failures import log_failure
from ludarium.site.ground.values import Person
from ludarium.site.ladder.rows import LadderMatches
from ludarium.site.service import Service
from ludarium.site.worker import Worker

LISTED = 12
"""Turns that a visitor sees of a position."""
_READ = 60
"""Rows of a position that are read for a visitor."""
_AT_ONCE = 25
"""Matches that are counted in one transaction."""
_MATCHES = "matches"
WHO: Mapping[str, Sequence[Players]] = {"": ("people", "bots", "mixed"), "people": ("people",), "bots": ("bots",)}
"""By the word of an address: of whose games the book tells, which is of all by default."""
_log = logging.getLogger(__name__)


class _Counted(NamedTuple):
    """A match to be counted: where it stands among those of its source, its record, and who has played it."""

    cursor: str
    record: str
    ended_at: float
    players: Players


class InBook(NamedTuple):
    """A turn that was played, and what is known to be expected after it, if anything is."""

    book: BookTurn
    worth: Worth | None


class Explorer:
    """What was played on a site from a position."""

    def __init__(self, service: Service) -> None:
        self._service, self._database = service, service.database
        self._table, self._progress = BookTable(self._database), BookProgress(self._database)
        self._ladder, self._searches = LadderMatches(self._database), SearchTable(self._database)

    def turns(self, person: Person | None, states: Sequence[State], who: str, *, is_set_up: bool) -> tuple[InBook, ...]:
        """Return the turns that were played in the last of some states, those first that were played most.

        What each is worth stands beside it where a table or an earlier search tells it: nothing is searched.
        The states lead there from the start of a study. Raises `ParseError` for a word that is not one of `WHO`, and
        `IllegalMove` for a person who plays a rated match of such a position.
        """
        players, state = WHO[parse_who(who)], states[-1]
        if not state.actors or state.actors == (CHANCE,):
            return ()
        if person:
            self._service.check_position(person.id, state.game.name, states, is_set_up=is_set_up)
        rows = self._table.find(position=position_key(state), players=players, limit=_READ)
        turns = in_order(state, _together(rows))[:LISTED]
        known = worths(state, [one.turn for one in turns], self._searches.load(search_id(state))) if turns else {}
        return tuple(InBook(one, known.get(one.turn)) for one in turns)

    def work(self) -> bool:
        """Count some matches that have ended; return whether there may be more."""
        sources = (_MATCHES, *(f"ladder {name}" for name in game_names()))
        return sum(self._count(source) for source in sources) > 0

    def _count(self, source: str) -> bool:
        before = self._progress.cursor(source)
        found = [*(self._ended(before) if source == _MATCHES else self._ranked(source.partition(" ")[2], before))]
        if not found:
            return False
        books: dict[Players, list[Mapping[tuple[str, str], BookTurn]]] = {}
        for one in found:
            try:
                books.setdefault(one.players, []).append(_read(one))
            except NotReady:  # the compiler is at work
                return False
            except Exception as error:  # noqa: BLE001 - a game that is not installed any more, or fails in any way
                log_failure(_log, f"a match of {source} is not counted in the book", error)
        rows = [
            BookRow.of(key, players, one) for players, each in books.items() for (key, _), one in merged(each).items()
        ]
        with self._database.begin() as connection:
            progress, table = BookProgress(tx := Transaction(connection)), BookTable(tx)
            progress.lock("progress")
            if progress.cursor(source) != before:  # another process has counted them
                return True
            table.count_in(rows)
            progress.put(source=source, cursor=found[-1].cursor)
        return len(found) == _AT_ONCE

    def _ended(self, cursor: str) -> Iterator[_Counted]:
        """Yield the public matches that have ended after a cursor."""
        is_bot = cache(self._is_bot)
        for line in self._service.records.after(cursor, _AT_ONCE):
            seats = self._service.bots.look(line.match).seats
            bots = {seat.is_bot or is_bot(seat.person) for seat in seats}
            players: Players = "mixed" if len(bots) > 1 else "bots" if True in bots else "people"
            yield _Counted(line.cursor, line.record, line.ended_at, players)

    def _is_bot(self, person_id: str | None) -> bool:
        person = self._service.people.load(person_id) if person_id else None
        return person is not None and person.is_bot

    def _ranked(self, game: str, cursor: str) -> Iterator[_Counted]:
        """Yield the matches of a ladder that were rated after a cursor."""
        for match in self._ladder.played(game, int(cursor or "0"), _AT_ONCE):
            yield _Counted(str(match.rated), match.record, match.played_at or 0.0, "bots")


def parse_who(text: str) -> str:
    """Return a word that says whose games are meant; raise `ParseError` for another one."""
    if text not in WHO:
        raise ParseError(f"{shorten(text)} does not say whose games are meant: expected people or bots, or nothing")
    return text


def _read(one: _Counted) -> Mapping[tuple[str, str], BookTurn]:
    """Return what a match adds to the book; nothing without a result."""
    record = Record.parse(one.record)
    if record.payoffs is None:
        return {}
    return played(record.states(), (entry.text for entry in record.turns), record.payoffs, one.ended_at)


def _together(rows: Iterable[BookRow]) -> Iterable[BookTurn]:
    """Return what rows of one position tell, by turn, of all who have played it."""
    return merged({(row.position, row.turn): row.as_turn} for row in rows).values()


def book_worker(explorer: Explorer, pause: float = 20.0) -> Worker:
    """Return a worker that counts finished matches in the book."""
    return Worker("opening book", explorer.work, pause, "counting the opening book failed", delay=5.0)
