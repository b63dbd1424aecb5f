"""Ludarium: play, program and study abstract board games.

>>> import ludarium
>>> state = ludarium.load("orion").initial()
>>> state.actors, state.move("u+").actors
((0,), (1,))

What `dir(ludarium)` lists is the public interface, and so are the names of `ludarium.authoring` for authors of games,
and of `ludarium.search`, `.solve`, `.learn`, `.tournament`, `.analysis` and `.adapters`. They are imported when first
used, so `import ludarium` is fast and compiles nothing.
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from ludarium._public import publish

if TYPE_CHECKING:  # type checkers see these imports, and so report names that do not exist
    from ludarium.core.entries import Entry as Entry
    from ludarium.core.errors import AmbiguousMove as AmbiguousMove
    from ludarium.core.errors import BrokenGame as BrokenGame
    from ludarium.core.errors import GameOver as GameOver
    from ludarium.core.errors import IllegalMove as IllegalMove
    from ludarium.core.errors import InvalidOption as InvalidOption
    from ludarium.core.errors import LudariumError as LudariumError
    from ludarium.core.errors import NotYourTurn as NotYourTurn
    from ludarium.core.errors import ParseError as ParseError
    from ludarium.core.errors import UnknownGame as UnknownGame
    from ludarium.core.errors import UnknownRules as UnknownRules
    from ludarium.core.game import Game as Game
    from ludarium.core.game import State as State
    from ludarium.core.kernel import CHANCE as CHANCE
    from ludarium.core.observe import observe as observe
    from ludarium.core.record import Record as Record
    from ludarium.core.registry import game_names as game_names
    from ludarium.core.registry import load as load
    from ludarium.match.clock import Clock as Clock
    from ludarium.match.dice import seeded as seeded
    from ludarium.match.match import Match as Match
    from ludarium.match.progress import all_states as all_states
    from ludarium.match.verify import verify as verify
    from ludarium.players.bot_player import choose_turn as choose_turn
    from ludarium.players.external.evaluated import make_file_bot as _make_file_bot
    from ludarium.players.table import ForfeitWarning as ForfeitWarning
    from ludarium.players.table import play_match as play_match
    from ludarium.scenes import replay as replay
    from ludarium.scenes.picture import Picture as Picture
    from ludarium.scenes.picture import draw as draw
    from ludarium.scenes.picture import follow as follow
    from ludarium.scenes.scene import Scene as Scene
    from ludarium.scenes.svg import render as _render_svg
    from ludarium.scenes.text import render as _render_text
    from ludarium.search.player import levels as levels

    make_bot = _make_file_bot
    render_svg = _render_svg
    render_text = _render_text

__version__ = "0.3.0"

_STABLE = {
    "core.errors": (
        "AmbiguousMove BrokenGame GameOver IllegalMove InvalidOption LudariumError NotYourTurn ParseError UnknownGame "
        "UnknownRules"
    ),
    "core.game": "Game State",
    "core.kernel": "CHANCE",
    "core.observe": "observe",
    "core.record": "Entry Record",
    "core.registry": "game_names load",
    "match.match": "Match",
    "match.verify": "verify",
    "players.external.evaluated": "make_bot=make_file_bot",
    "players.table": "play_match",
    "scenes.picture": "Picture draw follow",
    "scenes.scene": "Scene",
    "search.player": "levels",
}
_PROVISIONAL = {
    "match.clock": "Clock",
    "match.dice": "seeded",
    "match.progress": "all_states",
    "players.bot_player": "choose_turn",
    "players.table": "ForfeitWarning",
    "scenes.replay": "replay=.",
    "scenes.svg": "render_svg=render",
    "scenes.text": "render_text=render",
}
_PUBLIC = publish(__name__, _STABLE, _PROVISIONAL)
__all__ = _PUBLIC.names
__dir__ = _PUBLIC.list_names

if not TYPE_CHECKING:
    __getattr__ = _PUBLIC.import_name

if "IPython" in sys.modules:  # in a notebook states and records are displayed as pictures
    import_module("ludarium.scenes.notebook").register()
