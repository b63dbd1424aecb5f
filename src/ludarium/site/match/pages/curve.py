"""The curve of a review: what seats could expect, turn by turn."""

import json
from collections.abc import Iterator, Sequence

from ludarium.review.review import Review
from ludarium.scenes import svg
from ludarium.scenes.scene import Element, Scene
from ludarium.site.web.drawings import BOTTOM, HEIGHT, LEFT, RIGHT, WIDTH, ground, line, place

BOUNDS = json.dumps([LEFT / WIDTH, RIGHT / WIDTH])
"""The beginning and the end of the curve, as parts of the picture's width, as JSON for the page's script."""
_OF_100 = {0.0: "0", 0.5: "50", 1.0: "100"}
_DIAMOND = "M0 -6L6 0L0 6L-6 0Z"


def review_chart(review: Review, seats: Sequence[int], displayed: int, names: str) -> str:
    """Return the curves of some seats, which have these names, and the turning points as SVG.

    A line stands where the position after `displayed` lines of the record is.
    """
    caption, palette = f"What {names} could expect, turn by turn", review.game.definition.palette
    scene = Scene(WIDTH, HEIGHT, tuple(_elements(review, seats, displayed)), caption=caption, palette=palette)
    return svg.render(scene, prefix="review-")


def _elements(review: Review, seats: Sequence[int], displayed: int) -> Iterator[Element]:
    """Draw the ground, the curves, the turning points, and the displayed position."""
    yield from ground(_OF_100)
    curve = review.curve()
    along = {played: number / max(1, len(curve) - 1) for number, (played, _) in enumerate(curve)}
    x, top = place(max((part for played, part in along.items() if played <= displayed), default=0.0), 1)
    yield Element("here", "mark", 0, 0, glyph=f"M{x:.1f} {top}V{BOTTOM}", look="curve")
    for seat in seats:
        if path := line((along[played], known[seat]) for played, known in curve if seat in known):
            yield Element(f"curve-{seat}", "mark", 0, 0, glyph=path, look=f"curve seat-{seat}")
    known = dict(curve)
    for point in review.turning_points():
        seat = point.seat if point.seat in seats else seats[0]
        x, y = place(along[point.played], known[point.played][seat])
        yield Element(f"point-{point.played}", "piece", x, y, _DIAMOND, look=f"seat-{point.seat}")
