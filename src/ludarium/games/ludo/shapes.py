"""The shapes of Multiplication Ludo's drawing: markers, stones, yards and signs, as SVG paths around the centre."""

from itertools import pairwise

from ludarium.scenes.parts import disc, polygon, polygon_corners, rounded


def marker(seat: int, radius: float, down: float = 0) -> str:
    """Return the body of a seat's marker, a disc, a square, a hexagon or a diamond, or the same a little lower."""
    r = radius
    if seat == 0:
        return f"M{r:g} {down:g}A{r:g} {r:g} 0 1 1-{r:g} {down:g}A{r:g} {r:g} 0 1 1 {r:g} {down:g}Z"
    if seat == 1:
        return rounded(1.76 * r, 1.76 * r, 0.1 * r, 0, down)
    if seat == 2:
        return polygon([(1.08 * x, 1.08 * y + down) for x, y in polygon_corners(r, 6)])
    return polygon([(1.14 * x, 1.14 * y + down) for x, y in polygon_corners(r, 4)])


def stone(wide: float, high: float) -> str:
    """Return the face of a stone."""
    return f"M{wide:g} 0A{wide:g} {high:g} 0 1 1-{wide:g} 0A{wide:g} {high:g} 0 1 1 {wide:g} 0Z"


def side(wide: float, high: float, thick: float) -> str:
    """Return the side of a stone, below its face."""
    return f"M-{wide:g} 0V{thick:g}A{wide:g} {high:g} 0 0 0 {wide:g} {thick:g}V0Z"


RAFT = stone(30, 19)
SMALL_RAFT = rounded(53, 34, 12)
SUMMIT = "M-72 42L-42-2L-32 8L0-66L26-24L36-12L44-18L74 42Q0 54-72 42Z"
SNOW = "M0-66L22-30L10-20L2-30L-8-18L-16-28L-12-38Z"
FLAG = "M0-66V-112L40-99L0-87Z"
PENNANT = "M0-22H48L40-7.5L48 7H0Z"
OVER = "M-6 5H2A4.5 4.5 0 0 0 2-4H-6M-2-8L-6-4L-2 0"
WAVES = "M-9-3q4.5-5 9 0t9 0M-9 5q4.5-5 9 0t9 0"
BACK = disc(13)


def chevrons(points: list[tuple[float, float]], size: float) -> str:
    """Return two chevrons on every part of a line, in its direction."""
    found = ""
    for (x, y), (to_x, to_y) in pairwise(points):
        long = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
        across, down = (to_x - x) / long, (to_y - y) / long
        for part in (0.47, 0.6):
            at_x, at_y = x + (to_x - x) * part, y + (to_y - y) * part
            ends = [(at_x - size * (across + sign * down), at_y - size * (down - sign * across)) for sign in (1, -1)]
            (a, b), (c, d) = ends
            found += f"M{a:.1f} {b:.1f}L{at_x:.1f} {at_y:.1f}L{c:.1f} {d:.1f}"
    return found


def line(points: list[tuple[float, float]]) -> str:
    """Return a line through points."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
