"""The picture of a game of stones: cells, and a disc for each stone; what is touched is found by its name."""

from collections.abc import Iterator

from ludarium.authoring import Element, Picture, Scene, Stamp, State, Touch, parts

from classics.stones import NAMES, StoneGame

_MARGIN = 80
_STONE, _BURNT = parts.disc(30), parts.rounded(60, 60, 8)
_SIGNS = {"X": "M-11-11L11 11M11-11L-11 11", "O": parts.disc(12)}


def scene(picture: Picture) -> Scene:
    """Draw the board and the stones; `view` of each game is this function."""
    state = picture.state
    rules = state.game.definition.rules
    board = rules.board(state.game.options)
    places = [board.place(cell) for cell in board.cells]
    left, top = min(x for x, _ in places) - _MARGIN, min(y for _, y in places) - _MARGIN
    width, height = max(x for x, _ in places) + _MARGIN - left, max(y for _, y in places) + _MARGIN - top
    moved = [(x - left, y - top) for x, y in places]
    elements = (parts.board(width, height), *_cells(state, rules, moved), *_stones(state, rules, moved))
    caption = f"{NAMES[state.actors[0]]} to move" if state.actors else state.ending
    return Scene(width, height, elements, tuple(_touches(state, board.names)), caption=caption)


def _touches(state: State, names: list[str]) -> Iterator[Touch]:
    """Yield a touch for each action whose name is made of the names of cells."""
    known = {*names}
    for seat in state.actors:
        for action in state.legal(seat):
            name = state.action_name(action, seat)
            parts_of = [name] if name in known else name.split("-") if "-" in name else []
            if parts_of and all(part in known for part in parts_of):
                yield Touch(seat, action, tuple(f"cell-{part}" for part in parts_of))


def _cells(state: State, rules: StoneGame, places: list[tuple[float, float]]) -> Iterator[Element]:
    board = rules.board(state.game.options)
    rows = sorted({y for _, y in places})
    for (x, y), name, stone in zip(places, board.names, rules.stones(state), strict=True):
        stamp = (Stamp(rows.index(y), round((x - _MARGIN) / 25), name if stone == "." else stone),)
        yield Element(f"cell-{name}", "cell", x, y, board.outline, label=f"{name}, {stone}", stamps=stamp)


def _stones(state: State, rules: StoneGame, places: list[tuple[float, float]]) -> Iterator[Element]:
    board = rules.board(state.game.options)
    for (x, y), name, stone in zip(places, board.names, rules.stones(state), strict=True):
        if stone in NAMES:
            look = f"seat-{NAMES.index(stone)}"
            yield Element(f"stone-{name}", "piece", x, y, _STONE, _SIGNS[stone], look=look, label=f"{stone}, {name}")
        elif stone != ".":
            yield Element(f"burnt-{name}", "piece", x, y, _BURNT, look="seat-4", label=f"burnt, {name}")
