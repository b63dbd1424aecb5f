"""Hiding words in texts that are mailed, logged or stored."""

import re
from collections.abc import Collection, Sequence

from ludarium.core.text import plain

HIDDEN = "****"
_CUT = 57
"""Characters of a long word that an error repeats."""


def hide(texts: Sequence[str], secrets: Collection[str]) -> list[str]:
    """Return texts in which these words are hidden."""
    forms = {form for word in secrets if word for form in (word, word[:_CUT], repr(word)[1:-1], plain(word))}
    if not forms:
        return list(texts)
    pattern = re.compile("|".join(map(re.escape, sorted(forms, key=len, reverse=True))), re.IGNORECASE)
    return [pattern.sub(HIDDEN, text) for text in texts]
