"""The compasses of Grid Game: four quarters to press, and in the hub the turns until new walkers appear.

Who plays sees those of their own seats; an onlooker sees all of them. Phones enlarge one or two (`thumb`, in site.css).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import cos, pi, sin

from ludarium.core.game import State
from ludarium.games.grid.kernel import DIRECTION, INTERVAL, LOST, TURN
from ludarium.games.grid.rules import COMPASS, NAMES
from ludarium.games.grid.score_view import WIDE
from ludarium.scenes.parts import disc
from ludarium.scenes.scene import Element

_LARGEST = 168
"""The largest radius of a compass."""
_ROW = 3
"""So many compasses stand in a row, with the graph below."""
_PARTS = 8
"""The most turns between new walkers for which the ring has a part for each."""


def radius(count: int) -> float:
    """Return the radius of a compass, of so many side by side: there is room for a graph beside one or two."""
    return min(_LARGEST, (WIDE - 32) / max(3, count) / 2 - 6)


def places(count: int) -> list[float]:
    """Return where so many compasses are, from the left: two of them at the sides."""
    size = radius(count) + 16
    return [size + (WIDE - 2 * size) * number / max(1, count - 1) for number in range(count)]


def beside(count: int) -> tuple[float, float] | None:
    """Return the left and the right edge of the room beside one or two compasses; None where there is none."""
    return {1: (560, WIDE - 40), 2: (2 * radius(2) + 50, WIDE - 2 * radius(2) - 50)}.get(count)


def handle(seat: int, action: int) -> str:
    """Return the id of a quarter."""
    return f"{COMPASS[action]}-{seat}"


def compasses(state: State, drawn_seats: Sequence[int], y: float) -> Iterator[Element]:
    """Draw the compasses of some seats; quarters that nobody may press are hidden by a page, but for the one chosen."""
    scale = radius(len(drawn_seats)) / _LARGEST
    for number, (seat, x) in enumerate(zip(drawn_seats, places(len(drawn_seats)), strict=True)):
        heading, thumb = int(state.vector[DIRECTION + seat]), (" thumb", " thumb right", "", "")[number]
        if heading == LOST:
            continue
        console = Element(f"compass-{seat}", "ground", x, y, disc(_LARGEST), look="console", scale=scale)
        found = (console, *_quarters(seat, heading, (x, y), scale), *_hub(state, seat, (x, y), scale))
        yield from (replace(one, look=one.look + thumb * (len(drawn_seats) < _ROW)) for one in found)


def _quarters(seat: int, heading: int, at: tuple[float, float], scale: float) -> Iterator[Element]:
    """Draw the quarters of a compass, with arrows and letters."""
    for action, name in enumerate(COMPASS):
        look = f"quarter seat-{seat} chosen-way" if action == heading else "quarter own"
        yield Element(
            handle(seat, action), "handle", *at, _quarter(), _arrow(), 90 * action, look,
            label=f"{NAMES[seat]}: {name}", scale=scale,
        )  # fmt: skip
    for action, name in enumerate(COMPASS):
        dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[action]
        look, far = f"point seat-{seat}" if action == heading else "point", 62 * scale
        place = at[0] + dx * far, at[1] + dy * far
        yield Element(f"point-{seat}-{name}", "label", *place, text=name[0].upper(), look=look, scale=scale)


def _hub(state: State, seat: int, at: tuple[float, float], scale: float) -> Iterator[Element]:
    """Draw the turns until new walkers appear, and a ring that fills up to then."""
    every = int(state.game.tables[INTERVAL])
    wait = -int(state.vector[TURN]) % every
    when = f"in {wait} turn{'s' * (wait > 1)}" if wait else "this turn"
    text = str(wait) if wait else "+1"
    label = f"{NAMES[seat]}: new walkers {when}"
    yield Element(f"hub-{seat}", "label", *at, disc(38), look="hub", text=text, label=label, scale=scale)
    parts = every if every <= _PARTS else 1
    done = (every - wait) / every
    arcs = "".join(
        _arc(33, part / parts + 0.01 * (parts > 1), min((part + 1) / parts, done) - 0.01 * (parts > 1))
        for part in range(parts)
        if part / parts < done - 0.001
    )
    yield Element(f"wait-{seat}", "mark", *at, glyph=arcs, look=f"wait curve seat-{seat}", scale=scale)


def _quarter() -> str:
    """Return the northern quarter of a ring."""
    inner, outer, half, gap = 45.0, _LARGEST - 8.0, pi / 4, 5.0
    corners = [
        (way * (r * sin(half) - gap), -r * cos(half) - gap / 2) for r, way in ((outer, -1), (outer, 1), (inner, 1))
    ]
    left, right, low = corners
    return (
        f"M{left[0]:.1f} {left[1]:.1f}A{outer:g} {outer:g} 0 0 1 {right[0]:.1f} {right[1]:.1f}"
        f"L{low[0]:.1f} {low[1]:.1f}A{inner:g} {inner:g} 0 0 0 {-low[0]:.1f} {low[1]:.1f}Z"
    )


def _arrow() -> str:
    return "M0-86V-138M-19-117L0-138L19-117"


def _arc(size: float, begin: float, end: float) -> str:
    """Return a part of a circle, from and to fractions of it, clockwise from the top."""
    (x, y), (to_x, to_y) = (
        (size * sin(2 * pi * part), -size * cos(2 * pi * part)) for part in (begin, min(end, 0.9999))
    )
    return f"M{x:.1f} {y:.1f}A{size:g} {size:g} 0 {int(end - begin > 0.5)} 1 {to_x:.1f} {to_y:.1f}"
