"""Words of the site that several pages say."""

from collections.abc import Sequence

from ludarium.core.errors import LudariumError


def sentence(error: LudariumError) -> str:
    """What went wrong, as a sentence of its own."""
    text = str(error)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def listed(names: Sequence[str]) -> str:
    """Names as the subject of a sentence."""
    return " and ".join(names)
