"""Plans: what to do for some turns to come, as words with how many turns each lasts: `n3e2`."""

import re
from collections.abc import Iterable

from ludarium.core.errors import ParseError

_LONGEST = 300

Opening = tuple[tuple[str, int], ...]
"""Words, each with its number of turns."""


def parse_opening(text: str, words: Iterable[str]) -> Opening:
    """The plan that a text names, made of these words; one without a number lasts a turn.

    >>> parse_opening("n3 e s12", ["n", "e", "s", "w"])
    (('n', 3), ('e', 1), ('s', 12))

    Raises `ParseError`.
    """
    known = sorted(filter(str.isalpha, words), key=len, reverse=True)
    part = re.compile(rf"({'|'.join(known)})\s*([1-9][0-9]{{0,2}})?\s*", re.ASCII)
    plain = text.strip()
    # (?>...) reads every part in one way and no other: a text that is nearly a plan has too many to try
    if not known or len(plain) > _LONGEST or not re.fullmatch(f"(?>{part.pattern})+", plain):
        example = "".join(f"{word}{turns}" for word, turns in zip(known, (3, 2), strict=False))
        raise ParseError(f"{text[:60]!r} is no plan: expected {', '.join(known)} with numbers of turns, as {example}")
    return tuple((word, int(turns or 1)) for word, turns in part.findall(plain))


def format_opening(plan: Opening) -> str:
    """The plan as text.

    >>> format_opening((("n", 3), ("e", 1)))
    'n3e'
    """
    return "".join(f"{word}{turns if turns > 1 else ''}" for word, turns in plan)
