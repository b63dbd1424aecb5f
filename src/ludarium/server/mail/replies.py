"""Replies: the first line of an answer to a mail about a match is a turn, or one of a few words."""

from collections.abc import Callable
from typing import NamedTuple

from ludarium.club.reply_addresses import NoSuchReplyAddress, Reply, VoidReplyAddress
from ludarium.club.service import Service, Stale
from ludarium.club.views import MatchView
from ludarium.core.errors import LudariumError
from ludarium.core.text import plain, shorten
from ludarium.match.orders import parse_order
from ludarium.server.mail.answers import Answer
from ludarium.server.mail.quotations import read_written

WORDS = ("resign", "draw", "accept", "decline", "takeback")
_LONGEST_TURN = 1000
_ATTEMPTS = 5
Act = Callable[[str, int, int], MatchView]


class Done(NamedTuple):
    """What a mail has caused: for administrators, the answer, and the free text for the others in the match."""

    outcome: str
    answer: Answer | None = None
    match: MatchView | None = None
    free_text: str = ""


class Replies:
    """Carries out replies."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def handle(self, token: str, text: str, *, again: bool) -> Done:
        """Do what the first line of a reply says; `again` if it may have been done, and the process has died.

        A reply that cannot be carried out changes nothing, and its answer says why.
        """
        try:
            reply = self._service.reply_addresses.redeem(token)
        except NoSuchReplyAddress as error:
            return Done(f"refused: {error}", Answer(_sentence(error)))
        except VoidReplyAddress as error:
            if again:
                return Done("done before")
            person = error.view.seats[error.seat].person or ""
            return Done(f"refused: {error}", Answer(_sentence(error), error.view.id, person))
        written = read_written(text)
        try:
            view, told = self._act(reply, written.first)
        except LudariumError as error:
            told = f"{_sentence(error)} Nothing was changed."
            return Done(f"refused: {plain(str(error))}", Answer(told, reply.view.id, reply.person))
        self._service.reply_addresses.use(token)
        return Done(f"game {view.number}: {written.first}", Answer(told, view.id, reply.person), view, written.rest)

    def _act(self, reply: Reply, first: str) -> tuple[MatchView, str]:
        """Do what a line says; return the match afterwards, and what has been done, as a sentence."""
        words = plain(" ".join(first.split()))
        if not words:
            raise LudariumError("your mail has no line of its own, besides quotations: expected your turn")
        for prefix in ("move ", "play "):
            words = words[len(prefix) :] if words.lower().startswith(prefix) else words
        acts = self._acts()
        for _ in range(_ATTEMPTS):
            is_turn = _is_turn(reply, words)
            act, told = acts.get(words.lower(), (None, "")) if not is_turn else (None, "")
            try:
                if act:
                    return act(reply.view.id, reply.seat, reply.view.revision), told
                return self._play(reply, words)
            except Stale:  # somebody has sealed an order or made an offer meanwhile
                reply = reply._replace(view=self._service.get(reply.view.id, seats=(reply.seat,)))
        raise LudariumError("the match changes too fast to answer by mail")

    def _acts(self) -> dict[str, tuple[Act, str]]:
        service = self._service
        return {
            "resign": (service.resign, "You have resigned."),
            "draw": (service.offer_draw, "You have offered a draw."),
            "takeback": (service.ask_takeback, "You have asked to take back your last turn."),
            "accept": (service.accept, "You have accepted."),
            "decline": (service.decline, "You have declined."),
        }

    def _play(self, reply: Reply, words: str) -> tuple[MatchView, str]:
        view, seat = reply.view, reply.seat
        try:
            after = self._service.submit(view.id, seat, words, view.revision)
        except Stale:
            raise
        except LudariumError as error:
            if seat not in view.match.to_act:
                raise
            expected = f"expected a turn, or one of the words {', '.join(WORDS)}"
            raise LudariumError(f"the first line of your mail is {shorten(words)}, {expected}: {error}") from error
        return after, f"You played {words}."


def _is_turn(reply: Reply, words: str) -> bool:
    """Return whether a line is a turn that its sender may play now."""
    match = reply.view.match
    if reply.seat not in match.to_act or len(words) > _LONGEST_TURN:
        return False
    try:
        if len(match.state.actors) > 1:
            parse_order(match.state, reply.seat, words)
        else:
            match.state.parse_turn(words)
    except LudariumError:
        return False
    return True


def _sentence(error: Exception) -> str:
    text = plain(str(error))
    return f"{text[:1].upper()}{text[1:]}."
