"""The talk of a match as data for programs, and one's notes on it."""

from collections.abc import Mapping

from ludarium.club.service import MatchView
from ludarium.club.talk.greetings import GREETINGS
from ludarium.club.talk.talk import TalkView
from ludarium.server.web.answers import MessageData, NotesData, TalkData
from ludarium.server.web.data import data_of


@data_of("talk")
def talk_data(values: Mapping[str, object]) -> TalkData:
    """Return the data of the talk of a match."""
    talk = values["talk"]
    assert isinstance(talk, TalkView)
    same = ("id", "number", "room", "person", "name", "greeting", "text", "turn", "said_at")
    messages = [MessageData(**{name: getattr(message, name) for name in same}) for message in talk.messages]
    return TalkData(
        match=talk.match,
        number=talk.number,
        rooms=list(talk.rooms),
        messages=messages,
        unread=talk.unread,
        muted=talk.muted,
        greetings=list(GREETINGS),
        greetings_only=talk.greetings,
        earlier=talk.earlier,
        silenced=talk.silenced,
    )


@data_of("notes")
def notes_data(values: Mapping[str, object]) -> NotesData:
    """Return the data of one's notes on a match."""
    view, notes = values["view"], values["notes"]
    assert isinstance(view, MatchView)
    assert isinstance(notes, Mapping)
    return NotesData(view.id, {str(turn): text for turn, text in notes.items()})
