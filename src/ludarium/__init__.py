"""Ludarium: play, program and study abstract board games.

>>> import ludarium
>>> state = ludarium.load("orion").initial()
>>> state.actors, state.move("u+").actors
((0,), (1,))

What is listed in `__all__` is the public interface. It is imported when first used, so `import ludarium` is fast and
compiles nothing.
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludarium.core.errors import (
        AmbiguousMove,
        BrokenGame,
        GameOver,
        IllegalMove,
        InvalidOption,
        LudariumError,
        NotYourTurn,
        ParseError,
        UnknownGame,
    )
    from ludarium.core.game import Game, State
    from ludarium.core.kernel import CHANCE
    from ludarium.core.observe import observe
    from ludarium.core.record import Entry, Record
    from ludarium.core.registry import game_names, load
    from ludarium.match.match import Match
    from ludarium.match.verify import verify
    from ludarium.players.table import play_match
    from ludarium.scenes.picture import Picture, draw, follow
    from ludarium.scenes.scene import Scene
    from ludarium.search.player import levels, make_bot

__version__ = "0.2.0"

__all__ = [
    "CHANCE",
    "AmbiguousMove",
    "BrokenGame",
    "Entry",
    "Game",
    "GameOver",
    "IllegalMove",
    "InvalidOption",
    "LudariumError",
    "Match",
    "NotYourTurn",
    "ParseError",
    "Picture",
    "Record",
    "Scene",
    "State",
    "UnknownGame",
    "draw",
    "follow",
    "game_names",
    "levels",
    "load",
    "make_bot",
    "observe",
    "play_match",
    "verify",
]

_MODULES = {
    "core.errors": (
        "AmbiguousMove",
        "BrokenGame",
        "GameOver",
        "IllegalMove",
        "InvalidOption",
        "LudariumError",
        "NotYourTurn",
        "ParseError",
        "UnknownGame",
    ),
    "core.game": ("Game", "State"),
    "core.kernel": ("CHANCE",),
    "core.observe": ("observe",),
    "core.record": ("Entry", "Record"),
    "core.registry": ("game_names", "load"),
    "match.match": ("Match",),
    "match.verify": ("verify",),
    "players.table": ("play_match",),
    "scenes.picture": ("Picture", "draw", "follow"),
    "scenes.scene": ("Scene",),
    "search.player": ("levels", "make_bot"),
}
"""The module of every public name, below `ludarium`."""

_MODULE_OF = {name: f"ludarium.{module}" for module, names in _MODULES.items() for name in names}


if not TYPE_CHECKING:  # type checkers see the imports above, and so report names that do not exist

    def __getattr__(name: str) -> object:
        """Import a public name on first use (PEP 562)."""
        if name not in _MODULE_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value: object = getattr(import_module(_MODULE_OF[name]), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


if "IPython" in sys.modules:  # in a notebook states and records are shown as pictures
    import_module("ludarium.scenes.notebook").register()
