"""Pictures that are carried forward: each is made from the one before it and the step between them.

A position does not say where a piece came from, but the steps do. So a view keeps in its picture what the position does
not tell: an id for each piece, the angles of turning elements, what the last turn changed. The picture of a match is
begun with its first state and advanced by every step; nothing is ever played again to draw a later one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.scenes.scene import Button, Highlight, Refusal, Scene


@dataclass(frozen=True)
class Picture:
    """A state, and in a view's own subclass what the view remembers of the steps that led to it.

    `viewers` are the seats of the person for whom it is drawn, where drawings differ; an onlooker has none.
    """

    state: State
    viewers: frozenset[int] = field(default=frozenset(), kw_only=True)

    @property
    def viewer(self) -> int:
        """The seat from whose side it is drawn: the first of the viewers, or the first of all for an onlooker."""
        return min(self.viewers, default=0)


class View(Protocol):
    """The module `view` of a game.

    A view whose drawings depend on the state alone has only `scene`; its pictures hold the state and nothing else. One
    that draws the same picture in several ways names them in `LAYOUTS`, a dict of functions such as `scene`.
    """

    def begin(self, state: State) -> Picture:
        """Return the picture of a first state."""

    def advance(self, picture: Any, state: State, step: Sequence[int]) -> Picture:  # Any: the view's own subclass
        """Return the picture after a step: `state` follows from `picture.state` by these actions, one an actor."""

    def scene(self, picture: Any) -> Scene:  # Any: the view's own subclass
        """Return the drawing, in which the last turn is marked; `draw` adds buttons and the palette."""


def begin(state: State) -> Picture:
    """Return the picture of a state, as one in which a match begins."""
    view = state.game.definition.module("view")
    found: Picture = view.begin(state) if hasattr(view, "begin") else Picture(state)
    return found


def advance(picture: Picture, state: State, step: Sequence[int]) -> Picture:
    """Return the picture after a step, whose actions led to `state`."""
    view = state.game.definition.module("view")
    found: Picture = view.advance(picture, state, step) if hasattr(view, "advance") else Picture(state)
    return found


def follow(start: Picture | State, actions: Sequence[int]) -> Picture:
    """Return the picture after any number of whole steps of legal actions from a picture or a first state.

    >>> import ludarium
    >>> start = ludarium.load("orion").initial()
    >>> draw(follow(start, start.parse_turn("u+"))).caption
    'O to move: turn rotors up to 2 times'
    """
    picture, rest = start if isinstance(start, Picture) else begin(start), tuple(actions)
    while rest:
        step, rest = rest[: (count := max(1, len(picture.state.actors)))], rest[count:]
        picture = advance(picture, picture.state.play_unchecked(*step), step)
    return picture


def layouts(game: Game) -> tuple[str, ...]:
    """Return the names of the ways in which positions can be drawn, the default first; empty if there is only one.

    >>> import ludarium
    >>> layouts(ludarium.load("ludo")), layouts(ludarium.load("orion"))
    (('map', 'table'), ())
    """
    return tuple(getattr(game.definition.module("view"), "LAYOUTS", ()))


def draw(of: Picture | State, layout: str = "") -> Scene:
    """Return the drawing of a picture, or of a state as one in which a match begins.

    `layout` is one of `layouts`; the default is drawn for any other name.

    >>> import ludarium
    >>> start = ludarium.load("orion").initial()
    >>> draw(start.move("u+")).buttons
    (Button(seat=1, action=50, label='pass'),)
    """
    picture = of if isinstance(of, Picture) else begin(of)
    state = picture.state
    view: View = state.game.definition.module("view")
    scene: Scene = getattr(view, "LAYOUTS", {}).get(layout, view.scene)(picture)
    touched = {(touch.seat, touch.action) for touch in scene.touches}
    rest = (
        Button(seat, action, state.action_name(action, seat))
        for seat in state.actors
        if seat != CHANCE
        for action in state.legal(seat)
        if (seat, action) not in touched
    )
    return replace(scene, buttons=(*scene.buttons, *rest), palette=state.game.definition.palette)


def seen_by(picture: Picture, seats: Iterable[int]) -> Picture:
    """Return the picture as the person with these seats sees it; an onlooker has none."""
    return replace(picture, viewers=frozenset(seats))


def highlight(picture: Picture, scene: Scene) -> Scene:
    """Return the drawing of a picture with the highlights and refusals of its view, for a page that shows them.

    They are the optional functions `highlights` and `refusals` of a view, which take a picture; `draw` leaves them
    out. `refusals` yields an element, a seat, and the action that is not legal or the text that is no turn, for which
    the rules have a sentence.

    >>> import ludarium
    >>> picture = begin(ludarium.load("vortex").parse_position("0,0,0,24/0,0,0,0 X 5 2"))
    >>> scene = highlight(picture, draw(picture))
    >>> next(refusal.why for refusal in scene.refusals if refusal.element == "cell-24")
    'a token on 24 needs exactly 1 for the centre, not 2'
    """
    state = picture.state
    view = state.game.definition.module("view")
    found: Iterable[Highlight] = view.highlights(picture) if hasattr(view, "highlights") else ()
    refused: Iterable[tuple[str, int, int | str]] = view.refusals(picture) if hasattr(view, "refusals") else ()
    drawn = {element.id for element in scene.elements}  # of one of several layouts
    known = (
        one
        if drawn.issuperset(one.others)
        else replace(one, others=tuple(each for each in one.others if each in drawn))
        for one in found
        if one.element in drawn
    )
    refusals = (
        Refusal(seat, element, _refused(picture, seat, what)) for element, seat, what in refused if element in drawn
    )
    return replace(scene, highlights=tuple(known), refusals=tuple(refusals))


def _refused(picture: Picture, seat: int, what: int | str) -> str:
    """Return the sentence with which the rules refuse an action or a text, as the board numbers its places.

    It is empty if they do not refuse it.
    """
    if isinstance(what, int):
        return picture.state.explain(seat, what, reader=picture.viewer)
    try:
        picture.state.parse_turn(what)
    except LudariumError as error:
        return str(error)
    return ""
