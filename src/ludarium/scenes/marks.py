"""Marks and arrows on a board, as parts of its scene."""

from collections.abc import Sequence
from dataclasses import replace
from math import atan2, cos, hypot, sin

from ludarium.scenes.scene import Element, Scene

_RING, _HEAD, _GAP = 30.0, 20.0, 14.0
_SPREAD = 0.45


def marked(scene: Scene, marks: Sequence[str]) -> Scene:
    """Return a picture with rings and arrows; marks of elements that it does not have are left out.

    What is there to be pressed, such as a quarter of a compass, is outlined, since its place may be that of several.
    """
    places = {element.id: (element.x, element.y) for element in scene.elements}
    handles = {element.id: element for element in scene.elements if element.role == "handle" and element.path}
    drawn = []
    for mark in marks:
        first, _, last = mark.partition(">")
        if first in handles and not last:
            drawn.append(_outline(mark, handles[first]))
        elif first in places and not last:
            drawn.append(_ring(mark, *places[first]))
        elif first in places and last in places and places[first] != places[last]:
            drawn.append(arrow(f"mark-{mark.replace('>', '-to-')}", *places[first], *places[last]))
    return replace(scene, elements=(*scene.elements, *drawn))


def _ring(mark: str, x: float, y: float) -> Element:
    path = f"M{-_RING} 0A{_RING} {_RING} 0 1 1 {_RING} 0A{_RING} {_RING} 0 1 1 {-_RING} 0"
    return Element(f"mark-{mark}", "mark", x, y, glyph=path, look="drawn", label="marked")


def _outline(mark: str, handle: Element) -> Element:
    sizes = {"thumb", "right"} & {*handle.look.split()}  # by which a page makes it larger on a phone
    look = " ".join(["drawn", *sorted(sizes)])
    return replace(
        handle, id=f"mark-{mark}", role="mark", path="", glyph=handle.path, look=look, label="marked", text=""
    )


def arrow(name: str, x: float, y: float, to_x: float, to_y: float) -> Element:
    """Return an arrow with this id from one place to another."""
    angle, length = atan2(to_y - y, to_x - x), hypot(to_x - x, to_y - y)
    start, end = _GAP / length, 1 - _GAP / length
    tip = ((to_x - x) * end, (to_y - y) * end)
    sides = [(tip[0] - _HEAD * cos(angle + turn), tip[1] - _HEAD * sin(angle + turn)) for turn in (-_SPREAD, _SPREAD)]
    first, last = (f"{a:.1f} {b:.1f}" for a, b in sides)
    top = f"{tip[0]:.1f} {tip[1]:.1f}"
    path = f"M{(to_x - x) * start:.1f} {(to_y - y) * start:.1f}L{top}M{first}L{top}L{last}"
    return Element(name, "mark", x, y, glyph=path, look="drawn", label="arrow")
