"""The commands about talk in a match, what each is given, and private notes on positions."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import ClassVar

from ludarium.core.errors import ParseError
from ludarium.core.text import counted, shorten
from ludarium.match.clock import DAY
from ludarium.site.act import Command, Number
from ludarium.site.ground.values import Person
from ludarium.site.match.rows.tallies import HOUR
from ludarium.site.match.views import MatchView
from ludarium.site.notices.changes import match_path
from ludarium.site.notices.rows.notices import MAILED, TALK, Notice
from ludarium.site.people.following import Blocks
from ludarium.site.people.standing import require_talk
from ludarium.site.quotas import QuotaExceeded, QuotaLimiter
from ludarium.site.repositories import UnitOfWork
from ludarium.site.store import Store
from ludarium.site.talk.rows import PositionNote, Room
from ludarium.site.talk.rules import (
    GREETINGS,
    PLAYERS,
    MayNotTalk,
    check_links,
    check_may_say,
    printable,
    read_text,
    rooms_of,
)


@dataclass(frozen=True)
class AskedOfTalk:
    """A person who asks for something in the talk of a match, and the network from which they ask."""

    store: Store
    blocks: Blocks
    quotas: QuotaLimiter
    person: Person
    view: MatchView
    now: float
    origin: str | None = None

    def room(self, room: str, *, is_greeting: bool) -> Room:
        """Return the room in which the person may write now; every message passes this check."""
        require_talk(self.store, self.person.id, self.now)
        return check_may_say(self.person, self.view, room, is_greeting=is_greeting)

    def say(
        self, room: Room, *, greeting: str = "", text: str = "", key: str = "", mailed: Collection[str] = ()
    ) -> None:
        """Write a message, once with the same `key`, and a notice for others; those who are `mailed` get it by mail."""
        person, view = self.person, self.view
        others = view.seated - {person.id} if room == PLAYERS else frozenset()
        if others and all(self._is_apart(other) for other in others):
            raise MayNotTalk("nobody here takes messages from you; nothing was said")
        self.quotas.count("talk", self.origin)
        with self.store.write() as tx:
            self.quotas.check_talk(tx.talk.count_since(person.id, self.now - HOUR), is_guest=not person.is_account)
            inserted = tx.talk.say(
                view.id, room, person.id, len(view.match.turns), self.now, greeting=greeting, text=text, key=key
            )
            if inserted and text:
                self._notify(tx, text, others, mailed)

    def _notify(self, tx: UnitOfWork, text: str, others: Collection[str], mailed: Collection[str]) -> None:
        """Write a notice for each of the others who has not muted the match; greetings have none."""
        person, view = self.person, self.view
        for other in sorted(set(others) - tx.talk_mutes.people(view.id)):
            data = {"name": person.name, "text": text} | ({MAILED: "yes"} if other in mailed else {})
            turns = len(view.match.turns)
            tx.notices.add(Notice(other, TALK, match_path(view.id), self.now, view.id, turns, person.id, data))

    def _is_apart(self, other_id: str) -> bool:
        """Return whether the person has blocked another one, or is blocked by them."""
        other = self.store.people.load(other_id)
        return other is not None and self.blocks.are_between(self.person, other)


class PositionNotes:
    """The notes of the people of a site."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, person: Person | None, view: MatchView) -> Mapping[int, str]:
        """Return a person's notes on a match, by the number of turns before the position."""
        return self._store.position_notes.of(view.id, person.id) if person else {}

    def of_person(self, person: Person) -> tuple[PositionNote, ...]:
        """Return all notes of a person."""
        return self._store.position_notes.find(person=person.id)


LONGEST_NOTE = 2000
"""Characters of a note."""
MOST_NOTES = 20_000
"""Notes that a person may have."""


class TalkCommand(Command):
    """What is asked for in the talk of a match; a stranger hears who may."""

    place = "/talk"
    refused = MayNotTalk
    stranger: ClassVar[str] = "only people who play here, or have an account, talk: sign in first"


class Say(TalkCommand, tag="say"):
    """Write a text in a room, `players` or `spectators`; empty is the first in which the person may write."""

    done = "Said."
    text: str
    room: str = ""

    def carry_out(self, asked: AskedOfTalk) -> None:
        """Say it, within the limits of talk."""
        room, said = asked.room(self.room, is_greeting=False), read_text(self.text)
        check_links(asked.person, said, asked.store.talk.count_finished(asked.person.id))
        asked.say(room, text=said)


class Greet(TalkCommand, tag="greet"):
    """Send one of the greetings to a room."""

    done = "Sent."
    greeting: str
    room: str = ""

    def carry_out(self, asked: AskedOfTalk) -> None:
        """Send it."""
        room = asked.room(self.room, is_greeting=True)
        if self.greeting not in GREETINGS:
            raise ParseError(f"{shorten(self.greeting)} is not a greeting: expected one of {', '.join(GREETINGS)}")
        asked.say(room, greeting=self.greeting)


class ListenCommand(TalkCommand):
    """What is asked for by somebody who may read something in a match."""

    def refusal(self, asked: AskedOfTalk) -> str:
        """Return that the person may read nothing."""
        return "" if rooms_of(asked.person, asked.view) else "nothing that you may hear is said in this match"


class MuteTalk(ListenCommand, tag="mute"):
    """Mute the others in the match."""

    done = "You have muted the others in this match."

    def carry_out(self, asked: AskedOfTalk) -> None:
        """Mute them, and end the notices of what they said."""
        match, person = asked.view.id, asked.person.id
        with asked.store.write() as tx:
            tx.talk_mutes.mute(match, person, asked.now)
            tx.notices.end([each.id for each in tx.notices.unread(match) if each[1:] == (person, TALK)], asked.now)


class Unmute(ListenCommand, tag="unmute"):
    """Unmute the others in the match."""

    done = "You have unmuted the others in this match."

    def carry_out(self, asked: AskedOfTalk) -> None:
        """Unmute them."""
        with asked.store.write() as tx:
            tx.talk_mutes.remove((asked.view.id, asked.person.id))


class ReadTalk(ListenCommand, tag="read"):
    """Mark all messages as read."""

    done = "Everything was read."

    def carry_out(self, asked: AskedOfTalk) -> None:
        """Mark them."""
        with asked.store.write() as tx:
            tx.talk_read.read(asked.view.id, asked.person.id, tx.talk.state(asked.view.id, asked.person.id)[0])


class NotePosition(TalkCommand, tag="note"):
    """Replace one's note on the position after a number of turns; an empty text deletes it."""

    place = "/notes"
    done = "Your note is saved."
    stranger = "only people who play here, or have an account, keep notes: sign in first"
    turn: Number
    text: str

    def refusal(self, asked: AskedOfTalk) -> str:
        """Return that guests keep notes in their own matches alone."""
        if may_note(asked.person, asked.view):
            return ""
        return "guests keep notes in their own matches: make an account for others"

    def carry_out(self, asked: AskedOfTalk) -> None:
        """Save the note, or delete it.

        Raises `ParseError` for a position that the match does not have, or a text that is too long, and
        `QuotaExceeded`.
        """
        last, text = len(asked.view.match.turns), printable(self.text)
        if self.turn > last:
            raise ParseError(f"this match has the positions 0 to {last}, not {self.turn}")
        if len(text) > LONGEST_NOTE:
            raise ParseError(f"the note has {counted(len(text), 'character')}: expected at most {LONGEST_NOTE}")
        with asked.store.write() as tx:
            tx.position_notes.lock(asked.person.id)
            if text and tx.position_notes.count(person=asked.person.id) >= MOST_NOTES:
                raise QuotaExceeded(f"you have {MOST_NOTES} notes: delete some of them first", DAY)
            tx.position_notes.save(asked.view.id, asked.person.id, self.turn, text, asked.now)


def may_note(person: Person | None, view: MatchView) -> bool:
    """Return whether a person may keep notes on a match: one who plays in it, or has an account."""
    if person is None or person.closed_at is not None:
        return False
    return person.is_account or person.id in view.seated
