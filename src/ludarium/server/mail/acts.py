"""What a person does in a match by mail: a turn, or a word of the table of commands."""

from ludarium.club.acting import Done
from ludarium.club.match.commands import MAIL_WORDS, Command, PlayTurn, from_mail
from ludarium.club.match.seating import NotYourSeat
from ludarium.club.match.views import MatchView
from ludarium.club.people.people import Person
from ludarium.club.service import Service, Stale
from ludarium.core.errors import GameOver, LudariumError, NotYourTurn
from ludarium.core.text import plain, shorten
from ludarium.match.orders import parse_order

INTERRUPTED = "Your mail was read before, by a server that was then interrupted; this is the game now."
"""What is told of a mail that may have been carried out, if it cannot be carried out now."""
_LONGEST_TURN = 1000
_ATTEMPTS = 5


def act(
    service: Service, person: Person, view: MatchView, text: str, revision: int | None = None, seat: int | None = None
) -> Done:
    """Do what a text says, for the seat that a mail is about, or the one for which the person now acts.

    With a revision it is done in this one or not at all; otherwise in the current one, if it is still the same turn.

    Raises a `LudariumError` if it cannot be done.
    """
    words = plain(" ".join(text.split()))
    if not words:
        raise LudariumError("no turn was found: expected one, or one of the words " + ", ".join(MAIL_WORDS))
    for _ in range(_ATTEMPTS):
        try:
            command = _command(view, service.seat_of(person, view, seat), words)
            seen = view.revision if revision is None else revision
            return service.act(person, view.id, command, seen, seat=seat)
        except Stale:
            later = service.view(person, view.id)
            if revision is not None or _turn(later) != _turn(view):
                raise
            view = later  # somebody has sealed an order, or made an offer
        except (NotYourSeat, NotYourTurn, GameOver):
            raise
        except LudariumError as error:
            if not isinstance(command, PlayTurn):
                raise
            expected = f"expected a turn, or one of the words {', '.join(MAIL_WORDS)}"
            raise LudariumError(f"{shorten(words)} was read, {expected}: {error}") from error
    raise LudariumError("the match changes too fast to answer by mail")


def _command(view: MatchView, seat: int, words: str) -> Command:
    """Return the command of a word, but of one that is a turn which the seat may play now that turn."""
    command = from_mail(words)
    return PlayTurn(words) if command is None or _is_turn(view, seat, words) else command


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
