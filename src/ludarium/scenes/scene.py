"""A picture as data: what lies where, what it is called, and what to touch for which action.

Lengths are in hundredths of a cell, x to the right and y down. Colours are not here: a look is a word that the style
sheet knows.

An element keeps its id while it moves, so that a browser glides it to its new place by style sheet alone. A position
does not say which piece came from where, but a walk does: a view names its pieces by where they stood in `before` and
carries the names, and the angles of whatever turns, along `walk`. Pictures that begin at the same `before` therefore
fit together, however many turns lie between them: for a match pass its first state and everything played since.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from ludarium.core.game import State
from ludarium.core.kernel import CHANCE

Role = Literal["ground", "cell", "piece", "handle", "mark", "label"]
"""What an element is; handles are there only to be touched."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """Characters that an element leaves in a text picture, from this row and column to the right."""

    row: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class Element:
    """Something in a picture.

    `path` is an SVG path around the element's own (0, 0), which lies at `x`, `y`, turned by `angle` degrees clockwise;
    `glyph` is another, a drawing upon it. `look` holds words such as `seat-0`, `last`, `win`; `hint` is what players
    could find out alone, and may be hidden; `overlay` is more of that, hidden until it is asked for; `die` is a die
    that shows a roll, and has a new id for every roll. `text` is written in the middle; `label` is spoken.
    """

    id: str
    role: Role
    x: float
    y: float
    path: str = ""
    glyph: str = ""
    angle: float = 0.0
    look: str = ""
    text: str = ""
    label: str = ""
    stamps: tuple[Stamp, ...] = ()


@dataclass(frozen=True, slots=True)
class Touch:
    """Touching these elements, one after another, chooses the seat's action; there may be several ways to one."""

    seat: int
    action: int
    elements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Button:
    """An action of the seat's that has no place in the picture, such as a pass, and what people call it."""

    seat: int
    action: int
    label: str


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture of a position: `width` by `height`, elements from the bottom to the top.

    Every action of every seat that must act has a touch or a button. `caption` says the position in a sentence.
    """

    width: float
    height: float
    elements: tuple[Element, ...]
    touches: tuple[Touch, ...] = ()
    buttons: tuple[Button, ...] = ()
    caption: str = ""
    palette: str = ""

    @property
    def plain(self) -> "Scene":
        """The picture without hints and overlays, which are not on the board."""
        elements = (element for element in self.elements if not {"hint", "overlay"} & set(element.look.split()))
        return replace(self, elements=tuple(elements))


class View(Protocol):
    """`view.py` of a game's folder."""

    def scene(self, state: State, before: State | None = None, walk: Sequence[int] = ()) -> Scene:
        """The picture of a state that `walk`, played from `before`, led to; it marks the walk's last turn.

        `draw` adds the buttons and the game's palette.
        """


def draw(state: State, before: State | None = None, walk: Sequence[int] = ()) -> Scene:
    """The picture of a state, drawn by its game.

    `walk`, played from `before`, led to the state; its last turn is marked, and ids are carried along it.

    >>> import ludarium
    >>> start = ludarium.load("orion").initial()
    >>> draw(start.move("u+"), start, start.parse_turn("u+")).buttons
    (Button(seat=1, action=50, label='pass'),)
    """
    view: View = state.game.definition.module("view")
    scene = view.scene(state, before, walk)
    touched = {(touch.seat, touch.action) for touch in scene.touches}
    buttons = (
        Button(seat, action, state.action_name(action, seat))
        for seat in state.actors
        if seat != CHANCE
        for action in state.legal(seat)
        if (seat, action) not in touched
    )
    return replace(scene, buttons=tuple(buttons), palette=state.game.definition.palette)
