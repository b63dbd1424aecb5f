"""The commands about talk in a match, and notes on its positions, which nobody but their writer sees."""

from typing import ClassVar

from ludarium.club.act import Command, Number
from ludarium.club.match.views import MatchView
from ludarium.club.people.people import Person
from ludarium.club.quotas import QuotaExceeded
from ludarium.club.talk.greetings import GREETINGS
from ludarium.club.talk.rules import MayNotTalk, check_links, printable, read_text, rooms_of
from ludarium.club.talk.saying import AskedOfTalk
from ludarium.core.errors import ParseError
from ludarium.core.text import counted, shorten
from ludarium.match.clock import DAY
from ludarium.store.notices.notices import TALK

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
