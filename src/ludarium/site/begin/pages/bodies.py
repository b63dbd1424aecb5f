"""What programs send to begin a match."""

import msgspec
from msgspec import field as member

from ludarium.site.web.http.bodies import Body, Value, as_fields


class _NewMatch(Body, forbid_unknown_fields=True):
    seats: list[str] = member(default_factory=list)
    openings: list[str] = member(default_factory=list)
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
                values |= {f"option-{option}": option_text(chosen) for option, chosen in value.items()}
            else:
                values[name] = "on" if value is True else value
        return as_fields(values)


class NewMatch(_NewMatch):
    """Begin a match of a game.

    `seats` say who plays each: `here` is the person, `link` invites somebody, `opening` plays that of `openings`, and
    all else is a level of bots. `pace` is a clock, such as `600+5`, or `live 1` for a turn every second. With the
    `match` and the `commitment` of the form, it begins once.
    """

    options: dict[str, str | int | float | bool] = member(default_factory=dict)
    pace: str = ""
    position: str = ""
    private: bool = False
    computers: bool = False


class Fork(_NewMatch):
    """Begin a match from a position of another one; who plays is said as for a new match."""


def option_text(value: Value) -> str:
    """Return the value of an option of a game, as a form says it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
