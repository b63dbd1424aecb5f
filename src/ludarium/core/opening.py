"""Openings: fixed lists of directions, each with the number of turns for which it holds: `n3e2`."""

import re
from collections.abc import Iterable

from ludarium.core.errors import ParseError
from ludarium.core.text import shorten

_LONGEST = 300

Opening = tuple[tuple[str, int], ...]
"""Directions with their numbers of turns."""


def parse_opening(text: str, words: Iterable[str]) -> Opening:
    """Parse an opening made of these words; a word without a number lasts one turn.

    >>> parse_opening("n3 e s12", ["n", "e", "s", "w"])
    (('n', 3), ('e', 1), ('s', 12))

    Raises `ParseError`.
    """
    known = sorted(filter(str.isalpha, words), key=len, reverse=True)
    part = re.compile(rf"({'|'.join(known)})\s*([1-9][0-9]{{0,2}})?\s*", re.ASCII)
    plain = text.strip()
    # the atomic group (?>...) keeps the match linear; otherwise a long text that nearly fits takes exponential time
    if not known or len(plain) > _LONGEST or not re.fullmatch(f"(?>{part.pattern})+", plain):
        example = "".join(f"{word}{turns}" for word, turns in zip(known, (3, 2), strict=False))
        expected = f"expected {', '.join(known)} with numbers of turns, for example {example}"
        raise ParseError(f"{shorten(text)} is not an opening: {expected}")
    return tuple((word, int(turns or 1)) for word, turns in part.findall(plain))


def format_opening(opening: Opening) -> str:
    """Return the opening as text.

    >>> format_opening((("n", 3), ("e", 1)))
    'n3e'
    """
    return "".join(f"{word}{turns if turns > 1 else ''}" for word, turns in opening)
