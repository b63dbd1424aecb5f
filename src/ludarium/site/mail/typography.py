"""Typed text as people meant it: hyphens, quotes and spaces that mail programs and telephones replace are restored."""

import unicodedata
from collections.abc import Iterable

from ludarium.core.text import shorten

_HYPHENS = "\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d"
_TWO_HYPHENS = "\u2014\u2015\u2e3a"
"""Programs write a dash for two hyphens in a row."""
_PLUSES = "\ufe62\uff0b\u2795"
_QUOTES = "\"'`\u00ab\u00b4\u00bb\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2039\u203a\u300c\u300d"
_INVISIBLE = (
    "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060"
    "\u2066\u2067\u2068\u2069\ufe0e\ufe0f\ufeff"
)
_FULL_WIDTH = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
"""What keyboards of East Asia type for ASCII."""
_SIGNS = str.maketrans(
    {
        **_FULL_WIDTH,
        **dict.fromkeys(_HYPHENS, "-"),
        **dict.fromkeys(_TWO_HYPHENS, "--"),
        **dict.fromkeys(_PLUSES, "+"),
        **dict.fromkeys(_INVISIBLE, ""),
        "\u00d7": "x",
        **dict.fromkeys("\u3002\uff61", "."),  # full stops of East Asia
    }
)
_MOST_NAMED = 5


def undo_signs(text: str) -> str:
    r"""Return a text with plain hyphens, plus signs and spaces, and without characters that nobody sees.

    >>> undo_signs("a+b\u2013\u00a0f\u2014")
    'a+b- f--'
    """
    return " ".join(text.translate(_SIGNS).split())


def undo(text: str) -> str:
    r"""Return a turn or a word of a mail with plain signs, and without the quotes around it.

    >>> undo("\u201ca+b\u2013\u201d")
    'a+b-'
    """
    return undo_signs(text).strip(_QUOTES + " ")


def foreign_characters(text: str) -> str:
    r"""Return the characters that no turn is written with, by their names; empty if there are none.

    >>> foreign_characters("a\u00f7b")
    "'÷' (division sign)"
    """
    found = dict.fromkeys(sign for sign in text if not sign.isascii())
    return ", ".join(_named(found))


def _named(signs: Iterable[str]) -> list[str]:
    named = [f"{shorten(sign)} ({unicodedata.name(sign, f'number {ord(sign):X}').lower()})" for sign in signs]
    return named[:_MOST_NAMED] + (["and others"] if len(named) > _MOST_NAMED else [])
