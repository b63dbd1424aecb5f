"""The commands that people ask for in a match, and the one table of their names.

Every door translates by this table: a form and JSON say `do`, an address and fields; a mail and a terminal say a word.
Who holds which seat, and what is allowed, is decided by `Acting.act`.

Size: a value for each command, and a row for each.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache, partial
from typing import Any, Literal, NamedTuple, Protocol, TypeVar, get_type_hints

from ludarium.core.errors import ParseError
from ludarium.core.text import shorten

T = TypeVar("T")
Fields = Mapping[str, str]
"""The fields of a form that was sent, or of JSON."""


@dataclass(frozen=True, slots=True)
class PlayTurn:
    """Play a turn, or seal an order for a simultaneous turn; with an `offer`, which is `draw`, offer a draw with it."""

    text: str
    offer: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Resign:
    """Resign for a seat."""


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """Offer a draw; bots answer immediately."""


@dataclass(frozen=True, slots=True)
class AskTakeback:
    """Ask to take back the seat's last turn; bots accept immediately."""


@dataclass(frozen=True, slots=True)
class Accept:
    """Accept the offer of another seat."""


@dataclass(frozen=True, slots=True)
class Decline:
    """Decline the offer of another seat, or withdraw the seat's own."""


@dataclass(frozen=True, slots=True)
class GiveTime:
    """Give the opponent 24 hours."""


@dataclass(frozen=True, slots=True)
class ProposeStandIn:
    """Propose a bot for a vacant seat."""

    vacant: int
    bot: str


@dataclass(frozen=True, slots=True)
class TakeOverSeat:
    """Take over a vacant seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChangeNonce:
    """Replace what the seat adds to the dice."""

    nonce: str


@dataclass(frozen=True, slots=True)
class Ready:
    """Say that one's seats of a live match are ready, at the pace of a tick in seconds; empty for the current one."""

    tick: str = ""


@dataclass(frozen=True, slots=True)
class Pause:
    """Pause a live match."""


@dataclass(frozen=True, slots=True)
class Step:
    """Play a single turn of a live match that is paused."""


@dataclass(frozen=True, slots=True)
class SetOrder:
    """Set the seat's order in a live match, which it follows from the next tick on."""

    action: int


@dataclass(frozen=True, slots=True)
class AskHint:
    """Ask for a hint for a seat whose turn it is."""


@dataclass(frozen=True, slots=True)
class AskReview:
    """Ask for the review of a match that is over."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """Begin or join the rematch of a match that is over."""


@dataclass(frozen=True, slots=True)
class PlanLine:
    """Plan answers to turns: the turns of all seats in their order, one a line, of which the last is the seat's own."""

    line: str


@dataclass(frozen=True, slots=True)
class PlanTurn:
    """Plan a turn for whatever the others play; with a `number` only as this turn of the match."""

    turn: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class RemovePlan:
    """Remove a planned line by its number from 0 on."""

    number: int


@dataclass(frozen=True, slots=True)
class InviteAgain:
    """Replace the invitation to an open seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class WithdrawInvitation:
    """Take an open seat oneself, which makes its invitation void."""

    seat: int


@dataclass(frozen=True, slots=True)
class MakePrivate:
    """Take the match out of all lists."""


@dataclass(frozen=True, slots=True)
class MakePublic:
    """Put the match back into the lists."""


Offer = OfferDraw | AskTakeback | Accept | Decline | ProposeStandIn
SeatCommand = PlayTurn | Resign | Offer | GiveTime | ChangeNonce | SetOrder
"""What changes the match at once for a seat, also for that of a bot."""
Plan = PlanLine | PlanTurn | RemovePlan
LiveCommand = Ready | Pause | Step
HostCommand = InviteAgain | WithdrawInvitation | MakePrivate | MakePublic
MatchCommand = SeatCommand | Plan | AskHint | HostCommand | TakeOverSeat | AskReview | Rematch
Command = MatchCommand | LiveCommand
Asker = Literal["seat", "controller", "all seats", "host", "participant", "newcomer"]


class MatchCommandRow(NamedTuple):
    """A command and its names.

    | field      | content                                                                                        |
    |------------|------------------------------------------------------------------------------------------------|
    | `command`  | the type of its values, whose fields are the fields of its form                                |
    | `asker`    | who may ask: the person of a `seat`; a `controller` of a live match, who has a seat or has     |
    |            | begun a match of bots; who has `all seats` of people; the `host`; a `participant`, who has or  |
    |            | had a seat or is the host; a `newcomer`, who has never had a seat                              |
    | `word`     | the `do` of its form and of JSON                                                               |
    | `done`     | what was done, as a sentence with the fields of the value                                      |
    | `place`    | the address below that of the match to which its form is sent                                  |
    | `revision` | whether it is for the revision of the match that the person has seen                           |
    | `mail`     | the words in a mail: the current one, and those of servers before this one                     |
    | `terminal` | the word in `ludarium join`; empty where it has none                                           |
    """

    command: type
    asker: Asker
    word: str
    done: str
    place: str = ""
    revision: bool = False
    mail: tuple[str, ...] = ()
    terminal: str = ""


COMMANDS = (
    MatchCommandRow(PlayTurn, "seat", "turn", "You played {text}.", revision=True),
    MatchCommandRow(
        Resign, "seat", "resign", "You have resigned.", "", revision=True, mail=("resign",), terminal="resign"
    ),
    MatchCommandRow(OfferDraw, "seat", "draw", "You have offered a draw.", "", True, ("draw", "propose"), "draw"),
    MatchCommandRow(Accept, "seat", "accept", "You have accepted.", "", True, ("accept",), "accept"),
    MatchCommandRow(Decline, "seat", "decline", "You have declined.", "", True, ("decline", "reject"), "decline"),
    MatchCommandRow(
        AskTakeback,
        "seat",
        "takeback",
        "You have asked to take back your last turn.",
        revision=True,
        mail=("takeback", "undo"),
        terminal="undo",
    ),
    MatchCommandRow(GiveTime, "seat", "give", "You have given your opponent 24 hours.", revision=True),
    MatchCommandRow(ProposeStandIn, "seat", "propose", "You have proposed the bot {bot}.", revision=True),
    MatchCommandRow(TakeOverSeat, "newcomer", "stand-in", "You have taken over the seat."),
    MatchCommandRow(ChangeNonce, "seat", "nonce", "You have changed what you add to the dice."),
    MatchCommandRow(Ready, "controller", "ready", "You are ready."),
    MatchCommandRow(Pause, "controller", "pause", "You have paused the match."),
    MatchCommandRow(Step, "all seats", "step", "You have played one turn of the match."),
    MatchCommandRow(SetOrder, "seat", "order", "You have given an order.", "/order"),
    MatchCommandRow(AskHint, "seat", "hint", "You have asked for a hint.", "/ask", revision=True),
    MatchCommandRow(AskReview, "participant", "review", "You have asked for the review.", "/ask"),
    MatchCommandRow(Rematch, "participant", "rematch", "You have asked for a rematch.", "/ask", terminal="rematch"),
    MatchCommandRow(PlanLine, "seat", "keep", "You have planned a line.", "/plan"),
    MatchCommandRow(PlanTurn, "seat", "wait", "You have planned {turn}.", "/plan"),
    MatchCommandRow(RemovePlan, "seat", "remove", "You have removed a plan.", "/plan"),
    MatchCommandRow(InviteAgain, "host", "invite", "You have replaced the invitation.", "/seats"),
    MatchCommandRow(WithdrawInvitation, "host", "withdraw", "You have taken the seat yourself.", "/seats"),
    MatchCommandRow(MakePrivate, "host", "hide", "The match is private.", "/seats"),
    MatchCommandRow(MakePublic, "host", "show", "The match is public.", "/seats"),
)
ROWS: Mapping[type, MatchCommandRow] = {row.command: row for row in COMMANDS}
MAIL_WORDS = tuple(row.mail[0] for row in COMMANDS if row.mail)
"""What can be written in a mail in place of a turn."""
TERMINAL: Mapping[str, MatchCommandRow] = {row.terminal: row for row in COMMANDS if row.terminal}
_MAIL = {word: row.command for row in COMMANDS for word in row.mail}
_BY_PLACE = {one.place: {row.word: row for row in COMMANDS if row.place == one.place} for one in COMMANDS}
_types_of = cache(get_type_hints)


class CommandRequest(NamedTuple):
    """A command from a form or JSON, with the seat that it names, and the revision that it has seen."""

    command: Command
    seat: int | None = None
    revision: int | None = None


def from_form(place: str, values: Fields) -> CommandRequest:
    """Return the command of fields that were sent to an address below that of a match.

    Raises `ParseError`.

    >>> from_form("", {"do": "turn", "text": "u+", "seat": "0", "revision": "7"})
    CommandRequest(command=PlayTurn(text='u+'), seat=0, revision=7)
    """
    rows = _BY_PLACE.get(place, {})
    row = rows[chosen(values, rows)]
    seat = number(values, "seat") if row.asker == "seat" and "seat" in values else None
    return CommandRequest(read_fields(row.command, values), seat, number(values, "revision") if row.revision else None)


def from_mail(word: str) -> Command | None:
    """Return the command of a word in a mail; None if it is not one."""
    command = _MAIL.get(word.lower())
    return command() if command else None


def sentence_of(command: Command) -> str:
    """Return the sentence that says what a command has done.

    >>> sentence_of(PlayTurn("u+"))
    'You played u+.'
    """
    done = ROWS[type(command)].done.format(**{one.name: getattr(command, one.name) for one in fields(command)})
    return f"{done} {ROWS[OfferDraw].done}" if isinstance(command, PlayTurn) and command.offer else done


def chosen(values: Fields, words: Iterable[str]) -> str:
    """Return the word of a form; if only one is possible, the form needs none.

    Raises `ParseError`.
    """
    known = [*words]
    word = values.get("do") or (known[0] if len(known) == 1 else "")
    if word not in known:
        raise ParseError(f"{shorten(word)} is not a command: expected one of {', '.join(known)}")
    return word


class CommandRow(Protocol):
    """A row of a table of commands: the type of a command, and its word in forms."""

    @property
    def command(self) -> type:
        """The type of the command."""

    @property
    def word(self) -> str:
        """The value of `do` in a form."""


def read_command(rows: Iterable[CommandRow], values: Fields) -> Any:  # Any: the caller knows the types of its table
    """Return the command of a form, by the table of its subject.

    Raises `ParseError`.
    """
    types = {row.word: row.command for row in rows}
    return read_fields(types[chosen(values, types)], values)


def form_reader(rows: Iterable[CommandRow]) -> Callable[[Fields], Any]:  # Any: as above
    """Return a function that returns the command of a form, by the table of its subject, and raises `ParseError`.

    >>> form_reader([MatchCommandRow(Resign, "seat", "resign", "You have resigned.")])({"do": "resign"})
    Resign()
    """
    return partial(read_command, tuple(rows))


def read_fields(command: Callable[..., T], values: Fields) -> T:
    """Return a value whose fields are those of a form: numbers, and texts, which are empty where they are missing.

    Raises `ParseError`.
    """
    types = _types_of(command)
    read = {name: number(values, name) if types[name] is int else values.get(name, "") for name in types}
    return command(**{name: value for name, value in read.items() if types[name] in (int, str)})


def number(values: Fields, name: str) -> int:
    """Return the value of a field that holds a whole number.

    Raises `ParseError`.
    """
    text = values.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ParseError(f"the field {name} is {shorten(text)}: expected a number")
    return int(text)
