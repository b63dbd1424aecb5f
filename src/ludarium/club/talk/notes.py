"""Notes on the positions of a match, which nobody but their writer sees."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ludarium.club.match.closed import require_open
from ludarium.club.match.transactions import Transactions
from ludarium.club.match.views import MatchView
from ludarium.club.people.accounts import NeedsAccount
from ludarium.club.people.people import Person, RequireUsable
from ludarium.club.quotas import QuotaExceeded
from ludarium.club.talk.commands import TALK_ROWS, NotePosition
from ludarium.club.talk.rules import MayNotTalk, printable
from ludarium.club.talk.talk import TalkDone
from ludarium.core.errors import ParseError
from ludarium.core.text import counted
from ludarium.match.clock import DAY

LONGEST = 2000
"""Characters of a note."""
MOST = 20_000
"""Notes that a person may have."""


class PositionNote(NamedTuple):
    """A note on the position after a number of turns of a match."""

    match: str
    turn: int
    text: str


class PositionNotes:
    """The notes of the people of a site; `now` returns the time in seconds since 1970."""

    def __init__(self, matches: Transactions, require_usable: RequireUsable, now: Callable[[], float]) -> None:
        self._matches, self._require_usable, self._now = matches, require_usable, now
        self._store = matches.store

    def of(self, person: Person | None, view: MatchView) -> Mapping[int, str]:
        """Return a person's notes on a match, by the number of turns before the position."""
        return self._store.position_notes.of(view.id, person.id) if person else {}

    def act(self, person: Person | None, match_id: str, command: NotePosition) -> TalkDone:
        """Save or delete a person's note on a position.

        Raises `NoSuchMatch`, `NeedsAccount` for a stranger, `MayNotTalk` for a guest without a seat, `QuotaExceeded`,
        and `ParseError` for a position that the match does not have, or a text that is too long.
        """
        view = require_open(self._matches.look(match_id), person.id if person else None)
        if person is None:
            raise NeedsAccount("only people who play here, or have an account, keep notes: sign in first")
        self._require_usable(person)
        if not may_note(person, view):
            raise MayNotTalk("guests keep notes in their own matches: make an account for others")
        last, text = len(view.match.turns), printable(command.text)
        if command.turn > last:
            raise ParseError(f"this match has the positions 0 to {last}, not {command.turn}")
        if len(text) > LONGEST:
            raise ParseError(f"the note has {counted(len(text), 'character')}: expected at most {LONGEST}")
        with self._store.write() as tx:
            if text and tx.position_notes.count(person.id) >= MOST:
                raise QuotaExceeded(f"you have {MOST} notes: delete some of them first", DAY)
            tx.position_notes.save(view.id, person.id, command.turn, text, self._now())
        return TalkDone(TALK_ROWS[NotePosition].done, match_id)

    def of_person(self, person: Person) -> tuple[PositionNote, ...]:
        """Return all notes of a person."""
        return tuple(PositionNote(*note) for note in self._store.position_notes.of_person(person.id))


def may_note(person: Person | None, view: MatchView) -> bool:
    """Return whether a person may keep notes on a match: one who plays in it, or has an account."""
    if person is None or person.closed_at is not None:
        return False
    return person.is_account or person.id in view.seated
