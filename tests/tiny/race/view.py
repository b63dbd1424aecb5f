"""The picture of the race: a lane for each seat with a runner, and a die; a run is chosen by where it ends."""

from collections.abc import Iterator

from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.scenes.parts import board, die, disc, move_touches, rounded
from ludarium.scenes.picture import Picture
from ludarium.scenes.scene import Element, Scene, Stamp

_STEP = 60


def scene(picture: Picture) -> Scene:
    """Draw the lanes, the runners and the die."""
    state = picture.state
    goal, _, seats = state.game.tables.tolist()
    mover = next((seat for seat in state.actors if seat != CHANCE), None)
    moves = {}
    if mover is not None and 1 in state.legal(mover):
        place = int(state.vector[2 + mover])
        moves[1] = f"runner-{mover}", f"cell-{mover}-{place}", f"cell-{mover}-{place + state.vector[1]}"
    touches = tuple(move_touches(mover or 0, moves))
    who = "a roll is due" if mover is None else f"{state.game.setup.seat_names[mover]} to move"
    width, height = _STEP * (goal + 2) + 20, _STEP * seats + 20
    elements = (board(width, height), *_lanes(state, goal), *_die(state, goal, mover))
    return Scene(width, height, elements, touches, caption=state.ending or who)


def _at(column: int, row: int) -> tuple[float, float]:
    return _STEP * (column + 0.5) + 10, _STEP * (row + 0.5) + 10


def _lanes(state: State, goal: int) -> Iterator[Element]:
    for seat, name in enumerate(state.game.setup.seat_names):
        for place in range(goal + 1):
            at, stamps = _at(place, seat), (Stamp(seat, 2 * place, "."),)
            yield Element(f"cell-{seat}-{place}", "cell", *at, rounded(52, 52, 4), label=f"{place}", stamps=stamps)
        place, look = int(state.vector[2 + seat]), f"seat-{seat}"
        at, stamps = _at(place, seat), (Stamp(seat, 2 * place, name[0]),)
        yield Element(f"runner-{seat}", "piece", *at, disc(18), look=look, text=name[0], label=name, stamps=stamps)


def _die(state: State, goal: int, mover: int | None) -> Iterator[Element]:
    if mover is not None:
        turn, roll = state.vector[:2].tolist()
        look, label = f"seat-{mover}", f"rolled {roll}"
        yield die(f"die-{turn}", _at(goal + 1, mover), roll, look=look, label=label, size=44)
