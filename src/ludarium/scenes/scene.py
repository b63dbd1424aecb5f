"""A picture as data: what lies where, what it is called, and what to touch for which action.

Lengths are in units of a cell, x to the right and y down. An element keeps its id from one position to the next, so
a browser can move it by style sheet alone. Colours are not here: a look is a word that the style sheet knows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from ludarium.core.state import State

Role = Literal["ground", "cell", "piece", "handle", "mark", "label"]
"""What an element is, from the bottom of the picture to the top; handles are there only to be touched."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """Characters that an element leaves in a text picture, from this row and column to the right."""

    row: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class Element:
    """Something in a picture.

    `path` is an SVG path around the element's own (0, 0), which lies at `x`, `y`, turned by `angle` degrees clockwise.
    `look` holds words such as `seat-0`, `last`, `win`; `text` is written in the middle; `label` is spoken.
    """

    id: str
    role: Role
    x: float
    y: float
    path: str = ""
    angle: float = 0.0
    look: str = ""
    text: str = ""
    label: str = ""
    stamps: tuple[Stamp, ...] = ()


@dataclass(frozen=True, slots=True)
class Touch:
    """Touching these elements, one after another, chooses the action; an action may be reached in several ways."""

    action: int
    elements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture of a position: `width` by `height` units, elements from the bottom to the top.

    `touches` is empty where nobody can act; `caption` says the position in a sentence.
    """

    width: float
    height: float
    elements: tuple[Element, ...]
    touches: tuple[Touch, ...] = ()
    caption: str = ""


class View(Protocol):
    """`view.py` of a game's folder."""

    def scene(self, state: State, before: State | None = None, walk: Sequence[int] = ()) -> Scene:
        """The picture of a state; `walk`, played from `before`, is what led to it, to be marked."""


def draw(state: State, before: State | None = None, walk: Sequence[int] = ()) -> Scene:
    """The picture of a state, drawn by its game; `walk`, played from `before`, is what led to it."""
    view: View = state.game.kit.part("view")  # type: ignore[assignment]  # a module that keeps the protocol
    return view.scene(state, before, walk)
