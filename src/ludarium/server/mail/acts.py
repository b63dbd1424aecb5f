"""What a person does in a match by mail: a turn, or one of a few words."""

from collections.abc import Callable

from ludarium.club.match.views import MatchView
from ludarium.club.service import Service, Stale
from ludarium.core.errors import LudariumError
from ludarium.core.text import plain, shorten
from ludarium.match.orders import parse_order

WORDS = ("resign", "draw", "accept", "decline", "takeback")
"""What can be written in place of a turn; `FORMER_WORDS` are those of servers before this one."""
FORMER_WORDS = {"propose": "draw", "reject": "decline", "undo": "takeback"}
INTERRUPTED = "Your mail was read before, by a server that was then interrupted; this is the game now."
"""What is told of a mail that may have been carried out, if it cannot be carried out now."""
_LONGEST_TURN = 1000
_ATTEMPTS = 5


def act(service: Service, view: MatchView, seat: int, text: str, revision: int | None = None) -> tuple[MatchView, str]:
    """Do what a text says for a seat; return the match afterwards, and what was done, as a sentence.

    With a revision it is done in this one or not at all; otherwise in the current one, if it is still the same turn.

    Raises a `LudariumError` if it cannot be done.
    """
    words = plain(" ".join(text.split()))
    if not words:
        raise LudariumError("no turn was found: expected one, or one of the words " + ", ".join(WORDS))
    for _ in range(_ATTEMPTS):
        try:
            return _act(service, view, seat, words, view.revision if revision is None else revision)
        except Stale:
            later = service.get(view.id, seats=(seat,))
            if revision is not None or _turn(later) != _turn(view):
                raise
            view = later  # somebody has sealed an order, or made an offer
    raise LudariumError("the match changes too fast to answer by mail")


def _act(service: Service, view: MatchView, seat: int, words: str, revision: int) -> tuple[MatchView, str]:
    known = _known(service)
    word = words.lower()
    word = FORMER_WORDS.get(word, word)
    if word in known and not _is_turn(view, seat, words):
        do, told = known[word]
        return do(view.id, seat, revision), told
    try:
        return service.submit(view.id, seat, words, revision), f"You played {words}."
    except Stale:
        raise
    except LudariumError as error:
        if seat not in view.match.to_act:
            raise
        expected = f"expected a turn, or one of the words {', '.join(WORDS)}"
        raise LudariumError(f"{shorten(words)} was read, {expected}: {error}") from error


def _known(service: Service) -> dict[str, tuple[Callable[[str, int, int], MatchView], str]]:
    return {
        "resign": (service.resign, "You have resigned."),
        "draw": (service.offer_draw, "You have offered a draw."),
        "takeback": (service.ask_takeback, "You have asked to take back your last turn."),
        "accept": (service.accept, "You have accepted."),
        "decline": (service.decline, "You have declined."),
    }


def _is_turn(view: MatchView, seat: int, words: str) -> bool:
    """Return whether a text is a turn that the seat may play now."""
    match = view.match
    if seat not in match.to_act or len(words) > _LONGEST_TURN:
        return False
    try:
        if len(match.state.actors) > 1:
            parse_order(match.state, seat, words)
        else:
            match.state.parse_turn(words)
    except LudariumError:
        return False
    return True


def _turn(view: MatchView) -> tuple[int, int, bool]:
    return len(view.match.turns), len(view.match.takebacks), view.match.over


def sentence(error: object) -> str:
    """Return a message as a sentence, which begins with a capital letter and ends with a full stop."""
    text = plain(str(error))
    return f"{text[:1].upper()}{text[1:]}."
