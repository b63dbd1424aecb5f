"""Orion as a picture: eye-shaped slots, rotors that turn between them, and two arrows on each rotor to click it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ludarium.boards.rotors import COMPASS
from ludarium.core.state import State
from ludarium.games.orion.kernel import CARRIED, DONE, LEFT, TURN, O, X
from ludarium.games.orion.rules import BOARD, SEATS
from ludarium.scenes.scene import Element, Scene, Stamp, Touch

_CELL, _MARGIN = 100, 40
_WIDTH, _HEIGHT = BOARD.columns * _CELL + 2 * _MARGIN, BOARD.rows * _CELL + 2 * _MARGIN
_SIDES = dict(zip(COMPASS, ("north", "west", "east", "south"), strict=True))
_CLOCKWISE = {0: 2, 2: 3, 3: 1, 1: 0}
"""Where a click clockwise carries each slot of an orbit, by their places in the compass."""

# An upright eye is 100 long and 32 thick; a rotor's body keeps a distance of 3 from the four eyes around it.
_EYE = "M0-50A86.1 86.1 0 0 1 0 50A86.1 86.1 0 0 1 0-50Z"
_PIECE = "M0-44A81 81 0 0 1 0 44A81 81 0 0 1 0-44Z"
_GLYPHS = ("M-5-5L5 5M5-5L-5 5", "M5.5 0A5.5 5.5 0 1 1-5.5 0A5.5 5.5 0 1 1 5.5 0Z")
_BODY = (
    "M-38-39.5A89.1 89.1 0 0 0 38-39.5Q40-40 39.5-38A89.1 89.1 0 0 0 39.5 38Q40 40 38 39.5"
    "A89.1 89.1 0 0 0-38 39.5Q-40 40-39.5 38A89.1 89.1 0 0 0-39.5-38Q-40-40-38-39.5Z"
)
_NOTCH = "M29-33A4 4 0 1 1 37-33A4 4 0 1 1 29-33Z"
_HALVES = (
    ("M1-31A89.1 89.1 0 0 0 38-39.5L39.5-38A89.1 89.1 0 0 0 39.5 38L38 39.5A89.1 89.1 0 0 0 1 31Z",
     "M10-18A20.6 20.6 0 0 1 16 13M22.5 11L15.5 13.5L13.5 6"),
    ("M-1-31A89.1 89.1 0 0 1-38-39.5L-39.5-38A89.1 89.1 0 0 1-39.5 38L-38 39.5A89.1 89.1 0 0 1-1 31Z",
     "M-10-18A20.6 20.6 0 0 0-16 13M-22.5 11L-15.5 13.5L-13.5 6"),
)  # fmt: skip
"""The handle of a click, clockwise and anticlockwise: half of the rotor, and its arrow."""


def scene(state: State, before: State | None = None, walk: Sequence[int] = ()) -> Scene:
    """The board, with what the last turn of the walk has turned and moved marked."""
    trail = _follow(before or state, walk)
    elements = (*_ground(state, trail), *_slots(state), *_pieces(state, trail), *_handles(state), *_chains(state))
    return Scene(_WIDTH, _HEIGHT, elements, tuple(_touches(state)), caption=_caption(state))


@dataclass
class _Trail:
    """What a walk did: how often every rotor was clicked clockwise, and which piece lies where, turned how far."""

    names: dict[int, str]
    angles: dict[str, int]
    clicks: list[int] = field(default_factory=lambda: [0] * len(BOARD.rotors))
    turned: set[int] = field(default_factory=set)
    """The rotors that the last turn clicked."""
    origin: dict[int, str] = field(default_factory=dict)
    """`names` before the last turn."""


def _follow(before: State, walk: Sequence[int]) -> _Trail:
    names = {slot: f"piece-{BOARD.names[slot]}" for seat in (X, O) for slot in _members(before, seat)}
    angles = {name: 90 if BOARD.is_level(slot) else 0 for slot, name in names.items()}
    trail, state = _Trail(names, angles, origin=names), before
    for action in walk:
        if not state.in_turn:
            trail.turned, trail.origin = set(), trail.names
        if action != DONE:
            rotor, way = action >> 1, -1 if action & 1 else 1
            orbit = BOARD.around(rotor)
            carried = {(a, b)[::way]: None for a, b in _CLOCKWISE.items()}
            moved = {orbit[b]: trail.names[orbit[a]] for a, b in carried if orbit[a] in trail.names}
            trail.names = {slot: name for slot, name in trail.names.items() if slot not in orbit} | moved
            for name in moved.values():
                trail.angles[name] += 90 * way
            trail.clicks[rotor] += way
            trail.turned.add(rotor)
        state = state.play_unchecked(action)
    return trail


def _members(state: State, word: int) -> list[int]:
    """The slots in a word of the position."""
    return [slot for slot in range(BOARD.slots) if int(state.vector[word]) >> slot & 1]


def _at(x: float, y: float) -> tuple[float, float]:
    return _MARGIN + _CELL * x, _MARGIN + _CELL * y


def _ground(state: State, trail: _Trail) -> Iterator[Element]:
    frame = f"M16 4H{_WIDTH - 16}a12 12 0 0 1 12 12V{_HEIGHT - 16}a12 12 0 0 1-12 12H16a12 12 0 0 1-12-12V16a12 12 0 0 1 12-12Z"
    yield Element("board", "ground", 0, 0, frame, look="board")
    open_rotors = {action >> 1 for action in state.legal() if action != DONE}
    for rotor, letter in enumerate(BOARD.letters):
        row, column = divmod(rotor, BOARD.columns)
        look = " ".join(["rotor"] + ["last"] * (rotor in trail.turned) + ["open"] * (rotor in open_rotors))
        x, y = _at(*BOARD.middle(rotor))
        hub = ((1, 3, ".-."), (2, 2, f"( {letter} )"), (3, 3, "`-`"))
        stamps = tuple(Stamp(4 * row + down, 8 * column + right, text) for down, right, text in hub)
        yield Element(f"rotor-{letter}", "ground", x, y, _BODY, _NOTCH, 90 * trail.clicks[rotor], look, stamps=stamps)
        yield Element(f"letter-{letter}", "label", x, y, text=letter)


def _stamps(slot: int, level: str, upright: str) -> tuple[Stamp, ...]:
    row, place = divmod(slot, BOARD.stride)
    if BOARD.is_level(slot):
        return (Stamp(4 * row, 8 * place + 2, level * 5),)
    return tuple(Stamp(4 * row + down, 8 * (place - BOARD.columns), upright) for down in (1, 2, 3))


def _slots(state: State) -> Iterator[Element]:
    holds = {slot: SEATS[seat] for seat in (X, O) for slot in _members(state, seat)}
    for slot, name in enumerate(BOARD.names):
        angle = 90 if BOARD.is_level(slot) else 0
        label = f"slot {_place(slot)}, {holds.get(slot, 'empty')}"
        stamps = _stamps(slot, "-", "|")
        yield Element(f"slot-{name}", "cell", *_at(*BOARD.centre(slot)), _EYE, angle=angle, label=label, stamps=stamps)


def _place(slot: int) -> str:
    """Where a slot is, in words."""
    rotors = [rotor for rotor in range(len(BOARD.rotors)) if slot in BOARD.around(rotor)]
    if len(rotors) == 2:
        return f"between {BOARD.letters[rotors[0]]} and {BOARD.letters[rotors[1]]}"
    side = COMPASS[BOARD.around(rotors[0]).index(slot)]
    return f"{_SIDES[side]} of {BOARD.letters[rotors[0]]}"


def _pieces(state: State, trail: _Trail) -> Iterator[Element]:
    carried = _members(state, CARRIED) if state.in_turn else []
    winning = {slot for seat in (X, O) for slot in _chain(state, seat)}
    for seat in (X, O):
        for slot in _members(state, seat):
            name = trail.names[slot]
            looks = {
                "last": trail.origin.get(slot) != name,
                "carried": slot in carried,
                "win": slot in winning,
            }
            look = " ".join([f"seat-{seat}"] + [word for word, holds in looks.items() if holds])
            stamps = _stamps(slot, SEATS[seat], SEATS[seat])
            x, y = _at(*BOARD.centre(slot))
            yield Element(name, "piece", x, y, _PIECE, _GLYPHS[seat], trail.angles[name], look, stamps=stamps)


def _handles(state: State) -> Iterator[Element]:
    for rotor, letter in enumerate(BOARD.letters):
        for back, (half, arrow) in enumerate(_HALVES):
            label = f"turn rotor {letter} {'anticlockwise' if back else 'clockwise'}"
            yield Element(f"{letter}{'+-'[back]}", "handle", *_at(*BOARD.middle(rotor)), half, arrow, label=label)


def _touches(state: State) -> Iterator[Touch]:
    """A click is chosen by its arrow, or by a piece and then the arrow or the place to which the piece would go."""
    carried = _members(state, CARRIED)
    for seat in state.actors:
        for action in state.legal(seat):
            if action == DONE:
                continue
            handle = f"{BOARD.letters[action >> 1]}{'+-'[action & 1]}"
            yield Touch(seat, action, (handle,))
            orbit = BOARD.around(action >> 1)
            for a, b in _CLOCKWISE.items():
                start, end = (orbit[b], orbit[a]) if action & 1 else (orbit[a], orbit[b])
                if start in carried:
                    piece = f"slot-{BOARD.names[start]}"
                    yield Touch(seat, action, (piece, handle))
                    if end not in carried:  # touching a second piece of one's own means that one instead
                        yield Touch(seat, action, (piece, f"slot-{BOARD.names[end]}"))


def _chains(state: State) -> Iterator[Element]:
    for seat in (X, O):
        points = [divmod(point, BOARD.stride) for point in _line(state, seat)]
        if points:
            path = "M" + "L".join(f"{x:g} {y:g}" for x, y in (_at(column, row) for row, column in points))
            yield Element(f"chain-{seat}", "mark", 0, 0, glyph=path, look=f"seat-{seat} win")


def _chain(state: State, seat: int) -> set[int]:
    """The slots of a seat's shortest chain once the game is over; none where it has no chain."""
    line = _line(state, seat)
    steps = {frozenset(pair) for pair in zip(line, line[1:], strict=False)}
    return {slot for slot in range(BOARD.slots) if frozenset(BOARD.tips(slot)) in steps}


def _line(state: State, seat: int) -> list[int]:
    """The lattice points of a seat's shortest chain from the top edge to the bottom edge."""
    if state.actors:
        return []
    links = [BOARD.tips(slot) for slot in _members(state, seat)]
    lines = [[point] for point in range(BOARD.columns + 1)]
    seen = set(range(BOARD.columns + 1))
    for line in lines:
        if line[-1] >= BOARD.stride * BOARD.rows:
            return line
        ends = {b if a == line[-1] else a for a, b in links if line[-1] in (a, b)} - seen
        seen |= ends
        lines += [[*line, end] for end in sorted(ends)]
    return []


def _caption(state: State) -> str:
    turns, left = int(state.vector[TURN]), int(state.vector[LEFT])
    if not state.actors:
        who = "".join(f"{SEATS[seat]} has won: " for seat in state.winners)
        return f"{who}{state.ending}, after {turns} turns"
    return f"{SEATS[state.actors[0]]} to move, turn {turns + 1}, {left} click{'s' * (left != 1)} left"
