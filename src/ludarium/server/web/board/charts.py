"""Curves as pictures: their ground, with lines and labels, and the lines upon it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ludarium.scenes import svg
from ludarium.scenes.scene import Element, Scene

WIDTH, HEIGHT = 360.0, 150.0
LEFT, TOP, BOTTOM = 58.0, 10.0, 132.0
RIGHT = WIDTH - 8
PARTS = {0.0: "0 %", 0.5: "50 %", 1.0: "100 %"}
"""The levels of a curve of parts."""
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


def chart(
    drawn: Iterable[Element], curve: str, thin: Mapping[str, str], *, caption: str, palette: str, prefix: str
) -> str:
    """Return a curve on its ground as SVG, with thin lines beside it; curve and lines are paths, these by their ids.

    `prefix` sets the ids of the picture apart from those of others on its page.
    """
    elements = (
        *drawn,
        *(Element(name, "ground", 0, 0, glyph=path, look="fine") for name, path in thin.items()),
        Element("curve", "mark", 0, 0, glyph=curve, look="curve seat-0"),
    )
    return svg.render(Scene(WIDTH, HEIGHT, elements, caption=caption, palette=palette), prefix=prefix)
