"""Laws of pictures: every state can be drawn, and every legal action can be seen and touched."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from numbers import Integral
from operator import itemgetter
from typing import NamedTuple
from xml.etree import ElementTree as ET

from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.laws.law import Law, must
from ludarium.laws.sample import Sample
from ludarium.scenes import svg, text
from ludarium.scenes.outline import Point, covers, middle, outline
from ludarium.scenes.picture import begin, draw, follow, layouts
from ludarium.scenes.scene import Scene
from ludarium.scenes.style import colour, paint

_OF_STATES = 10
"""Every tenth state of a sample is looked at closely."""
_LIT = {
    "touch": ((("touch",), "chosen"), (("touch",), "hover"), (("touch",), "focus-visible")),
    "next": (((), "next"), (("next",), "hover"), (("next",), "focus-visible")),
}
"""For an element that begins a touch and for one that goes on with it: looks that it has, and one that lights it."""
_LEAST = 1.15
"""The least contrast of what can be seen: a place may be a shade of its board, whose pieces stand out from both."""


def _drawings(sample: Sample, every: int = 1) -> Iterator[tuple[State, Scene, str]]:
    """Yield every state of a sample, or every so many, with its drawing in each layout of its game, and the layout."""
    for state in sample.states[::every]:
        for layout in layouts(state.game) or ("",):
            if (state, layout) not in sample.drawings:
                sample.drawings[state, layout] = draw(state, layout)
            yield state, sample.drawings[state, layout], layout


def every_state_has_a_picture(sample: Sample) -> None:
    """Elements have distinct ids and lie inside; there is a caption, and the definition explains hints and overlay."""
    for state, scene, layout in _drawings(sample):
        ids = [element.id for element in scene.elements]
        must(len(set(ids)) == len(ids), "two elements have the same id", state)
        _check_stamps(scene, state)
        must(scene.caption.isprintable() and scene.caption, f"the caption is {scene.caption!r}", state)
        must(
            all(0 <= e.x <= scene.width and 0 <= e.y <= scene.height for e in scene.elements),
            "an element lies outside the picture",
            state,
        )
        for look, said in (("hint", state.game.definition.hints), ("overlay", state.game.definition.overlay)):
            found = [element.id for element in scene.elements if look in element.look.split()]
            must(said or not found, f"{found[:1]} has the look {look}, which the definition does not explain", state)
        must(draw(state, layout) == scene, "drawn again, the picture differs", state)


def every_action_can_be_touched(sample: Sample) -> None:
    """Every legal action of a seat has elements to touch or a button, and no other action has."""
    for state, scene, _ in _drawings(sample):
        ids = {element.id for element in scene.elements}
        must(
            all(ids.issuperset(touch.elements) for touch in scene.touches),
            "a touch names an element that does not exist",
            state,
        )
        offered = {(touch.seat, touch.action) for touch in scene.touches}
        offered |= {(button.seat, button.action) for button in scene.buttons}
        legal = {(seat, action) for seat in state.actors if seat != CHANCE for action in state.legal(seat)}
        must(offered == legal, f"{sorted(offered ^ legal)} are legal or offered, but not both", state)
        ways = [(touch.seat, touch.elements) for touch in scene.touches]
        must(len(set(ways)) == len(ways), "the same touch chooses two actions", state)


def every_turn_has_a_picture(sample: Sample) -> None:
    """A state can be drawn with the turn that led to it, as SVG and as text without trailing spaces."""
    for before, actions in sample.turns:
        state = before.play_actions(actions)
        scene = draw(follow(before, actions))
        _check_stamps(scene, state)
        lines = text.render(scene).split("\n")
        must(
            all(line == line.rstrip() for line in lines) and any(lines),
            "the text board is empty or has trailing spaces",
            state,
        )
        drawing = ET.fromstring(svg.render(scene, standalone=True))  # noqa: S314  the text is our own
        must(drawing.tag.endswith("svg"), f"the root of the SVG is {drawing.tag}", state)


def _check_stamps(scene: Scene, state: State) -> None:
    for element in scene.elements:
        for stamp in element.stamps:
            given = f"Stamp({stamp.row!r}, {stamp.column!r}, {stamp.text!r})"
            must(
                _is_stamp(stamp.row, stamp.column, stamp.text),
                f"{element.id} has {given}: expected a row, a column and a text",
                state,
            )


def _is_stamp(row: object, column: object, text: object) -> bool:
    return isinstance(row, Integral) and isinstance(column, Integral) and isinstance(text, str)


def everything_to_touch_is_seen_and_lights_up(sample: Sample) -> None:
    """Every piece and all that can be touched stands out from what lies below, and lights up when it is chosen.

    Highlights name elements of the picture.
    """
    for state, drawn in groupby(_drawings(sample, _OF_STATES), itemgetter(0)):
        ids = {element.id for _, scene, _ in drawn for element in scene.elements}
        highlights = getattr(state.game.definition.module("view"), "highlights", lambda picture: ())
        must(
            all(ids.issuperset((one.element, *one.others)) for one in highlights(begin(state))),
            "a highlight names an element that does not exist",
            state,
        )
    for state, scene, _ in _drawings(sample, _OF_STATES):
        bodies = _bodies(scene)
        first = {touch.elements[0] for touch in scene.touches}
        follow_on = {name for touch in scene.touches for name in touch.elements[1:]}
        for number, element in enumerate(scene.elements):
            looks = {"touch": element.id in first, "next": element.id in follow_on}
            if element.role != "piece" and not any(looks.values()):
                continue
            now = paint(element, *(["touch"] if looks["touch"] else []))
            below = _fill_below(bodies, number, middle(outline(element)))
            must(
                all(_stands_out(now, below, scene.palette, dark=dark) for dark in (False, True)),
                f"{element.id} cannot be seen: it has no colour of its own, or that of what lies below",
                state,
            )
            for look, words in _LIT.items():
                for before, after in words if looks[look] else ():
                    lit = paint(element, *before) != paint(element, *before, after)
                    must(lit, f"{element.id} does not light up: the look {after} changes nothing", state)


@lru_cache(maxsize=4096)
def _contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21, by the formula of WCAG 2."""
    low, high = sorted(map(_light, (one, other)))
    return (high + 0.05) / (low + 0.05)


def _light(colour: str) -> float:
    """Return the luminance of a colour."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class _Body(NamedTuple):
    """A body that hides what lies below it: the number of its element, where it lies, and its fill."""

    number: int
    corners: tuple[Point, ...]
    left: float
    right: float
    fill: str


def _bodies(scene: Scene) -> list[_Body]:
    """Return the bodies of a picture that are filled, the topmost first."""
    found = list[_Body]()
    for number, element in enumerate(scene.elements):
        painted = paint(element).get("body", {})
        fill = painted.get("fill", "none")
        hidden = fill in ("none", "transparent") or painted.get("display") == "none"
        if not hidden and element.path:
            corners = outline(element)
            across = [x for x, _ in corners]
            found.append(_Body(number, corners, min(across), max(across), fill))
    return found[::-1]


def _fill_below(bodies: Iterable[_Body], number: int, place: Point) -> str:
    """Return the fill of the topmost body under a place of an element, or else of the page."""
    for body in bodies:
        if body.number < number and body.left <= place[0] <= body.right and covers(body.corners, place):
            return body.fill
    return "var(--paper)"


def _stands_out(parts: Mapping[str, Mapping[str, str]], below: str, palette: str, *, dark: bool) -> bool:
    """Return whether any part has a colour that differs from the one below."""
    ground = colour(below, palette, dark=dark)
    used = (painted.get(name, "none") for painted in parts.values() for name in ("fill", "stroke"))
    if any(painted.get("display") == "none" for painted in parts.values()):
        return False
    return any(_contrast(found, ground) >= _LEAST for name in used if (found := colour(name, palette, dark=dark)))


LAWS = (
    Law(every_state_has_a_picture, installed=True),
    Law(every_action_can_be_touched, installed=True),
    Law(every_turn_has_a_picture, installed=True),
    Law(everything_to_touch_is_seen_and_lights_up, installed=True),
)
