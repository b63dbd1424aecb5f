"""A turn drawn on a board before it is played: what to touch for each of its actions, and where its pieces go.

Nothing here knows a game: a view names what chooses an action (its touches), and its pieces keep their ids while they
move. Where several seats choose at once nothing moves before all have chosen; there the notes are drawn that the board
shows of such a choice.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ludarium.scenes.marks import arrow
from ludarium.scenes.outline import Point, middle, outline
from ludarium.scenes.parts import disc
from ludarium.scenes.picture import Picture, draw, follow, highlight
from ludarium.scenes.scene import Element, Scene, Touch

_BADGE, _WIDER, _ACROSS = 16.0, 5.0, 600.0
"""The radius of the badge with the number of an action, what each further character adds, and the width of a picture
for which that is large enough."""


class SeatTurn(NamedTuple):
    """A turn of a seat: its actions in order, and how many of them are played already and not drawn."""

    seat: int
    actions: tuple[int, ...]
    played: int = 0


class TurnMarks(NamedTuple):
    """What draws a turn: the ids of the elements that are touched for it, and what is drawn above all others."""

    touched: frozenset[str]
    drawn: tuple[Element, ...]


class _Action(NamedTuple):
    """An action as it is drawn: the elements that choose it, the way of its piece, and notes."""

    touched: frozenset[str]
    way: tuple[Point, Point] | None
    at: Point | None
    goes_on: bool = False
    """Whether it goes on with the piece of the action before, where that has ended."""
    notes: tuple[Element, ...] = ()
    """What the board shows of a choice before all have chosen."""


def with_turn(scene: Scene, picture: Picture, turn: SeatTurn, layout: str = "") -> Scene:
    """Return a drawing with a turn drawn on it that begins at a picture.

    What is touched for each action has the look `advised`; an arrow leads from where a piece stands to where it goes;
    and where the turn has several moves that have a place on the board, each has its number. An action that goes on
    with the piece of the one before belongs to the same move.

    >>> import ludarium
    >>> from ludarium.scenes.picture import begin
    >>> state = ludarium.load("orion").parse_position("OOOOO/OOOOOO/OOOOO/6/5/6/5/6/XXXXX/XXXXXX/XXXXX x 3")
    >>> turn = SeatTurn(0, state.parse_turn("u+v-"))
    >>> drawn = with_turn(draw(state), begin(state), turn)
    >>> [element.id for element in drawn.elements if "advised" in element.look]
    ['u+', 'v-']
    >>> [element.text for element in drawn.elements if element.look == "step"]
    ['1', '2']
    """
    marks = marks_of_turn(picture, turn, layout)
    elements = (_looking(one, "advised") if one.id in marks.touched else one for one in scene.elements)
    return replace(scene, elements=(*elements, *marks.drawn))


def with_order(scene: Scene, turn: SeatTurn) -> Scene:
    """Return a drawing on which what was touched for a turn, which waits for those of others, looks `ordered`."""
    touched = {name for action in turn.actions for name in touched_for(scene.touches, turn.seat, action)}
    return replace(
        scene, elements=tuple(_looking(one, "ordered") if one.id in touched else one for one in scene.elements)
    )


def before_it_ends(scene: Scene, earlier: Scene) -> Scene:
    """Return the drawing of a turn's end, marked for whose turn it is in an earlier one: it is not confirmed yet.

    That is what grounds with the look `panel` say.

    >>> import ludarium
    >>> from ludarium.scenes.picture import begin
    >>> start = begin(ludarium.load("vortex").parse_position("0,0,0,24/0,0,0,0 X 5 2"))
    >>> earlier, end = draw(start), draw(follow(start, (0,)))
    >>> [[one.id for one in each.elements if "panel" in one.look and one.glyph]
    ...  for each in (end, before_it_ends(end, earlier))]
    [['panel-O'], ['panel-X']]
    """
    panels = {one.id: one for one in earlier.elements if "panel" in one.look.split()}
    return replace(scene, elements=tuple(panels.get(one.id, one) for one in scene.elements))


def marks_of_turn(picture: Picture, turn: SeatTurn, layout: str = "") -> TurnMarks:
    """Return what draws a turn on the drawing of a picture, for pages that draw it when they are asked to."""
    scene = draw(picture, layout)
    steps = list(_actions(picture, scene, turn, layout))
    elements, numbers, number = list[Element](), dict[Point, list[int]](), 0
    for done, step in enumerate(steps):
        number += not step.goes_on
        if done < turn.played:
            continue
        elements += step.notes
        if step.way:
            elements.append(arrow(f"turn-{turn.seat}-{done + 1}", *step.way[0], *step.way[1]))
        if step.at and number not in (there := numbers.setdefault(step.at, [])):
            there.append(number)
    if number > 1:
        elements += _badges(numbers, turn.seat, scene.width / _ACROSS)
    return TurnMarks(frozenset[str]().union(*(step.touched for step in steps[turn.played :])), tuple(elements))


def _badges(numbers: Mapping[Point, Sequence[int]], seat: int, scale: float) -> Iterator[Element]:
    """Draw the numbers of actions at their places; actions at one place have one badge."""
    for count, ((x, y), found) in enumerate(numbers.items(), 1):
        text = ",".join(map(str, found))
        body = disc(_BADGE + _WIDER * (len(text) - 1))
        yield Element(f"step-{seat}-{count}", "label", x, y, body, look="step", text=text, scale=scale)


def _looking(element: Element, look: str) -> Element:
    return replace(element, look=f"{element.look} {look}".lstrip())


def _actions(picture: Picture, scene: Scene, turn: SeatTurn, layout: str) -> Iterator[_Action]:
    """Yield the actions of a turn as they are drawn; each is played before the next is looked for.

    `scene` is the drawing of the picture.
    """
    last: Point | None = None
    for action in turn.actions:
        touched = touched_for(scene.touches, turn.seat, action)
        known = {element.id: element for element in scene.elements}
        place = _place([known[name] for name in touched if name in known])
        if len(picture.state.actors) > 1:
            lit = (one for one in highlight(picture, scene).highlights if one.element in touched)
            yield _Action(frozenset(touched), None, place, notes=tuple(note for one in lit for note in one.notes))
            return
        picture = follow(picture, (action,))
        scene = draw(picture, layout)
        way = _way(known, scene.elements, turn.seat, touched)
        starts = way[0] if way else None if any(known[one].role == "handle" for one in touched) else place
        at = way[1] if way else place
        yield _Action(frozenset(touched), way, at, bool(last and starts and _distance(last, starts) < 1))
        last = at


def touched_for(touches: Sequence[Touch], seat: int, action: int) -> tuple[str, ...]:
    """Return the elements that choose an action: each that does so alone, or else those of the shortest touch."""
    found = sorted(
        (touch.elements for touch in touches if (touch.seat, touch.action) == (seat, action)),
        key=len,
    )
    alone = tuple(elements[0] for elements in found if len(elements) == 1)
    return alone or next(iter(found), ())


def _place(touched: Sequence[Element]) -> Point | None:
    """Return where the number of an action stands that moves no piece: in the middle of what is touched for it.

    It stands at the upper edge of a handle, whose sign it would cover.
    """
    if not touched:
        return None
    corners = outline(touched[0])
    across, down = middle(corners)
    return across, min(y for _, y in corners) if touched[0].role == "handle" else down


def _way(
    before: Mapping[str, Element], after: Sequence[Element], seat: int, touched: Sequence[str]
) -> tuple[Point, Point] | None:
    """Return from where and to where the seat's piece goes that an action moves; None where none does, or all turn."""
    moved = [
        (old, new)
        for new in after
        if new.role == "piece" and f"seat-{seat}" in new.look.split() and (old := before.get(new.id))
        if (old.x, old.y) != (new.x, new.y) and old.angle == new.angle
    ]
    if not moved:
        return None
    old, new = max(moved, key=lambda pair: (pair[0].id in touched, _distance(*((one.x, one.y) for one in pair))))
    return (old.x, old.y), (new.x, new.y)


def _distance(one: Point, other: Point) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
