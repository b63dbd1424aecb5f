"""Small helpers for messages: quoting, counting and hints for mistyped words."""

import difflib
from collections.abc import Iterable

_LONGEST = 500


def shorten(text: str, width: int = 60) -> str:
    """The text in quotes, printable and cut to a length that fits a message."""
    return repr(text if len(text) <= width else text[: width - 3] + "...")


def counted(number: int, thing: str) -> str:
    """So many things, in words.

    >>> counted(1, "turn"), counted(1000, "game")
    ('1 turn', '1,000 games')
    """
    return f"{number:,} {thing}{'s' * (number != 1)}"


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint for a mistyped word: the nearest known one, or nothing.

    >>> nearest("orin", ["orion", "vortex"])
    '; did you mean orion?'
    """
    close = difflib.get_close_matches(word[:_LONGEST], list(known), n=1)
    return f"; did you mean {close[0]}?" if close else ""
