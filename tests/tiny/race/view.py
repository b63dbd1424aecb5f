"""The picture of the race: a lane for each seat with a runner, and a die; a run is chosen by where it ends."""

from collections.abc import Iterator

from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.scenes.picture import Picture
from ludarium.scenes.scene import Element, Scene, Stamp, Touch

_STEP = 60
_CELL = "M-26-26H26V26H-26Z"
_RUNNER = "M18 0A18 18 0 1 1-18 0A18 18 0 1 1 18 0Z"


def scene(picture: Picture) -> Scene:
    """Draw the lanes, the runners and the die."""
    state = picture.state
    goal, _, seats = state.game.tables.tolist()
    mover = next((seat for seat in state.actors if seat != CHANCE), None)
    touches: tuple[Touch, ...] = ()
    if mover is not None and 1 in state.legal(mover):
        touches = (Touch(mover, 1, (f"cell-{mover}-{state.vector[2 + mover] + state.vector[1]}",)),)
    who = "" if mover is None else f"{state.game.setup.seat_names[mover]} to move"
    width, height = _STEP * (goal + 2), _STEP * seats
    ground = Element("track", "ground", 0, 0, f"M0 0H{width}V{height}H0Z", look="board")
    elements = (ground, *_lanes(goal, seats), *_runners(state), *_die(state, mover))
    return Scene(width, height, elements, touches, caption=state.ending or who or "a roll is due")


def _at(column: int, row: int) -> tuple[float, float]:
    return _STEP * (column + 0.5), _STEP * (row + 0.5)


def _lanes(goal: int, seats: int) -> Iterator[Element]:
    for seat in range(seats):
        for place in range(goal + 1):
            name, stamps = f"cell-{seat}-{place}", (Stamp(seat, 2 * place, "."),)
            yield Element(name, "cell", *_at(place, seat), _CELL, label=f"{place}", stamps=stamps)


def _runners(state: State) -> Iterator[Element]:
    for seat, name in enumerate(state.game.setup.seat_names):
        place = int(state.vector[2 + seat])
        stamps = (Stamp(seat, 2 * place, name[0]),)
        at, look = _at(place, seat), f"seat-{seat}"
        yield Element(name, "piece", *at, _RUNNER, look=look, text=name[0], label=name, stamps=stamps)


def _die(state: State, mover: int | None) -> Iterator[Element]:
    if mover is not None:
        at = _at(int(state.game.tables[0]) + 1, mover)
        name, text = f"die-{state.vector[0]}", str(state.vector[1])
        yield Element(name, "piece", *at, _CELL, look=f"seat-{mover} die", text=text, label=f"rolled {text}")
