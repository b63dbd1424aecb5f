"""The JSON bodies of requests that are no commands of the club."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, field

from ludarium.site.web.http.bodies import Body, Value, as_fields


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


VACATION: Any = Announce | Cancel


def _option(value: Value) -> str:
    """Return the value of an option of a game, as a form says it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
