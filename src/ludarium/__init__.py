"""Ludarium, a house for abstract board games: play them, program them, study them.

>>> import ludarium
>>> ludarium.load("orion").initial().move("u+").actors
(1,)
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from ludarium.core.errors import LudariumError
from ludarium.core.kernel import CHANCE
from ludarium.core.observation import observe
from ludarium.core.record import Record
from ludarium.core.registry import game_names, load
from ludarium.core.state import State

if TYPE_CHECKING:
    from ludarium.players.table import play_match

__version__ = "0.1.0"
__all__ = ["CHANCE", "LudariumError", "Record", "State", "game_names", "load", "observe", "play_match"]


def __getattr__(name: str) -> object:
    if name == "play_match":  # fetched when asked for, so that the rules alone start without the players
        return import_module("ludarium.players.table").play_match
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


if "IPython" in sys.modules:  # in a notebook states and records show themselves
    import_module("ludarium.scenes.notebook").register()
