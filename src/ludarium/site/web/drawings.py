"""What pages draw beside a match: curves, small pictures, the chosen layout, and what replaces a failed picture."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TypeVar

import segno
from starlette.requests import Request
from starlette.responses import Response

from ludarium.core.definition import GameDefinition
from ludarium.core.error_places import place_in
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.game import Game
from ludarium.core.registry import definition, load
from ludarium.core.spec import name_in_spec
from ludarium.core.text import shorten
from ludarium.scenes import svg
from ludarium.scenes.picture import draw, layouts
from ludarium.scenes.scene import Element, Scene

QUERY = "layout"
_YEAR = 365 * 86400


def chosen_layout(request: Request, game: Game) -> str:
    """Return the layout that the address of a request names, or else that of the browser's cookie."""
    if not (known := layouts(game)):
        return ""
    named = request.query_params.get(QUERY, "")
    chosen = named if named in known else request.cookies.get(_cookie(game), "")
    return chosen if chosen in known else known[0]


def keep_layout(request: Request, response: Response, game: Game) -> None:
    """Store the layout that the address of a request names in a cookie."""
    named = request.query_params.get(QUERY)
    if named and named in layouts(game):
        secure = request.url.scheme == "https"
        response.set_cookie(_cookie(game), named, max_age=_YEAR, httponly=True, samesite="lax", secure=secure)


def _cookie(game: Game) -> str:
    return f"layout-{game.name}"


def qr_code(address: str) -> str:
    """Return an address as a QR code, for the camera of a phone: SVG within a page, black on white."""
    return segno.make(address, micro=False).svg_inline(scale=4, light="#ffffff", svgclass=None, lineclass=None)


COLOURS: Mapping[str, str] = {"": "as on this device", "light": "light", "dark": "dark"}
"""The colours of pages that a reader may choose, in words."""
_COLOURS = "colours"


def chosen_colours(request: Request) -> str:
    """Return the colours that a browser keeps in a cookie, `light` or `dark`; empty for those of its device."""
    chosen = request.cookies.get(_COLOURS, "")
    return chosen if chosen in COLOURS else ""


def keep_colours(request: Request, response: Response, colours: str) -> None:
    """Store colours in the cookie, which `choices.js` writes, too.

    Raises `ParseError` for others than those of `COLOURS`.
    """
    if colours not in COLOURS:
        raise ParseError(f"{shorten(colours)} is no choice of colours: expected light, dark or nothing")
    secure = request.url.scheme == "https"
    if colours:
        response.set_cookie(_COLOURS, colours, max_age=_YEAR, samesite="lax", secure=secure)
    else:
        response.delete_cookie(_COLOURS, samesite="lax", secure=secure)


WIDTH, HEIGHT = 360.0, 150.0
LEFT, TOP, BOTTOM = 58.0, 10.0, 132.0
RIGHT = WIDTH - 8
PARTS = {0.0: "0 %", 0.5: "50 %", 1.0: "100 %"}
"""The levels of a curve of parts."""
_DOT = 2
"""The radius of a point of a curve."""
_BELOW, _LETTER = 9, 11.0
"""The distance of the labels below from the ground, and about the width of a letter."""


def place(along: float, up: float) -> tuple[float, float]:
    """Return a place by parts of the ground's width and height."""
    return LEFT + (RIGHT - LEFT) * along, BOTTOM - (BOTTOM - TOP) * up


def ground(levels: Mapping[float, str], below: Mapping[float, str] | None = None) -> Iterator[Element]:
    """Yield the ground, a line and a label for each level, and labels below, by parts of the height and the width."""
    yield Element("ground", "ground", 0, 0, f"M{LEFT} {TOP}H{RIGHT}V{BOTTOM}H{LEFT}Z", look="board")
    for part, text in levels.items():
        y = place(0, part)[1]
        yield Element(f"line-{part}", "ground", 0, 0, glyph=f"M{LEFT} {y}H{RIGHT}", look="fine")
        yield Element(f"part-{part}", "label", LEFT / 2, y, text=text, look="quiet")
    for part, text in (below or {}).items():
        half = _LETTER * len(text) / 2
        x = min(max(place(part, 0)[0], LEFT + half), WIDTH - half)
        yield Element(f"below-{part}", "label", x, BOTTOM + _BELOW, text=text, look="quiet")


def line(points: Iterable[tuple[float, float]]) -> str:
    """Return a path through places, given by parts of the ground's width and height; empty without places."""
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in (place(*point) for point in points))
    return path and f"M{path}"


def points(places: Iterable[tuple[float, float]]) -> str:
    """Return a path of a small circle at each place, given by parts of the ground's width and height."""
    circle = "".join(f"a{_DOT} {_DOT} 0 1 0 {way * 2 * _DOT} 0" for way in (1, -1))
    return "".join(f"M{x - _DOT:.1f} {y:.1f}{circle}" for x, y in (place(*each) for each in places))


def chart(
    drawn: Iterable[Element],
    curve: str,
    thin: Mapping[str, str],
    dots: str = "",
    *,
    caption: str,
    palette: str,
    prefix: str,
) -> str:
    """Return a curve on its ground as SVG, with thin lines beside it; curve and lines are paths, these by their ids.

    `dots` is a path of what marks its places.

    `prefix` sets the ids of the picture apart from those of others on its page.
    """
    marks = [Element("points", "mark", 0, 0, glyph=dots, look="curve seat-0")] if dots else []
    elements = (
        *drawn,
        *(Element(name, "ground", 0, 0, glyph=path, look="fine") for name, path in thin.items()),
        Element("curve", "mark", 0, 0, glyph=curve, look="curve seat-0"),
        *marks,
    )
    return svg.render(Scene(WIDTH, HEIGHT, elements, caption=caption, palette=palette), prefix=prefix)


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


@lru_cache(maxsize=256)
def small_picture(spec: str, number: int) -> str:
    """Return the first position of a game, as the picture of this number on a page; empty if it is not installed.

    It is the game's name if the game fails to draw it.
    """
    prefix = f"offer{number}-"
    try:
        start = load(spec).initial()
        return picture_or_name(spec, lambda: svg.render(draw(start), prefix=prefix), prefix)
    except LudariumError:
        return ""
