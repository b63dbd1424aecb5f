"""The winning moment: what a page shows once when the end of a match arrives.

What did not win fades, what won is drawn along its way, and its pieces rise one after another. A game says which
elements these are by a function `finale` in its view, beside `scene`; for one without it, the looks say it.
"""

from collections.abc import Collection, Iterable, Sequence
from math import cos, pi, sin

from ludarium.core.game import State
from ludarium.scenes.picture import Picture
from ludarium.scenes.scene import Element, Finale, Scene


def finale(picture: Picture, scene: Scene, winners: Sequence[int] | None = None) -> Finale | None:
    """Return the winning moment of a picture and its drawing; None while the game goes on.

    `winners` are those of a match that has ended in another way than by its rules, such as by resignation.

    >>> import ludarium
    >>> from ludarium.scenes.picture import begin, draw
    >>> picture = begin(ludarium.load("orion").parse_position("5/2X3/2X2/3X2/3X1/4X1/1X1X1/1XX1X1/2X2/1XX3/5 x 3"))
    >>> finale(picture, draw(picture)) is None
    True
    >>> finale(picture, draw(picture), [0]).winners
    (0,)
    """
    state = picture.state
    if state.actors and winners is None:
        return None
    won = tuple(state.winners if winners is None else winners)
    if not _is_decided(state, won):
        return Finale(())
    view = state.game.definition.module("view")
    if not state.actors and hasattr(view, "finale"):
        found: Finale = view.finale(picture)
        return found
    return _usual(scene, won)


def _is_decided(state: State, winners: Collection[int]) -> bool:
    """Return whether some have won and others have not, or all of them together."""
    alone = len(set(state.game.teams)) == 1
    return len(winners) > 0 and (alone or len(winners) < state.game.seats)


def _usual(scene: Scene, winners: tuple[int, ...]) -> Finale:
    """Return the winning moment of a game that says nothing of it.

    The pieces with the look `win` rise, or else all of the winners, those that are nearest to the last turn first.
    """
    colours = {f"seat-{seat}" for seat in winners}
    pieces = [one for one in scene.elements if one.role == "piece" and "die" not in one.look.split()]
    won = [one for one in pieces if "win" in one.look.split()]
    own = won or [one for one in pieces if colours & {*one.look.split()}]
    last = next((one for one in own if "last" in one.look.split()), None)
    if last:
        own.sort(key=lambda one: abs(complex(one.x - last.x, one.y - last.y)))
    return Finale(winners, tuple(one.id for one in own))


def along(line: str, seat: int) -> Element:
    """Return a way in a winner's colour, which is drawn from its beginning to its end: an SVG path in one piece."""
    return Element("", "mark", 0, 0, glyph=line, look=f"won-way curve seat-{seat}", under=line)


def rays(x: float, y: float, radius: float, seat: int, count: int = 12) -> Element:
    """Return rays around a place, which come out when the way is drawn."""
    angles = [2 * pi * (number + 0.5) / count for number in range(count)]
    ends = [
        "M{:.1f} {:.1f}L{:.1f} {:.1f}".format(
            *(times * radius * part for times in (1, 1.3) for part in (cos(angle), sin(angle)))
        )
        for angle in angles
    ]
    return Element("", "mark", x, y, glyph="".join(ends), look=f"won-ray curve seat-{seat}")


def land(shapes: Iterable[tuple[float, float, str]], seat: int, look: str = "", scale: float = 1.0) -> list[Element]:
    """Return shapes in a winner's colour, each with its place, which appear one after another."""
    word = f"won-land seat-{seat} {look}".rstrip()
    return [Element("", "mark", x, y, shape, look=word, scale=scale) for x, y, shape in shapes]
