"""The outline of an element: where its shape lies in a picture."""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from math import atan2, cos, pi, radians, sin, sqrt

from ludarium.scenes.scene import Element

Point = tuple[float, float]
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "A": 7, "Q": 4, "C": 6, "Z": 0}


def outline(element: Element) -> tuple[Point, ...]:
    """Return the corners of an element's body, or else of its glyph, in the picture; its place where it has neither."""
    return _placed(element.path or element.glyph, element.x, element.y, element.angle, element.scale)


def middle(corners: Sequence[Point]) -> Point:
    """Return the middle of the box around some points."""
    across, down = zip(*corners, strict=True)
    return (min(across) + max(across)) / 2, (min(down) + max(down)) / 2


def covers(corners: Sequence[Point], place: Point) -> bool:
    """Return whether a place lies within an outline: a ray from it crosses the outline an odd number of times."""
    x, y = place
    inside = False
    for (one_x, one_y), (other_x, other_y) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (one_y > y) != (other_y > y):
            inside ^= x < one_x + (y - one_y) / (other_y - one_y) * (other_x - one_x)
    return inside


@lru_cache(maxsize=4096)
def _placed(path: str, left: float, up: float, angle: float, scale: float) -> tuple[Point, ...]:
    """Return the points of an SVG path that lies somewhere in a picture, as most do in one picture after another."""
    across, down = scale * cos(radians(angle)), scale * sin(radians(angle))
    corners = _corners(path) or ((0.0, 0.0),)
    return tuple((left + x * across - y * down, up + x * down + y * across) for x, y in corners)


@cache
def _corners(path: str) -> tuple[Point, ...]:
    """Return the points of an SVG path; arcs are followed in steps, curves by their control points."""
    found: list[Point] = []
    x = y = 0.0
    first = (0.0, 0.0)
    for letter, text in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?", text)]
        count, kind = _ARGUMENTS[letter.upper()], letter.upper()
        for at in range(0, max(1, len(numbers)), max(1, count)):
            part = numbers[at : at + count]
            left, up = (x, y) if letter.islower() else (0.0, 0.0)
            start = x, y
            x = first[0] if kind == "Z" else x if kind == "V" else left + part[0 if kind == "H" else -2]
            y = first[1] if kind == "Z" else y if kind == "H" else up + part[-1]
            if kind == "M" and at == 0:
                first = x, y
            if kind == "A":
                found += _arc(start, (x, y), part[0], large=bool(part[3]), clockwise=bool(part[4]))
            controls = part[: count - 2] if kind in "QC" else []
            found += [(left + along, up + down) for along, down in zip(controls[::2], controls[1::2], strict=True)]
            found.append((x, y))
    return tuple(found)


def _arc(start: Point, end: Point, radius: float, *, large: bool, clockwise: bool) -> Iterator[Point]:
    """Yield points between the ends of an arc of a circle."""
    (x, y), (to_x, to_y) = start, end
    across, down = (to_x - x) / 2, (to_y - y) / 2
    half = sqrt(across**2 + down**2)
    if half == 0:
        return
    radius = max(radius, half)
    away = sqrt(radius**2 - half**2) / half * (-1 if large == clockwise else 1)
    centre_x, centre_y = x + across - away * down, y + down + away * across
    angles = [atan2(py - centre_y, px - centre_x) for px, py in (start, end)]
    sweep = (angles[1] - angles[0]) % (2 * pi) or 2 * pi
    sweep = sweep if clockwise else sweep - 2 * pi
    for step in range(1, 8):
        angle = angles[0] + sweep * step / 8
        yield centre_x + radius * cos(angle), centre_y + radius * sin(angle)
