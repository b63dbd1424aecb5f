"""The picture of Orion: eye-shaped slots, rotors that turn between them, and two arrows on each rotor to click it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import pairwise

from ludarium.boards.rotors import COMPASS, RotorLattice
from ludarium.core.game import State
from ludarium.core.text import near_limit
from ludarium.games.orion.kernel import CARRIED, CLICKS, END, LEFT, LIMIT, TURN, O, X
from ludarium.games.orion.rules import NAMES, board_of, slots_of
from ludarium.scenes.parts import board, looks
from ludarium.scenes.picture import Picture
from ludarium.scenes.scene import Element, Finale, Highlight, Scene, Stamp, Touch

_CELL, _MARGIN = 100, 40
_SIDES = dict(zip(COMPASS, ("north", "west", "east", "south"), strict=True))

# An upright eye is 100 long and 32 thick; a rotor keeps a distance of 3 from the four eyes around it.
_EYE = "M0-50A86.1 86.1 0 0 1 0 50A86.1 86.1 0 0 1 0-50Z"
_PIECE = "M0-45A82 82 0 0 1 0 45A82 82 0 0 1 0-45Z"
_SIGNS = ("M-5-5L5 5M5-5L-5 5", "M5.5 0A5.5 5.5 0 1 1-5.5 0A5.5 5.5 0 1 1 5.5 0Z")
_ROTOR = (
    "M-38-39.5A89.1 89.1 0 0 0 38-39.5Q40-40 39.5-38A89.1 89.1 0 0 0 39.5 38Q40 40 38 39.5"
    "A89.1 89.1 0 0 0-38 39.5Q-40 40-39.5 38A89.1 89.1 0 0 0-39.5-38Q-40-40-38-39.5Z"
)
# The letter stands between the halves, and between the arrows upon them.
_HALVES = (
    "M10-31.6A89.1 89.1 0 0 0 38-39.5L39.5-38A89.1 89.1 0 0 0 39.5 38L38 39.5A89.1 89.1 0 0 0 10 31.6Z",
    "M-10-31.6A89.1 89.1 0 0 1-38-39.5L-39.5-38A89.1 89.1 0 0 1-39.5 38L-38 39.5A89.1 89.1 0 0 1-10 31.6Z",
)
_ARROWS = (
    "M13-18.5A22.6 22.6 0 0 1 15 16.9M22.9 16L15 16.9L16.9 9.1",
    "M-13-18.5A22.6 22.6 0 0 0-15 16.9M-22.9 16L-15 16.9L-16.9 9.1",
)
_WAYS = ("clockwise", "anticlockwise")


@dataclass(frozen=True)
class _Piece:
    """A piece: the slot where it is, the slot where it was before the last turn, and its angle."""

    name: str
    seat: int
    slot: int
    origin: int
    angle: int


@dataclass(frozen=True)
class _OrionPicture(Picture):
    """The state that pictures carry forward: pieces in a constant order, rotors' angles, those of the last turn."""

    pieces: tuple[_Piece, ...]
    angles: tuple[int, ...]
    clicked: frozenset[int] = frozenset()


def begin(state: State) -> _OrionPicture:
    """Return the picture of a first state, whose slots name the pieces."""
    lattice = board_of(state.game)
    pieces = (
        _Piece(f"piece-{lattice.names[slot]}", seat, slot, slot, _angle(lattice, slot))
        for seat in (X, O)
        for slot in _members(state, seat)
    )
    return _OrionPicture(state, tuple(pieces), (0,) * len(lattice.rotors))


def advance(picture: _OrionPicture, state: State, step: Sequence[int]) -> _OrionPicture:
    """Turn a rotor and the pieces around it."""
    pieces, angles, clicked = picture.pieces, [*picture.angles], picture.clicked
    if not picture.state.in_turn:
        pieces, clicked = tuple(replace(piece, origin=piece.slot) for piece in pieces), frozenset[int]()
    if step[0] != state.game.tables[END]:
        rotor, back = divmod(step[0], 2)
        carries, turn = board_of(state.game).click(rotor, bool(back)), -90 if back else 90
        angles[rotor] += turn
        clicked |= {rotor}
        pieces = tuple(
            replace(piece, slot=carries[piece.slot], angle=piece.angle + turn) if piece.slot in carries else piece
            for piece in pieces
        )
    return _OrionPicture(state, pieces, tuple(angles), clicked)


def scene(picture: _OrionPicture) -> Scene:
    """Draw the board, mark what the last turn clicked and moved, and the chains that ended the game."""
    state, lattice = picture.state, board_of(picture.state.game)
    lines = {} if state.actors else {seat: line for seat in (X, O) if (line := _line(state, seat))}
    elements = (
        *_ground(picture),
        *_slots(state),
        *_chains(lattice, lines),
        *_pieces(picture, lines),
        *_handles(lattice),
        *_letters(lattice),
    )
    return Scene(*_size(lattice), elements, tuple(_touches(state)), caption=_caption(state))


def _members(state: State, word: int) -> list[int]:
    """Return the slots in a word of the position."""
    return slots_of(board_of(state.game), int(state.vector[word]))


def _size(lattice: RotorLattice) -> tuple[int, int]:
    """Return the width and the height of the picture."""
    return 2 * _MARGIN + _CELL * lattice.columns, 2 * _MARGIN + _CELL * lattice.rows


def _edges(lattice: RotorLattice) -> str:
    """Return the path of the lines above and below the board."""
    width, height = _size(lattice)
    return f"M44 14H{width - 44}M44 {height - 14}H{width - 44}"


def _angle(lattice: RotorLattice, slot: int) -> int:
    """Return the angle of an eye in the slot; an upright one has 0."""
    return 90 if lattice.is_level(slot) else 0


def _at(x: float, y: float) -> tuple[float, float]:
    """Return the place in the picture of a place on the board."""
    return _MARGIN + _CELL * x, _MARGIN + _CELL * y


def _ground(picture: _OrionPicture) -> Iterator[Element]:
    lattice = board_of(picture.state.game)
    yield _board(lattice)
    for rotor, angle in enumerate(picture.angles):
        yield _rotor(lattice, rotor, angle, rotor in picture.clicked)


@cache
def _board(lattice: RotorLattice) -> Element:
    return replace(board(*_size(lattice)), glyph=_edges(lattice))


@lru_cache(maxsize=4096)  # the angles grow and grow
def _rotor(lattice: RotorLattice, rotor: int, angle: int, clicked: bool) -> Element:
    row, column = divmod(rotor, lattice.columns)
    letter, at = lattice.letters[rotor], _at(*lattice.middle(rotor))
    hub = ((1, 3, ".-."), (2, 2, f"( {letter} )"), (3, 3, "`-`"))
    stamps = tuple(Stamp(4 * row + down, 8 * column + right, text) for down, right, text in hub)
    return Element(f"rotor-{letter}", "ground", *at, _ROTOR, "", angle, "last" * clicked, stamps=stamps)


def _slots(state: State) -> Iterator[Element]:
    lattice = board_of(state.game)
    held = {slot: NAMES[seat] for seat in (X, O) for slot in _members(state, seat)}
    for slot in range(lattice.slots):
        yield _slot(lattice, slot, held.get(slot, "empty"))


@cache
def _slot(lattice: RotorLattice, slot: int, held: str) -> Element:
    label, stamps = f"slot {_where(lattice, slot)}, {held}", _stamps(lattice, slot, "-", "|")
    at = _at(*lattice.centre(slot))
    return Element(
        f"slot-{lattice.names[slot]}", "cell", *at, _EYE, angle=_angle(lattice, slot), label=label, stamps=stamps
    )


@cache
def _where(lattice: RotorLattice, slot: int) -> str:
    """Describe in words where a slot is."""
    letters = [letter for rotor, letter in enumerate(lattice.letters) if slot in lattice.around(rotor)]
    name = lattice.names[slot]
    return f"{_SIDES[name[1]]} of {name[0]}" if len(letters) == 1 else "between " + " and ".join(letters)


@cache
def _stamps(lattice: RotorLattice, slot: int, level: str, upright: str) -> tuple[Stamp, ...]:
    """Return a slot of the text picture: five characters in a row, or three one above the other."""
    row, place = divmod(slot, lattice.stride)
    if lattice.is_level(slot):
        return (Stamp(4 * row, 8 * place + 2, level * 5),)
    return tuple(Stamp(4 * row + down, 8 * (place - lattice.columns), upright) for down in (1, 2, 3))


def _pieces(picture: _OrionPicture, lines: dict[int, list[int]]) -> Iterator[Element]:
    state, lattice = picture.state, board_of(picture.state.game)
    carried = _members(state, CARRIED) if state.in_turn else []
    winning = {frozenset(step) for line in lines.values() for step in pairwise(line)}
    for piece in picture.pieces:
        win = frozenset(lattice.tips(piece.slot)) in winning
        marks = looks(last=piece.slot != piece.origin, carried=piece.slot in carried, win=win)
        yield _piece(lattice, piece.name, piece.seat, piece.slot, piece.angle, marks)


@lru_cache(maxsize=4096)
def _piece(lattice: RotorLattice, name: str, seat: int, slot: int, angle: int, marks: str) -> Element:
    look, stamps = f"seat-{seat} {marks}".rstrip(), _stamps(lattice, slot, NAMES[seat], NAMES[seat])
    return Element(name, "piece", *_at(*lattice.centre(slot)), _PIECE, _SIGNS[seat], angle, look, stamps=stamps)


@cache
def _handles(lattice: RotorLattice) -> tuple[Element, ...]:
    found = []
    for action in range(2 * len(lattice.rotors)):
        rotor, back = divmod(action, 2)
        label, at = f"turn rotor {lattice.letters[rotor]} {_WAYS[back]}", _at(*lattice.middle(rotor))
        half = Element(_handle(lattice, action), "handle", *at, _HALVES[back], _ARROWS[back], look="arrow", label=label)
        found.append(half)
    return tuple(found)


@cache
def _letters(lattice: RotorLattice) -> tuple[Element, ...]:
    return tuple(
        Element(f"letter-{letter}", "label", *_at(*lattice.middle(rotor)), text=letter, look="coordinate hubname")
        for rotor, letter in enumerate(lattice.letters)
    )


def _handle(lattice: RotorLattice, action: int) -> str:
    return lattice.letters[action >> 1] + "+-"[action & 1]


def _chains(lattice: RotorLattice, lines: dict[int, list[int]]) -> Iterator[Element]:
    for seat, line in lines.items():
        yield Element(f"chain-{seat}", "mark", 0, 0, glyph=_path(lattice, line), look=f"win seat-{seat}")


def finale(picture: _OrionPicture) -> Finale:
    """Return the chain that won, piece by piece from edge to edge, and the edges that it has linked."""
    (seat,) = picture.state.winners
    lattice = board_of(picture.state.game)
    chain = {frozenset(tips): number for number, tips in enumerate(pairwise(_line(picture.state, seat)))}
    place = {one.name: chain.get(frozenset(lattice.tips(one.slot))) for one in picture.pieces if one.seat == seat}
    rising = sorted((number, name) for name, number in place.items() if number is not None)
    edges = Element("", "mark", 0, 0, glyph=_edges(lattice), look=f"won-edge curve seat-{seat}")
    return Finale((seat,), tuple(name for _, name in rising), (edges,), picture.pieces[0].name)


def _path(lattice: RotorLattice, line: Sequence[int]) -> str:
    """Return the path of a chain, given by its lattice points."""
    points = (_at(column, row) for row, column in (divmod(point, lattice.stride) for point in line))
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)


def _line(state: State, seat: int) -> list[int]:
    """Return the lattice points of a shortest chain of the seat from top to bottom; empty where it has none."""
    lattice = board_of(state.game)
    links = [lattice.tips(slot) for slot in _members(state, seat)]
    lines = [[point] for point in range(lattice.columns + 1)]
    seen = set(range(lattice.columns + 1))
    for line in lines:
        if line[-1] >= lattice.stride * lattice.rows:
            return line
        ends = {sum(link) - line[-1] for link in links if line[-1] in link} - seen
        seen |= ends
        lines += [[*line, end] for end in sorted(ends)]
    return []


def _touches(state: State) -> Iterator[Touch]:
    """Return the touches: a click is chosen by its arrow, or by a piece and then the arrow or the piece's new slot."""
    lattice, end = board_of(state.game), state.game.tables[END]
    carried = _members(state, CARRIED)
    for seat in state.actors:
        for action in state.legal(seat):
            if action == end:
                continue
            yield Touch(seat, action, (_handle(lattice, action),))
            for start, stop in lattice.click(action >> 1, bool(action & 1)).items():
                if start in carried:
                    piece, place = f"slot-{lattice.names[start]}", f"slot-{lattice.names[stop]}"
                    yield Touch(seat, action, (piece, _handle(lattice, action)))
                    if stop not in carried:  # touching another own piece selects that piece instead
                        yield Touch(seat, action, (piece, place))


def highlights(picture: _OrionPicture) -> Iterator[Highlight]:
    """Yield for each click that is possible the pieces that it would carry, and where they would be then."""
    state, lattice = picture.state, board_of(picture.state.game)
    there = {piece.slot: piece for piece in picture.pieces}
    for action in {action for seat in state.actors for action in state.legal(seat)} - {int(state.game.tables[END])}:
        turn = -90 if action & 1 else 90
        carried = [
            (there[one], end) for one, end in lattice.click(action >> 1, bool(action & 1)).items() if one in there
        ]
        notes = (_would_be(lattice, piece.seat, end, piece.angle + turn) for piece, end in carried)
        yield Highlight(_handle(lattice, action), tuple(piece.name for piece, _ in carried), tuple(notes))


@lru_cache(maxsize=4096)
def _would_be(lattice: RotorLattice, seat: int, slot: int, angle: int) -> Element:
    """Return the note that shows a piece where a click would carry it."""
    return replace(_piece(lattice, "", seat, slot, angle, "note would"), stamps=())


def refusals(picture: _OrionPicture) -> Iterator[tuple[str, int, int]]:
    """Yield the arrows of the clicks that are not possible now."""
    state, lattice = picture.state, board_of(picture.state.game)
    for seat in state.actors:
        refused = sorted({*range(2 * len(lattice.rotors))} - {*state.legal(seat)})
        yield from ((_handle(lattice, action), seat, action) for action in refused)


def _caption(state: State) -> str:
    if not state.actors:
        who = "".join(f"{NAMES[seat]} won: " for seat in state.winners)
        return f"{who}{state.ending}"
    t, clicks, turn = state.game.tables, int(state.vector[LEFT]), int(state.vector[TURN])
    name, near = NAMES[state.actors[0]], near_limit(int(t[LIMIT]) - turn)
    if state.in_turn:  # §3, in the one line that a phone has for it
        return f"{name}: {clicks} more, carrying the same piece{near}"
    what = "turn a rotor once" if clicks == 1 else f"turn rotors up to {clicks} times"
    later = "" if turn or clicks == t[CLICKS] else f"; later turns allow up to {t[CLICKS]}"  # §2
    return f"{name} to move: {what}{later}{near}"
