"""The picture of Backgammon: points, bar, checkers and dice; a move is touched by the point left, then the one reached.

Points are numbered as X counts them; X bears off at the bottom right, O at the top right.
"""

from collections.abc import Iterator

from ludarium.authoring import CHANCE, Element, Picture, Scene, Stamp, State, Touch, parts

from classics.backgammon.kernel import BAR, FROM, LARGE, LEFT, OFF, POINTS, SEAT, SIZE, SMALL, TURN
from classics.backgammon.rules import NAMES

_WIDE, _HIGH, _EDGE, _TALL = 64, 640, 40, 250
_SHOWN = 5
_CHECKER, _SIGNS = parts.disc(26), ("M-9-9L9 9M9-9L-9 9", parts.disc(10))
_TRIANGLES = (f"M-30 0H30L0-{_TALL}Z", f"M-30 0H30L0 {_TALL}Z")
_BAR_AT, _OFF_AT = 6, 13
_SIZE = _WIDE * 14 + 2 * _EDGE, _HIGH


def scene(picture: Picture) -> Scene:
    """Draw the points, the checkers and the dice."""
    state = picture.state
    elements = (parts.board(*_SIZE), *_ground(state), *_checkers(state), *_dice(state))
    return Scene(*_SIZE, elements, tuple(_touches(state)), caption=_caption(state))


def _spot(seat: int, point: int) -> tuple[int, bool]:
    """Return the column of a point as a seat counts it, and whether it is above; the bar and off are columns, too."""
    if point in (OFF, BAR):
        return (_BAR_AT if point == BAR else _OFF_AT), (seat == 1) == (point == OFF)
    number = BAR - point if seat else point
    column = number - 13 if number > 12 else 12 - number
    return column + (column > 5), number > 12


def _name(seat: int, point: int) -> str:
    """Return the id of a place as a seat counts it: a point has the number that X gives it."""
    if point in (OFF, BAR):
        return f"{'off' if point == OFF else 'bar'}-{NAMES[seat]}"
    return f"point-{BAR - point if seat else point}"


def _held(state: State) -> Iterator[tuple[int, int, int]]:
    """Yield the seat, the point as it counts it, and the number of the checkers on each place."""
    for seat in range(2):
        for point in range(SIZE):
            count = int(state.vector[POINTS + SIZE * seat + point])
            if count:
                yield seat, point, count


def _across(column: int) -> float:
    return _EDGE + _WIDE * (column + 0.5)


def _ground(state: State) -> Iterator[Element]:
    held = {_name(seat, point): f"{NAMES[seat]}{count}" for seat, point, count in _held(state)}
    for number in range(1, BAR):
        column, above = _spot(0, number)
        name, foot, edge = f"point-{number}", _EDGE if above else _HIGH - _EDGE, 18 if above else _HIGH - 18
        stamps = (_stamp(column, above, 0, str(number)), _stamp(column, above, 1, held.get(name, ".")))
        label = f"point {number}: {held.get(name, 'empty')}"
        look = "dim" if number % 2 else ""
        yield Element(name, "cell", _across(column), foot, _TRIANGLES[above], look=look, label=label)
        yield Element(f"{name}-number", "label", _across(column), edge, text=str(number), stamps=stamps)
    for seat in range(2):
        for point, word in ((BAR, "bar"), (OFF, "off")):
            (column, above), name = _spot(seat, point), _name(seat, point)
            shape, y = parts.rounded(58, _TALL, 8), _EDGE + _TALL / 2 if above else _HIGH - _EDGE - _TALL / 2
            label = f"{NAMES[seat]}'s {'bar' if point == BAR else 'checkers that are off'}: {held.get(name, 'empty')}"
            stamps = (_stamp(column, above, 0, word), _stamp(column, above, 1, held.get(name, ".")))
            yield Element(name, "cell", _across(column), y, shape, label=label, stamps=stamps)


def _stamp(column: int, above: bool, line: int, text: str) -> Stamp:
    return Stamp(line if above else 4 - line, 4 * column, text)


def _checkers(state: State) -> Iterator[Element]:
    for seat, point, count in _held(state):
        column, above = _spot(seat, point)
        for number in range(min(count, _SHOWN)):
            y = float(_EDGE + 28 + 46 * number)
            top, text = number == _SHOWN - 1 and count > _SHOWN, f"{NAMES[seat]}, {_name(seat, point)}"
            at = _across(column), y if above else _HIGH - y
            look, sign = f"seat-{seat}", "" if top else _SIGNS[seat]
            name = f"checker-{_name(seat, point)}-{number}"
            yield Element(name, "piece", *at, _CHECKER, sign, look=look, text=str(count) if top else "", label=text)


def _dice(state: State) -> Iterator[Element]:
    v = state.vector
    faces = [int(v[LARGE])] * int(v[LEFT]) if not v[SMALL] else [int(v[LARGE]), int(v[SMALL])]
    for number, face in enumerate(faces):
        at, name = (_across(8 + number), _HIGH / 2), f"die-{v[TURN]}-{number}"
        stamps = (Stamp(2, 32 + 4 * number, str(face)),)
        yield parts.die(name, at, face, look=f"seat-{v[SEAT]}", label=f"a die: {face}", size=48, stamps=stamps)


def _touches(state: State) -> Iterator[Touch]:
    for seat in state.actors:
        for action in state.legal(seat) if seat != CHANCE else ():
            point, die = action % FROM + 1, int(state.vector[LARGE + action // FROM])
            yield Touch(seat, action, (_name(seat, point), _name(seat, max(point - die, OFF))))


def _caption(state: State) -> str:
    if not state.actors:
        return state.ending
    if state.vector[SEAT] == 2:
        return "the first roll tells who begins"
    return f"{NAMES[state.vector[SEAT]]} to {'move' if state.vector[LEFT] else 'roll'}"
