"""Sentences and lists for the pages."""

from collections.abc import Sequence

from ludarium.core.errors import LudariumError


def sentence(error: LudariumError) -> str:
    """Return the message of an error as a sentence."""
    text = str(error)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def listed(names: Sequence[str]) -> str:
    """Return names as the subject of a sentence."""
    return " and ".join(names)
