"""What stands in place of a picture that a game fails to draw: one faulty game must not cost a page with others."""

import logging
from collections.abc import Callable
from typing import TypeVar

from ludarium.core.definition import GameDefinition
from ludarium.core.error_places import place_in
from ludarium.core.registry import definition
from ludarium.core.spec import name_in_spec
from ludarium.scenes import svg
from ludarium.scenes.scene import Element, Scene

_log = logging.getLogger(__name__)
T = TypeVar("T")


def drawn_or(game: GameDefinition, draw: Callable[[], T], instead: Callable[[], T]) -> T:
    """Return what `draw` makes with the pictures of a game, or `instead` if the game fails there.

    The first failure at each place of the game's files is logged, with the traceback.
    """
    try:
        return draw()
    except Exception as error:  # noqa: BLE001  the view of an installed game may raise anything
        if _is_new(game.name, type(error).__name__, place_in(game.package, error)):
            _log.exception("a picture of the game %s cannot be drawn", game.name)
        return instead()


def picture_or_name(spec: str, draw: Callable[[], str], prefix: str = "") -> str:
    """Return a picture of the game of a spec as SVG, or the game's name in its place if the game fails to draw it.

    Raises `UnknownGame` for a game that is not installed.
    """
    game = definition(name_in_spec(spec))
    return drawn_or(game, draw, lambda: svg.render(name_as_picture(game), prefix=prefix))


def name_as_picture(game: GameDefinition) -> Scene:
    """Return the picture that stands for one that fails: the name of the game."""
    return Scene(240, 160, (Element("name", "label", 120, 80, text=game.title),), caption=f"{game.title}, not drawn")


_failures: set[tuple[str, ...]] = set()


def _is_new(*failure: str) -> bool:
    is_new = failure not in _failures
    _failures.add(failure)
    return is_new
