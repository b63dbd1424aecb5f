"""Sentences and lists for the pages."""

from collections.abc import Sequence

from ludarium.core.errors import LudariumError
from ludarium.core.registry import definition


def sentence(error: LudariumError) -> str:
    """Return the message of an error as a sentence."""
    text = str(error)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def game_title(spec: str) -> str:
    """Return the title of a game, with the options of its spec; the spec itself of a game that is not installed.

    >>> game_title("orion"), game_title("orion(clicks=2)"), game_title("chessboxing")
    ('Orion: Hydra', 'Orion: Hydra (clicks=2)', 'chessboxing')
    """
    name, bracket, options = spec.partition("(")
    try:
        title = definition(name).title
    except LudariumError:
        return spec
    return f"{title} {bracket}{options}".rstrip()


def listed(names: Sequence[str]) -> str:
    """Return names as the subject of a sentence."""
    return " and ".join(names)
