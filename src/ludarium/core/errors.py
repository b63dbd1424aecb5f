"""The errors; every message is one sentence for a player: what was read and what was expected.

LudariumError
├── ParseError          the text is not a turn, position, record or spec
│   ├── UnknownGame         no installed game has this name
│   │   ├── BrokenGame          the package that provides it cannot be used
│   │   └── UnknownRules        no installed version of its rules is the one that is asked for
│   └── InvalidOption       the game has no such option, or the value is out of range
├── IllegalMove         the rules do not allow it here
├── AmbiguousMove       the text fits more than one turn
├── NotYourTurn         it is another seat's turn
└── GameOver            the game has ended

An operation that raises one of them has changed nothing. A site answers it with the status and the kind of its class.
"""


class LudariumError(ValueError):
    """The base of all errors that a player or a programmer can cause."""

    status: int = 400
    """The HTTP status of an answer that says so."""
    kind: str = "unreadable"
    """The word by which programs tell errors apart; it never changes its meaning."""


class ParseError(LudariumError):
    """The text does not have the expected form."""


class UnknownGame(ParseError):
    """No installed game has this name."""

    status = 404
    kind = "no-game"


class BrokenGame(UnknownGame):
    """The package that provides this game cannot be used."""


class UnknownRules(UnknownGame):
    """The game is installed, but not this version of its rules."""


class InvalidOption(ParseError):
    """There is no such option, or its value is out of range."""


class UnknownOption(InvalidOption):
    """There is no option of this name."""


class IllegalMove(LudariumError):
    """The rules do not allow this action or turn here."""

    kind = "illegal"


class AmbiguousMove(LudariumError):
    """The text fits more than one turn."""

    kind = "ambiguous"


class NotYourTurn(LudariumError):
    """It is another seat's turn."""

    kind = "not-your-turn"


class GameOver(LudariumError):
    """The game has ended."""

    kind = "over"


class NotReady(Exception):
    """A function is needed that another process is compiling: ask again in a second."""
