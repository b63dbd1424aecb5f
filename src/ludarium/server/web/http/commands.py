"""The JSON bodies of requests, made from the tables of commands and answers."""

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
from msgspec import Meta, field

from ludarium.club.begin.challenge_answers import ANSWERS
from ludarium.club.challenge_ladders.commands import CHALLENGE_LADDER_COMMANDS
from ludarium.club.leagues.commands import LEAGUE_COMMANDS, MAKE_LEAGUE
from ludarium.club.match.commands import COMMANDS, MatchCommandRow
from ludarium.club.talk.commands import TALK_COMMANDS
from ludarium.club.tournaments.command_table import TOURNAMENT_COMMANDS
from ludarium.club.tournaments.commands import MAKE
from ludarium.server.web.http.bodies import Body, Value, as_fields

Number = Annotated[int, Meta(ge=0, le=999_999_999)]


def _struct(command: type, word: str, more: Iterable[tuple[Any, ...]] = ()) -> type[Body]:  # Any: fields of a struct
    """Return the type of the JSON that asks for a command; `do` is its word, and its members are its fields."""
    types = get_type_hints(command)
    own: list[tuple[Any, ...]] = []
    for one in fields(command):
        if types[one.name] in (int, str):
            kind = Number if types[one.name] is int else str
            own.append((one.name, kind) if one.default is MISSING else (one.name, kind, one.default))
    listed = sorted((*own, *more), key=len)  # those that may be left out come last
    made: Any = msgspec.defstruct(
        command.__name__, listed, bases=(Body,), tag_field="do", tag=word, forbid_unknown_fields=True, module=__name__
    )
    body: type[Body] = made  # which is its base
    return body


def _of_row(row: MatchCommandRow) -> type[Body]:
    more: list[tuple[Any, ...]] = [("revision", Number)] if row.revision else []
    if row.asker == "seat":
        more.append(("seat", Number | None, None))
    return _struct(row.command, row.word, more)


def _union(types: Iterable[type[Body]]) -> Any:  # Any: a union of types
    return reduce(or_, types)


COMMAND_BODIES: Mapping[str, Any] = {
    place: _union(_of_row(row) for row in COMMANDS if row.place == place)
    for place in dict.fromkeys(row.place for row in COMMANDS)
}
"""By the address below that of a match: the JSON that is sent there."""
CHALLENGE_ANSWER: Any = _union(_struct(row.answer, row.word) for row in ANSWERS)

NEW_TOURNAMENT: Any = _struct(MAKE.command, MAKE.word)
TOURNAMENT_COMMAND: Any = _union(_struct(row.command, row.word) for row in TOURNAMENT_COMMANDS)
NEW_LEAGUE: Any = _struct(MAKE_LEAGUE.command, MAKE_LEAGUE.word)
LEAGUE_COMMAND: Any = _union(_struct(row.command, row.word) for row in LEAGUE_COMMANDS)
CHALLENGE_LADDER_COMMAND: Any = _union(_struct(row.command, row.word) for row in CHALLENGE_LADDER_COMMANDS)
TALK_COMMAND: Any = _union(_struct(row.command, row.word) for row in TALK_COMMANDS if row.place == "/talk")
NOTE_POSITION: Any = _union(_struct(row.command, row.word) for row in TALK_COMMANDS if row.place == "/notes")


class TakeSeat(Body, forbid_unknown_fields=True):
    """Take the seat of an invitation, under a name if the person has none yet."""

    name: str = ""
    nonce: str = ""


class UseWorkshop(Body, forbid_unknown_fields=True):
    """Try, save, test, compare, show, publish, withdraw or delete a script; what is not needed is left out.

    `opponent` is a level, or `version 7` of the `bot`; `seat` is counted from 0. To `show` it, `shown` and `may-copy`
    are `yes`, and what is left out is not allowed to others.
    """

    do: str
    source: str = ""
    opponent: str = ""
    seat: str = ""
    bot: str = ""
    name: str = ""
    version: str = ""
    other: str = ""
    matches: str = ""
    shown: str = ""
    may_copy: str = field(default="", name="may-copy")


class UploadModule(Body, forbid_unknown_fields=True):
    """Save a WebAssembly program, in base64, as the next version of the `bot`, or as a new bot under a `name`."""

    module: bytes
    bot: str = ""
    name: str = ""


class _NewMatch(Body, forbid_unknown_fields=True):
    seats: list[str] = field(default_factory=list)
    openings: list[str] = field(default_factory=list)
    nonce: str = ""
    match: str = ""
    commitment: str = ""

    def fields(self) -> dict[str, str]:
        """Return the fields of the form."""
        values: dict[str, Value] = {}
        for name, value in msgspec.to_builtins(self).items():
            if isinstance(value, list):
                values |= {f"{name[:-1]}-{number}": text for number, text in enumerate(value)}
            elif isinstance(value, dict):
                values |= {f"option-{option}": _option(chosen) for option, chosen in value.items()}
            else:
                values[name] = "on" if value is True else value
        return as_fields(values)


class NewMatch(_NewMatch):
    """Begin a match of a game.

    `seats` say who plays each: `here` is the person, `link` invites somebody, `opening` plays that of `openings`, and
    all else is a level of bots. `pace` is a clock, such as `600+5`, or `live 1` for a turn every second. With the
    `match` and the `commitment` of the form, it begins once.
    """

    options: dict[str, str | int | float | bool] = field(default_factory=dict)
    pace: str = ""
    position: str = ""
    private: bool = False
    computers: bool = False


class Fork(_NewMatch):
    """Begin a match from a position of another one; who plays is said as for a new match."""


class NewChallenge(Body, forbid_unknown_fields=True):
    """Challenge the account of a name to a match of a game, or answer the challenge `counters` by another offer.

    With `times`, such as `2027-01-15T20:00`, a live match begins at the one that is chosen; those without an offset are
    of the time zone `zone`.
    """

    to: str = ""
    game: str = ""
    options: dict[str, str | int | float | bool] = field(default_factory=dict)
    begins: Literal["me", "them", "random"] = "random"
    pace: str = "4d+2d/4d"
    position: str = ""
    rated: bool = False
    message: str = ""
    nonce: str = ""
    counters: str = ""
    times: Annotated[list[str], Meta(max_length=3)] = field(default_factory=list)
    zone: str = ""

    def fields(self) -> dict[str, str]:
        """Return the fields of the form."""
        values: dict[str, Any] = msgspec.to_builtins(self)
        options = {f"option-{name}": _option(value) for name, value in values.pop("options", {}).items()}
        options |= {f"time-{number}": text for number, text in enumerate(values.pop("times", []))}
        return as_fields({name: value for name, value in {**values, **options}.items() if value != ""})


class Announce(Body, tag_field="do", tag="announce", forbid_unknown_fields=True):
    """Announce a vacation of whole days, such as `2027-07-01`."""

    begins: str
    ends: str


class Cancel(Body, tag_field="do", tag="cancel", forbid_unknown_fields=True):
    """Cancel the vacation that begins at this second since 1970."""

    begins_at: Annotated[int, Meta(ge=0)]


class ReadNotices(Body, tag_field="do", tag="read", forbid_unknown_fields=True):
    """Mark all notices as read."""


VACATION: Any = Announce | Cancel


def _option(value: Value) -> str:
    """Return the value of an option of a game, as a form says it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
