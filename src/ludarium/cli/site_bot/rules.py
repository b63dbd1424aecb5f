"""The rules by which a bot accepts challenges, in a TOML file."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.spec import name_in_spec
from ludarium.core.text import nearest, shorten
from ludarium.match.clock import Clock

TEMPOS = ("none", "clock", "correspondence")
MOST = 8


@dataclass(frozen=True)
class BotRules:
    """The rules by which a bot accepts challenges.

    | field       | content                                                                                     |
    |-------------|---------------------------------------------------------------------------------------------|
    | `games`     | the names of the games; empty for all that are installed                                    |
    | `tempos`    | of `none` (no clock), `clock` and `correspondence`                                          |
    | `opponents` | the names of those whose challenges it takes; empty for everybody                           |
    | `refuse`    | the names of those whose challenges it declines                                             |
    | `rated`     | whether it takes rated challenges                                                           |
    | `most`      | the matches that it plays at the same time; a challenge beyond them waits                   |

    >>> rules = BotRules(games=("orion",), most=2)
    >>> rules.objection({"game": "orion(clicks=2)", "challenger": "Ann", "clock": None, "rated": False})
    ''
    >>> rules.objection({"game": "vortex", "challenger": "Ann", "clock": None, "rated": False})
    'I play only orion.'
    """

    games: tuple[str, ...] = ()
    tempos: tuple[str, ...] = TEMPOS
    opponents: tuple[str, ...] = ()
    refuse: tuple[str, ...] = ()
    rated: bool = True
    most: int = MOST

    @classmethod
    def read(cls, path: Path) -> "BotRules":
        """Read the rules in a file.

        Raises `ParseError`, which begins with the name of the file.
        """
        try:
            return cls.parse(tomllib.loads(path.read_text("utf-8")))
        except ParseError as error:
            raise ParseError(f"{path}: {error}") from error
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise ParseError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from error
        except (ValueError, RecursionError) as error:
            cause = "it has a number of thousands of digits, or lists nested too deeply"
            raise ParseError(f"{path} cannot be read: {cause}") from error

    @classmethod
    def parse(cls, values: Mapping[str, Any]) -> "BotRules":
        """Return the rules of the values of a TOML file.

        Raises `ParseError`.
        """
        known = {field.name: field.default for field in fields(cls)}
        found: dict[str, Any] = {}
        for name, value in values.items():
            if name not in known:
                raise ParseError(f"there is no rule {shorten(name)}{nearest(name, sorted(known))}")
            found[name] = _parse(name, value, known[name])
        rules = cls(**found)
        if wrong := set(rules.tempos) - set(TEMPOS):
            raise ParseError(f"{shorten(min(wrong))} is not a tempo: expected one of {', '.join(TEMPOS)}")
        return rules

    def objection(self, challenge: Mapping[str, Any]) -> str:
        """Return why a challenge is declined, for the challenger; empty if it is accepted."""
        name, challenger = name_in_spec(str(challenge["game"])), str(challenge["challenger"])
        if self.games and name not in self.games:
            return f"I play only {', '.join(self.games)}."
        if challenger in self.refuse or (self.opponents and challenger not in self.opponents):
            return "I do not play with everybody."
        if challenge.get("tick"):
            return "I do not play live matches."
        if tempo_of(challenge.get("clock")) not in self.tempos:
            return f"I play by {', '.join(self.tempos)}."
        if challenge.get("rated") and not self.rated:
            return "I play no rated matches."
        return ""


def tempo_of(clock: str | None) -> str:
    """Return the tempo of a time control.

    >>> tempo_of(None), tempo_of("600+5"), tempo_of("4d+2d/4d")
    ('none', 'clock', 'correspondence')
    """
    if not clock:
        return "none"
    try:
        return "correspondence" if Clock.parse(clock).is_correspondence else "clock"
    except LudariumError:
        return "clock"


def _parse(name: str, value: object, default: object) -> object:
    if isinstance(default, tuple):
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return tuple(value)
        raise ParseError(f'{name} is {shorten(str(value))}: expected a list of words, such as {name} = ["orion"]')
    if isinstance(default, bool):
        if isinstance(value, bool):
            return value
        raise ParseError(f"{name} is {shorten(str(value))}: expected true or false")
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 1000:
        return value
    raise ParseError(f"{name} is {shorten(str(value))}: expected a number from 1 to 1000")
