"""What can go wrong, as a small tree; every message is one sentence that a player can act on.

LudariumError
├── ParseError      not a sentence: the text is no turn, position, record or spec
│   ├── UnknownGame     no installed game has that name
│   └── InvalidOption       an option that the game does not have, or a value out of its range
├── IllegalMove     a sentence, but the rules do not allow it here
├── AmbiguousMove       a sentence that can be read in more than one way
├── NotYourTurn     allowed, but for another seat
└── GameOver        nothing more can be played
"""


class LudariumError(ValueError):
    """Anything that a player or programmer did which cannot be done; nothing has changed."""


class ParseError(LudariumError):
    """The text is not a sentence of the language that was expected."""


class UnknownGame(ParseError):
    """No installed game has this name."""


class InvalidOption(ParseError):
    """The game has no such option, or the value is out of its range."""


class IllegalMove(LudariumError):
    """The rules do not allow this here."""


class AmbiguousMove(LudariumError):
    """The text can be read in more than one way."""


class NotYourTurn(LudariumError):
    """It is another seat's turn."""


class GameOver(LudariumError):
    """The game has ended."""
