"""Answers to invitations to a seat that is reserved for a person: accept or decline."""

from typing import NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.core.text import shorten
from ludarium.site.ground.values import Person
from ludarium.site.mail.incoming.quotations import read_written
from ludarium.site.mail.typography import undo
from ludarium.site.match.views import MatchView
from ludarium.site.outbox.rows.boxes import PendingCommand
from ludarium.site.service import Service

_ACCEPT, _DECLINE = "accept", "decline"


class SeatReply(NamedTuple):
    """The result of a reply to an invitation: whether the seat was taken, the match, and the text that follows."""

    taken: bool
    view: MatchView
    free_text: str


def answer_seat(service: Service, pending: PendingCommand, person: Person, text: str) -> SeatReply:
    """Take the seat of an invitation, or decline it, as the first line of a mail says.

    Raises a `LudariumError` for another word, and what `Seating.take` and `Rematches.call_off` raise.
    """
    _, match_id, invitation = pending.line.split()
    written = read_written(text)
    word = undo(written.first).lower().strip(" .,!")
    if word not in (_ACCEPT, _DECLINE):
        expected = f"expected {_ACCEPT} or {_DECLINE}"
        raise LudariumError(f"the first line of your mail is {shorten(written.first)}: {expected}")
    view = service.view(person, match_id)
    if word == _DECLINE:
        if not service.rematches.has_declined(match_id, person):  # by this mail, in a process that has died
            service.rematches.call_off(match_id, person)
        return SeatReply(taken=False, view=view, free_text=written.rest)
    if person.id in [seat.person for seat in view.seats]:  # by this mail, in a process that has died
        return SeatReply(taken=True, view=view, free_text=written.rest)
    service.seating.take(match_id, invitation, person, person.name)
    return SeatReply(taken=True, view=service.view(person, match_id), free_text=written.rest)
