"""Which letters a name may mix: those of one script, or of scripts that people write together."""

import re
import unicodedata
from functools import cache
from itertools import pairwise

from confusable_homoglyphs import categories

_TOGETHER = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)
"""What Unicode's report 39 calls highly restrictive, besides one script alone."""
_EUROPEAN = {"LATIN", "GREEK", "CYRILLIC"}
_LIKE_LATIN = set("\u3007\u4e28")
"""Signs of Han (a zero, a stroke) that look like a Latin O or I, and so stand beside no Latin letter."""
_ACCENTS = range(0x300, 0x370)
_MOST_MARKS = 4
_JOINERS = "\u200c\u200d"
"""Characters without width, of which RFC 8264 says between which letters they stand."""


def mixes_scripts(name: str) -> bool:
    r"""Return whether a name mixes letters that are not written together, such as Latin with Cyrillic ones.

    Signs, digits and accents that are common to many scripts go with all of them; marks that belong to the scripts of
    Asia and Africa do not go with Latin, Greek or Cyrillic letters.

    >>> [each for each in ("山田Ken", "김Tom", "O'Neill", "p\u0430ypal", "한ア") if mixes_scripts(each)]
    ['p\u0430ypal', '한ア']
    """
    found = {_script(character) for character in name if character not in _JOINERS} - {"COMMON"}
    letters = found - {"INHERITED"}
    if "LATIN" in letters and not _LIKE_LATIN.isdisjoint(name):
        return True
    if "INHERITED" in found and letters <= _EUROPEAN:
        return True
    return len(letters) > 1 and not any(letters <= together for together in _TOGETHER)


def piles_marks(name: str) -> bool:
    r"""Return whether a letter of a name has more marks than writing needs, or one that encloses it.

    >>> piles_marks("Ẹ\u0300kọ\u0301"), piles_marks("A\u0301\u0301nn")
    (False, True)
    """
    kinds = "".join(map(_mark, unicodedata.normalize("NFD", name)))
    twice = any(a == b and _mark(a) == "n" for a, b in pairwise(unicodedata.normalize("NFD", name)))
    return twice or "e" in kinds or re.search(f"n{{{_MOST_MARKS + 1}}}", kinds) is not None


@cache
def _script(character: str) -> str:
    """Return the script of a character; accents that many scripts use are common to them."""
    if ord(character) in _ACCENTS:
        return "COMMON"
    alias: str = categories.alias(character)
    return alias.upper()


def _mark(character: str) -> str:
    """Return `n` for a mark without width, `e` for one that encloses a letter, and a dot for anything else."""
    return {"Mn": "n", "Me": "e"}.get(unicodedata.category(character), ".")
