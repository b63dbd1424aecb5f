"""The talk of a match and notes on its positions: pages, a part of the page of the match, and data for programs."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from http import HTTPStatus

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludarium.core.errors import LudariumError
from ludarium.site.act import number
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.match.views import MatchView
from ludarium.site.talk.commands import Greet, NotePosition, Say, TalkCommand
from ludarium.site.talk.rules import GREETINGS, LONGEST
from ludarium.site.talk.talk import TalkView
from ludarium.site.web.http.bodies import Sent
from ludarium.site.web.http.identity import is_seen
from ludarium.site.web.page import FROM_ONE, TEXT, Pages, command, page
from ludarium.site.words import match_address, sentence


class MessageData(Struct, frozen=True):
    """A message of a `person`, by their id and name, in a `room` of a match.

    It is one of the greetings or a text; the other is empty. `number` counts the messages of the match, and `turn` is
    the number of lines that its record had then. The `id` never changes.
    """

    id: str
    number: int
    room: str
    person: str
    name: str
    greeting: str
    text: str
    turn: int
    said_at: float


class TalkData(Struct, frozen=True):
    """The talk of a match as a person sees it: the last messages of the `rooms` that they may read.

    `number` is that of the last message of the match, and `unread` says how many of these messages are new. A person
    who has `muted` the match hears nothing of others, and one who may not write reads why in `silenced`. With `earlier`
    as `before` in the address come those before.
    """

    match: str
    number: int
    rooms: list[str]
    messages: list[MessageData]
    unread: int
    muted: bool
    greetings: list[str]
    greetings_only: bool
    earlier: int | None
    silenced: str = ""


class NotesData(Struct, frozen=True):
    """A person's notes on the positions of a match, by the number of lines of its record before them."""

    match: str
    notes: dict[str, str]


def talk_data(talk: TalkView) -> TalkData:
    """Return the data of the talk of a match."""
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


def notes_data(view: MatchView, notes: Mapping[int, str]) -> NotesData:
    """Return the data of one's notes on a match."""
    return NotesData(view.id, {str(turn): text for turn, text in notes.items()})


FOLDED = "folded"
"""In the query: the page asks, and the person sees how much is new, but not what."""


class TalkPages(Pages):
    """The talk of each match, and one's notes on it."""

    @page(
        "/matches/{match}/talk",
        answers=TalkData,
        queries={"before": FROM_ONE, "folded": TEXT},
    )
    def show(self, request: Request) -> Response:
        """The messages in a match that the person may read; with `before` those before a number."""
        return self._page(request)

    def _act_again(self, request: Request, sent: Sent[TalkCommand], error: LudariumError) -> Response:
        return self._page(request, error.status, sentence(error), sent.fields().get("text", ""))

    @command("/matches/{match}/talk", base=TalkCommand, place="/talk", again=_act_again, besides=[404])
    def act(self, request: Request, sent: Sent[TalkCommand]) -> Response:
        """Write a message in a match, send a greeting, mute the others, or mark all messages as read."""
        match_id = request.path_params["match"]
        person = self._site.identity.person(request)
        self._site.service.view(person, match_id)  # before the command is read: a match that is hidden comes first
        command = sent.command()
        if isinstance(command, Say) and (greeting := sent.fields().get("greeting")):
            command = Greet(greeting, command.room)  # a form has its buttons beside the text
        self._site.service.talk.act(person, match_id, command, self._site.origins.of(request))
        return RedirectResponse(match_address(match_id, "/talk"), HTTPStatus.SEE_OTHER)

    @page("/matches/{match}/notes", answers=NotesData)
    def notes(self, request: Request) -> Response:
        """The person's notes on the positions of a match."""
        return self._notes_page(request)

    def _keep_again(self, request: Request, sent: Sent[NotePosition], error: LudariumError) -> Response:
        return self._notes_page(request, error.status, sentence(error))

    @command(
        "/matches/{match}/notes", base=NotePosition, place="/notes", again=_keep_again, besides=[HTTPStatus.NOT_FOUND]
    )
    def keep(self, request: Request, sent: Sent[NotePosition]) -> Response:
        """Store a note on a position, or delete it."""
        person, match_id = self._site.identity.person(request), request.path_params["match"]
        command = sent.command()
        self._site.service.talk.act(person, match_id, command)
        view, back = self._site.service.view(person, match_id), sent.fields().get("back", "")
        usual = match_address(match_id, f"/at/{command.turn}" if command.turn < len(view.match.turns) else "")
        return RedirectResponse(back if _is_within(back, match_id) else usual, HTTPStatus.SEE_OTHER)

    def _page(self, request: Request, status: int = HTTPStatus.OK, problem: str = "", typed: str = "") -> Response:
        service, person = self._site.service, self._site.identity.person(request)
        view, query = service.view(person, request.path_params["match"]), request.query_params
        before = number(query, "before") if "before" in query else None
        talk = service.talk.view(person, view, before)
        if person and before is None and status == HTTPStatus.OK and is_seen(request):
            with suppress(DatabaseBusy):  # as for the page of a match
                self._site.see(request, person, match_address(view.id))
                if FOLDED not in query:
                    service.talk.read(person, talk)
                    talk = replace(talk, unread=0)
        values = {"talk": talk, "view": view, "path": match_address(view.id), "before": before, "problem": problem}
        values |= {"typed": typed, "longest": LONGEST}
        return self._site.page(request, "talk", status, data=lambda: talk_data(talk), **values)

    def _notes_page(self, request: Request, status: int = HTTPStatus.OK, problem: str = "") -> Response:
        service, person = self._site.service, self._site.identity.person(request)
        view: MatchView = service.view(person, request.path_params["match"])
        notes, path = service.position_notes.of(person, view), match_address(view.id)
        values = {"view": view, "notes": notes, "path": path, "problem": problem}
        return self._site.page(request, "notes", status, data=lambda: notes_data(view, notes), **values)


def _is_within(address: str, match_id: str) -> bool:
    """Return whether an address is that of a match, or of one of its positions.

    >>> [_is_within(address, "a") for address in ("/matches/a", "/matches/a/at/3", "/matches/a?turn=1", "/matches/ab")]
    [True, True, True, False]
    """
    path = match_address(match_id)
    return address == path or address.startswith((f"{path}/at/", f"{path}?"))
