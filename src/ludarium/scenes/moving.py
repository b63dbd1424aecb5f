"""Moving pictures: a few scenes, one after another, as one SVG file that plays by its style sheet alone.

An element keeps its id while it moves, so it glides from scene to scene; what is new, or looks otherwise, is there at
once. The file shows the last scene to those who want less motion.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from xml.sax.saxutils import escape

from ludarium.scenes import svg
from ludarium.scenes.scene import Element, Scene

STEP, GLIDE, HOLD = 1.1, 0.4, 2.5
"""Seconds of a scene, of a movement at its beginning, and for which the last scene stays longer."""
_CUT = 0.01
"""Seconds of a change at once, of which nobody sees a movement."""


def moving(scenes: Sequence[Scene], caption: str, *, poster: bool = False) -> str:
    """Return scenes of one size as a file of SVG that plays them in a loop; `caption` describes the whole.

    With a `poster` the last scene comes before the first one, too, as what is seen until all begins.

    >>> from ludarium.scenes.parts import disc
    >>> piece = Element("a", "piece", 10, 10, disc(5))
    >>> playing = moving([Scene(90, 90, (piece,)), Scene(90, 90, (replace(piece, x=70),))], "A piece moves.")
    >>> "translate(10px,10px)" in playing, "translate(70px,70px)" in playing, playing.count("<path")
    (True, False, 1)
    """
    shown = [*scenes[-1:], *scenes] if poster else scenes
    playing = _Motion(len(shown), 1 if poster else 0)
    groups = "\n".join(playing.drawn(name, row) for name, row in _tracks(shown).items())
    rules = f"{svg.own_style()}{playing.style}"
    head = f"<title>{escape(caption)}</title>\n<style>{escape(rules)}</style>"
    empty = svg.render(replace(scenes[-1], elements=(), touches=(), highlights=(), finale=None, caption=caption))
    size = f'width="{scenes[-1].width:g}" height="{scenes[-1].height:g}"'  # for canvases
    opening = f"{empty.partition('>')[0]} {size}"
    return f"{opening}>\n{head}\n{groups}\n</svg>"


Row = list[Element | None]
"""An element in each scene; None in those that do not have it."""


def _tracks(scenes: Sequence[Scene]) -> dict[str, Row]:
    """Return each element of any scene in every scene, in an order from bottom to top."""
    order: list[str] = []
    for scene in scenes:
        place, known = 0, {name: number for number, name in enumerate(order)}
        for element in scene.still:
            if element.id in known:
                place = max(place, order.index(element.id) + 1)
            else:
                order.insert(place, element.id)
                place += 1
    found: dict[str, Row] = {name: [None] * len(scenes) for name in order}
    for number, scene in enumerate(scenes):
        for element in scene.still:
            found[element.id][number] = replace(element, label="")  # the picture is one image
    return found


class _Motion:
    """The groups of a moving picture, and the rules of its style sheet, which elements that move alike share.

    Nothing glides before the scene of number `begins`, nor into it.
    """

    def __init__(self, scenes: int, begins: int) -> None:
        self._seconds, self._begins = STEP * scenes + HOLD, begins
        self._rules: dict[str, str] = {}

    @property
    def style(self) -> str:
        """The rules: what moves, what is seen when, and nothing of it for those who want less motion."""
        rules = "".join(
            f"@keyframes {name} {{ {frames} }}\n.{name} {{ animation: {name} {self._seconds:.1f}s infinite"
            f"{' step-end' if name[0] == 'v' else ''}; }}\n"
            for frames, name in self._rules.items()
        )
        still = "".join(f".{name}{', ' * (n + 1 < len(self._rules))}" for n, name in enumerate(self._rules.values()))
        calm = f"@media (prefers-reduced-motion: reduce) {{ {still} {{ animation: none; }} }}\n" if still else ""
        return f".scene .away {{ visibility: hidden; }}\n{rules}{calm}"

    def drawn(self, name: str, row: Row) -> str:
        """Return an element as a group: where it is at which time, and within what is seen of it when."""
        known = [element for element in row if element]
        if len(known) == len(row) and len(set(known)) == 1:
            return svg.group(known[0])
        places = _filled([_place(element) if element else None for element in row])
        looks = [element and replace(element, x=0, y=0, angle=0, scale=1) for element in row]
        variants = dict.fromkeys(look for look in looks if look)
        inside = "".join(self._variant(svg.group(look), [one == look for one in looks]) for look in variants)
        motion = "" if len(set(places)) == 1 else f' class="{self._rule("m", "".join(self._glides(places)))}"'
        return f'<g{motion} style="transform:{places[-1]}">{inside}</g>'

    def _variant(self, group: str, seen: Sequence[bool]) -> str:
        """Return a group that is seen in some scenes."""
        if all(seen):
            return group
        starts = [number for number, now in enumerate(seen) if not number or now != seen[number - 1]]
        frames = "".join(
            f"{self._at(number * STEP)} {{ visibility: {'inherit' if seen[number] else 'hidden'}; }} "
            for number in starts
        )
        return f'<g class="{self._rule("v", frames)}{"" if seen[-1] else " away"}">{group}</g>'

    def _glides(self, places: Sequence[str]) -> Iterator[str]:
        """Yield the key frames of a movement: each glides at the beginning of its scene."""
        yield f"0% {{ transform: {places[0]}; }} "
        for number, (before, after) in enumerate(pairwise(places), 1):
            if before != after:
                begins = number * STEP
                glide = GLIDE if number > self._begins else _CUT
                yield f"{self._at(begins)} {{ transform: {before}; }} "
                yield f"{self._at(begins + glide)} {{ transform: {after}; }} "
        yield f"100% {{ transform: {places[-1]}; }}"

    def _at(self, second: float) -> str:
        return f"{100 * second / self._seconds:.2f}%"

    def _rule(self, kind: str, frames: str) -> str:
        return self._rules.setdefault(frames, f"{kind}{len(self._rules)}")


def _place(element: Element) -> str:
    numbers = element.x, element.y, element.angle, element.scale
    x, y, angle, scale = (f"{number:.2f}".rstrip("0").rstrip(".") for number in numbers)
    return f"translate({x}px,{y}px) rotate({angle}deg) scale({scale})"


def _filled(places: Sequence[str | None]) -> list[str]:
    """Return the place in each scene; before it is seen an element waits where it appears, and stays where it went."""
    found: list[str] = []
    for place in places:
        found.append(place or (found[-1] if found else ""))
    first = next(place for place in found if place)
    return [place or first for place in found]
