"""The commands about talk in a match and notes on its positions, and the one table of their names."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ludarium.club.match.commands import Fields, chosen, form_reader, read_fields

GREETINGS: Mapping[str, str] = {
    "hello": "Hello",
    "luck": "Good luck",
    "move": "Good move",
    "played": "Well played",
    "thanks": "Thank you",
    "bye": "Goodbye",
}
"""The greetings, which one press sends and every reader sees with the same picture, by their words."""


@dataclass(frozen=True, slots=True)
class Say:
    """Write a text in a room, `players` or `spectators`; empty is the first in which the person may write."""

    text: str
    room: str = ""


@dataclass(frozen=True, slots=True)
class Greet:
    """Send one of the greetings to a room."""

    greeting: str
    room: str = ""


@dataclass(frozen=True, slots=True)
class MuteTalk:
    """Mute the others in the match."""


@dataclass(frozen=True, slots=True)
class Unmute:
    """Unmute the others in the match."""


@dataclass(frozen=True, slots=True)
class ReadTalk:
    """Mark all messages as read."""


@dataclass(frozen=True, slots=True)
class NotePosition:
    """Replace one's note on the position after a number of turns; an empty text deletes it."""

    turn: int
    text: str


TalkCommand = Say | Greet | MuteTalk | Unmute | ReadTalk


class TalkRow(NamedTuple):
    """A command: its values, the `do` of its form and of JSON, what was done, and the address below that of a match."""

    command: type
    word: str
    done: str
    place: str = "/talk"


TALK_COMMANDS = (
    TalkRow(Say, "say", "Said."),
    TalkRow(Greet, "greet", "Sent."),
    TalkRow(MuteTalk, "mute", "You have muted the others in this match."),
    TalkRow(Unmute, "unmute", "You have unmuted the others in this match."),
    TalkRow(ReadTalk, "read", "Everything was read."),
    TalkRow(NotePosition, "note", "Your note is saved.", "/notes"),
)
TALK_ROWS: Mapping[type, TalkRow] = {row.command: row for row in TALK_COMMANDS}
talk_command_from_form: Callable[[Fields], TalkCommand] = form_reader(
    row for row in TALK_COMMANDS if row.place == "/talk"
)
"""Returns the command of a form that was sent to the talk of a match."""


def note_from_form(values: Fields) -> NotePosition:
    """Return the note of a form.

    Raises `ParseError`.
    """
    chosen(values, [TALK_ROWS[NotePosition].word])
    return read_fields(NotePosition, values)
