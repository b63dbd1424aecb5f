"""Positions of Throngs, and what can be done in them."""

import pytest

import ludarium
from ludarium.core.errors import IllegalMove
from ludarium.core.game import Game, State
from ludarium.games.throngs.rules import BOARDS, territory

THRONGS = ludarium.load("throngs")
PAGE = ludarium.load("throngs(rules=page)")
PIE = ludarium.load("throngs(setup=pie)")
BOARD = BOARDS[63]
AROUND_E5 = "d5 e6 f6 f5 e4 d4"


def rows(stones: dict[str, str]) -> str:
    """The rows of a position, from a colour and the names of its sites."""
    cells = ["."] * BOARD.sites
    for colour, names in stones.items():
        for name in names.split():
            cells[BOARD.numbers[name]] = colour
    line, parts = "".join(cells), []
    for width in BOARD.widths:
        parts.append(line[:width])
        line = line[width:]
    return "/".join(parts)


def position(b: str = "", w: str = "", rest: str = "b 11.1 1:1 0", game: Game = THRONGS) -> State:
    return game.parse_position(f"{rows({'b': b, 'w': w})} {rest}")


def names(state: State) -> set[str]:
    return {state.action_name(action) for action in state.legal()}


def counts(state: State, seat: int) -> set[str]:
    return {BOARD.names[site] for site in territory(state.game.tables, state.vector, seat)}


def plays(state: State, *turns: str) -> State:
    for turn in turns:
        state = state.move(turn)
    return state


def refused(state: State, turn: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        state.parse_turn(turn)
    return str(caught.value)


def begun(state: State, move: str) -> State:
    """The state after the first action of a move."""
    return state.play(next(action for action in state.legal() if state.action_name(action) == move))
