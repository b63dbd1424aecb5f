"""Scenes: pictures as data: elements with positions and labels, and the elements to touch for each action.

Lengths are in hundredths of a cell, x to the right and y down. A scene has no colours: a look is a class of the style
sheet (see `palettes.py` and `scene.css`).

An element keeps its id while it moves, so that the style sheet alone animates it in a browser. Views draw scenes, and
know the ids because they carry them forward from picture to picture (see `picture.py`).
"""

from dataclasses import dataclass, replace
from typing import Literal

Role = Literal["ground", "cell", "piece", "handle", "mark", "label"]
"""The role of an element; handles exist only to be touched."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """Characters that an element prints in a text picture, from this row and column to the right."""

    row: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class Element:
    """An element of a picture.

    | field      | meaning                                                                             |
    |------------|-------------------------------------------------------------------------------------|
    | `id`       | unique in the picture, and kept while the element moves                             |
    | `x`, `y`   | the position of the element's origin                                                |
    | `path`     | the body, an SVG path around the origin                                             |
    | `glyph`    | a drawing upon the body, another SVG path                                           |
    | `angle`    | the rotation in degrees, clockwise                                                  |
    | `look`     | words of the style sheet, separated by spaces (see below)                           |
    | `text`     | written in the middle                                                               |
    | `label`    | spoken by screen readers                                                            |
    | `stamps`   | how it is printed as text                                                           |
    | `under`    | a drawing below the body, such as the edge that makes it thick                      |
    | `scale`    | how much larger it is than its paths and its text                                   |

    | look       | meaning                                                                             |
    |------------|-------------------------------------------------------------------------------------|
    | `seat-0`   | has the colours of seat 0, and so on                                                |
    | `last`     | belongs to the last turn                                                            |
    | `dim`      | ground that matters less                                                            |
    | `quiet`    | a label that matters less                                                           |
    | `deep-1`   | ground that lies deeper, to `deep-4`                                                |
    | `ribbon`   | a wide line in the colour of a seat                                                 |
    | `link`     | a dotted line between what belongs together                                         |
    | `ghost`    | a piece where it could go                                                           |
    | `strike`   | a ring around a piece that would be taken                                           |
    | `hint`     | shows information that follows from the position; a page may hide it                |
    | `coordinate` | the name of a place on the board; a page may hide it                              |
    | `overlay`  | shows further such information; a page hides it until the player requests it        |
    | `die`      | a die that shows a roll; it has a new id for every roll                             |
    | `halo`     | a ring behind what can be touched now, for those who may touch it                   |
    | `pointed`  | is drawn only while it is highlighted: it shows what would happen                   |
    | `drawn`    | a ring or an arrow that somebody has drawn                                          |
    | `advised`  | to be touched for a turn that is drawn before it is played (see `turns.py`)         |
    | `step`     | the number of an action of such a turn                                              |
    | `unpointed` | is drawn only while nothing with the look `pointed` is                             |
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
    under: str = ""
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Touch:
    """Touching these elements in order chooses the seat's action; an action may have several touches."""

    seat: int
    action: int
    elements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Highlight:
    """While an element is under the pointer, has the focus or was touched, a page highlights these others.

    It also draws the `notes` on top of the picture: elements of any ids, which show what touching it would do.
    """

    element: str
    others: tuple[str, ...] = ()
    notes: tuple[Element, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Touching this element means an action that is not legal now; a page says why, in the sentence of the rules."""

    seat: int
    element: str
    why: str


@dataclass(frozen=True, slots=True)
class Focus:
    """A part of the picture that matters to seats, and that pages enlarge for them.

    The part is a field of `columns` and `rows` whose cells have the size `cell`, with its corner at `x` and `y`.
    `boxes` are by seat left column, top row, width and height, in the shape of the field; they may end within cells.
    Elements with the look `on-field` lie in it; those of the ground, or `spread`, are drawn in cells: their
    origin is its corner, and their scale is `cell`. Pages that enlarge a part draw the whole field in `room`, which is
    left, top, width and height in the picture; what has the look `gives-way` gives way to it.
    """

    x: float
    y: float
    cell: float
    columns: int
    rows: int
    boxes: tuple[tuple[float, float, float, float] | None, ...]
    room: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Finale:
    """A moment that a page shows once when the end of a match arrives (see `finale.py`).

    | field      | meaning                                                                             |
    |------------|-------------------------------------------------------------------------------------|
    | `winners`  | the seats that have won; nobody in a draw                                           |
    | `pieces`   | the ids of the elements that won, in the order in which they rise                   |
    | `notes`    | what is drawn then, in this order, such as the way that has won                     |
    | `below`    | the id of the element below which the notes lie; empty for on top of the picture    |
    | `kept`     | the ids of further elements that stay as they are, such as the winner's points      |
    """

    winners: tuple[int, ...]
    pieces: tuple[str, ...] = ()
    notes: tuple[Element, ...] = ()
    below: str = ""
    kept: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Button:
    """An action of a seat that has no place in the picture, such as a pass, with its name."""

    seat: int
    action: int
    label: str


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture of a position: its size, and its elements from bottom to top.

    Every legal action of every seat that must act has a touch or a button; it may have both, where a button is found
    sooner, such as one that ends a turn. `caption` describes the position in a
    sentence. `palette` is a name from `palettes.py`. `highlights` and `refusals` are only in scenes for pages (see
    `picture.highlight`), and so is `finale`.
    """

    width: float
    height: float
    elements: tuple[Element, ...]
    touches: tuple[Touch, ...] = ()
    buttons: tuple[Button, ...] = ()
    caption: str = ""
    palette: str = ""
    highlights: tuple[Highlight, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    focus: Focus | None = None
    finale: Finale | None = None

    @property
    def still(self) -> tuple[Element, ...]:
        """The elements of a picture in which nothing can be pointed at."""
        return tuple(element for element in self.elements if "pointed" not in element.look.split())

    @property
    def plain(self) -> "Scene":
        """The picture without hints, overlays and what shows only while something is pointed at."""
        elements = (element for element in self.still if not {"hint", "overlay"} & set(element.look.split()))
        return replace(self, elements=tuple(elements))
