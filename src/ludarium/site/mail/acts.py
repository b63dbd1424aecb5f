"""Actions of a person in a match by mail: a turn, or a word of a command."""

from msgspec.structs import replace

from ludarium.core.errors import GameOver, LudariumError, NotYourTurn
from ludarium.core.text import plain, shorten
from ludarium.match.orders import parse_order
from ludarium.site.acting import CommandDone
from ludarium.site.ground.values import Person
from ludarium.site.mail.typography import foreign_characters, undo
from ludarium.site.match.commands import MAIL_WORDS, MatchCommand, OfferDraw, PlayTurn, from_mail
from ludarium.site.match.transactions import Stale
from ludarium.site.match.views import MatchView
from ludarium.site.offers.words import either
from ludarium.site.service import Service

INTERRUPTED = "Your mail was read before, by a server that was then interrupted; this is the game now."
"""The answer to a mail that cannot be carried out now, and may have been carried out before."""
_LONGEST_TURN = 1000
_ATTEMPTS = 5
_ENDS = ".,;!?: "
"""What may end a sentence, and so a word; French has a space before some of these."""


def act(
    service: Service,
    person: Person,
    view: MatchView,
    text: str,
    revision: int | None = None,
    seat: int | None = None,
    *,
    offer: str = "",
) -> CommandDone:
    """Carry out a text, for the seat that a mail is about, or the one for which the person now acts.

    An `offer` goes with a turn: both are done, or neither.

    With a revision it is done in this one or not at all; otherwise in the current one, if it is still the same turn.

    Raises a `LudariumError` if it cannot be done.
    """
    words = plain(undo(text))
    if not words:
        raise LudariumError("no turn was found: expected one, or one of the words " + ", ".join(MAIL_WORDS))
    for _ in range(_ATTEMPTS):
        command: MatchCommand | None = None
        try:
            command = read_word(view, service.seat_of(person, view, seat), words)
            command = replace(command, offer=offer) if isinstance(command, PlayTurn) else command
            seen = view.revision if revision is None else revision
            return service.act(person, view.id, command, seen, seat=seat)
        except Stale as error:
            later = service.view(person, view.id)
            if revision is not None or _turn(later) != _turn(view):
                raise LudariumError(f"{shorten(words)} was read: {error}") from error
            view = later  # somebody has sealed an order, or made an offer
        except LudariumError as error:
            raise _refusal(words, command, error) from error
    raise LudariumError(f"{shorten(words)} was read: the match changes too fast to answer by mail")


def _refusal(words: str, command: MatchCommand | None, error: LudariumError) -> LudariumError:
    """Return the error for a text, which quotes it and names the characters that no turn has."""
    if not isinstance(command, PlayTurn) or isinstance(error, NotYourTurn | GameOver):
        return LudariumError(f"{shorten(words)} was read: {error}")
    strange = foreign_characters(words)
    named = f"; it has characters that no turn has: {strange}" if strange else ""
    quoted = "" if shorten(words) in str(error) else f"{shorten(words)} was read: "
    return LudariumError(f"{quoted}{error}{named}; instead of a turn you can mail {either(MAIL_WORDS)}")


def read_word(view: MatchView, seat: int, words: str) -> MatchCommand:
    """Return the command of a word, but of one that is a turn which the seat may play now that turn.

    A full stop at the end belongs to the sentence, not to the word.
    """
    bare = words.rstrip(_ENDS)
    command = from_mail(words) or from_mail(bare)
    if command is None or is_turn(view, seat, words):
        return PlayTurn(bare if bare != words and is_turn(view, seat, bare) else words)
    return command


def is_word(words: str) -> bool:
    """Return whether a line is one of the words that stand in place of a turn."""
    return from_mail(words.rstrip(_ENDS)) is not None


def offered_below(text: str) -> tuple[str, str]:
    r"""Return the offer that stands below a turn in a mail, and the rest of the text.

    >>> offered_below("\nDraw?\n\nNice game!"), offered_below("Draw or not?")
    (('draw', 'Nice game!'), ('', 'Draw or not?'))
    """
    line, _, rest = text.strip().partition("\n")
    offers = isinstance(from_mail(undo(line).strip().rstrip(_ENDS)), OfferDraw)
    return ("draw", rest.strip()) if offers else ("", text)


def is_turn(view: MatchView, seat: int, words: str) -> bool:
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
