"""The commands that people ask for in a match; who holds which seat, and what is allowed, is decided by `Acting.act`.

A terminal reads them, too, so nothing here loads the database.

Size: a class for each command.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, Literal

from ludarium.site.act import Command, CommandMeta, Number, commands_of

Asker = Literal["seat", "controller", "all seats", "host", "participant", "newcomer"]


class MatchCommand(Command):
    """What is asked for in a match.

    | class attribute | content                                                                                       |
    |-----------------|-----------------------------------------------------------------------------------------------|
    | `asker`         | who may ask: the person of a `seat`; a `controller` of a live match, who has a seat or has    |
    |                 | begun a match of bots; who has `all seats` of people; the `host`; a `participant`, who has or |
    |                 | had a seat or is the host; a `newcomer`, who has never had a seat                             |
    | `seen`          | whether it is for the revision of the match that the person has seen                          |
    | `mail`          | the words in a mail: the current one, and those of servers before this one                    |
    | `terminal`      | the word in `ludarium join`; empty where it has none                                          |
    """

    asker: ClassVar[Asker] = "seat"
    seen: ClassVar[bool] = False
    mail: ClassVar[tuple[str, ...]] = ()
    terminal: ClassVar[str] = ""

    @classmethod
    @cache
    def sent(cls) -> Any:  # Any: as in `Command`
        """Return the command with the `revision` that the person has seen, and the `seat` that it is for."""
        types: dict[str, Any] = {"revision": Number} if cls.seen else {}  # Any: types of fields
        inside: dict[str, Any] = {"__doc__": cls.__doc__, "__module__": __name__}  # Any: what is in a class
        if cls.asker == "seat":
            types["seat"], inside["seat"] = Number | None, None
        return CommandMeta(cls.__name__, (cls,), {**inside, "__annotations__": types}, kw_only=True)


class SeatCommand(MatchCommand):
    """What changes the match at once for a seat, also for that of a bot."""


class PlanCommand(MatchCommand):
    """What changes the plans for a seat."""

    place = "/plan"


class LiveCommand(MatchCommand):
    """What starts and pauses a live match."""

    asker: ClassVar[Asker] = "controller"


class HostCommand(MatchCommand):
    """What is for the host of a match."""

    asker = "host"
    place = "/seats"


class PlayTurn(SeatCommand, tag="turn"):
    """Play a turn, or seal an order for a simultaneous turn; with an `offer`, which is `draw`, offer a draw with it."""

    done = "You played {text}."
    seen = True
    text: str
    offer: str = ""

    def said(self) -> str:
        """Return what was done.

        >>> PlayTurn("u+").said()
        'You played u+.'
        """
        return f"{super().said()} {OfferDraw.done}" if self.offer else super().said()


class Resign(SeatCommand, tag="resign"):
    """Resign for a seat."""

    done = "You have resigned."
    seen = True
    mail = ("resign",)
    terminal = "resign"


class OfferDraw(SeatCommand, tag="draw"):
    """Offer a draw; bots answer immediately."""

    done = "You have offered a draw."
    seen = True
    mail = ("draw", "propose")
    terminal = "draw"


class Accept(SeatCommand, tag="accept"):
    """Accept the offer of another seat."""

    done = "You have accepted."
    seen = True
    mail = ("accept",)
    terminal = "accept"


class Decline(SeatCommand, tag="decline"):
    """Decline the offer of another seat, or withdraw the seat's own."""

    done = "You have declined."
    seen = True
    mail = ("decline", "reject")
    terminal = "decline"


class AskTakeback(SeatCommand, tag="takeback"):
    """Ask to take back the seat's last turn; bots accept immediately."""

    done = "You have asked to take back your last turn."
    seen = True
    mail = ("takeback", "undo")
    terminal = "undo"


class GiveTime(SeatCommand, tag="give"):
    """Give the opponent 24 hours."""

    done = "You have given your opponent 24 hours."
    seen = True


class Claim(SeatCommand):
    """What a seat claims of a match with a live clock, whose opponent has left and is to move."""

    seen = True
    draw: ClassVar[bool] = False


class ClaimWin(Claim, tag="claim"):
    """Claim a match with a live clock that the opponent has left, who then loses as on time."""

    done = "You have claimed the match."
    terminal = "claim"


class ClaimDraw(Claim, tag="claim-draw"):
    """Claim a draw in a match of two with a live clock that the opponent has left."""

    done = "You have called the match a draw."
    draw = True


class ProposeStandIn(SeatCommand, tag="propose"):
    """Propose a bot for a vacant seat."""

    done = "You have proposed the bot {bot}."
    seen = True
    vacant: Number
    bot: str


class TakeOverSeat(MatchCommand, tag="stand-in"):
    """Take over a vacant seat."""

    done = "You have taken over the seat."
    asker = "newcomer"
    seat: Number


class ChangeNonce(SeatCommand, tag="nonce"):
    """Replace what the seat adds to the dice."""

    done = "You have changed what you add to the dice."
    nonce: str


class Ready(LiveCommand, tag="ready"):
    """Say that one's seats of a live match are ready, at the pace of a tick in seconds; empty for the current one."""

    done = "You are ready."
    tick: str = ""


class Pause(LiveCommand, tag="pause"):
    """Pause a live match."""

    done = "You have paused the match."


class Step(LiveCommand, tag="step"):
    """Play a single turn of a live match that is paused."""

    done = "You have played one turn of the match."
    asker = "all seats"


class SetOrder(SeatCommand, tag="order"):
    """Set the seat's order in a live match, which it follows from the next tick on."""

    done = "You have given an order."
    place = "/order"
    action: Number


class AskHint(MatchCommand, tag="hint"):
    """Ask for a hint for a seat whose turn it is."""

    done = "You have asked for a hint."
    place = "/ask"
    seen = True


class AskReview(MatchCommand, tag="review"):
    """Ask for the review of a match that is over."""

    done = "You have asked for the review."
    asker = "participant"
    place = "/ask"


class Rematch(MatchCommand, tag="rematch"):
    """Begin or join the rematch of a match that is over."""

    done = "You have asked for a rematch."
    asker = "participant"
    place = "/ask"
    terminal = "rematch"


class PlanLine(PlanCommand, tag="keep"):
    """Plan answers to turns: the turns of all seats in their order, one a line, of which the last is the seat's own."""

    done = "You have planned a line."
    line: str


class PlanTurn(PlanCommand, tag="wait"):
    """Plan a turn for whatever the others play."""

    done = "You have planned {turn}."
    turn: str


class PlanNumberedTurn(PlanTurn):
    """Plan a turn for whatever the others play, but only as the turn of this number: by mail alone."""

    number: int | None = None


class RemovePlan(PlanCommand, tag="remove"):
    """Remove a planned line by its number from 0 on."""

    done = "You have removed a plan."
    number: Number


class InviteAgain(HostCommand, tag="invite"):
    """Replace the invitation to an open seat."""

    done = "You have replaced the invitation."
    seat: Number


class WithdrawInvitation(HostCommand, tag="withdraw"):
    """Take an open seat oneself, which makes its invitation void."""

    done = "You have taken the seat yourself."
    seat: Number


class CallOff(HostCommand, tag="call-off"):
    """Call off a match whose seats are not all taken, as its host; who has a reserved seat in it declines that."""

    done = "You wait for this match no longer."


class MakePrivate(HostCommand, tag="hide"):
    """Take the match out of all lists."""

    done = "The match is private."


class MakePublic(HostCommand, tag="show"):
    """Put the match back into the lists."""

    done = "The match is public."


Offer = OfferDraw | AskTakeback | Accept | Decline | ProposeStandIn
_COMMANDS = commands_of(MatchCommand).values()
_MAIL = {word: command for command in _COMMANDS for word in command.mail}
MAIL_WORDS = tuple(command.mail[0] for command in _COMMANDS if command.mail)
"""What can be written in a mail in place of a turn."""
TERMINAL: Mapping[str, type[MatchCommand]] = {one.terminal: one for one in _COMMANDS if one.terminal}
"""The commands by their words in a terminal."""


def from_mail(word: str) -> MatchCommand | None:
    """Return the command of a word in a mail; None if it is not one."""
    command = _MAIL.get(word.lower())
    return command() if command else None
