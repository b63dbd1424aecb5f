"""Orion's rules that need no compiling: the setup, and messages to players."""

from collections.abc import Iterable, Mapping
from functools import cache

import numpy as np

from ludarium.boards.rotors import RotorLattice
from ludarium.core.definition import Setup
from ludarium.core.game import Game, State
from ludarium.core.spec import Value
from ludarium.games.orion import kernel

NAMES = ("X", "O")

_ENDINGS = (
    "",
    "a chain of X's from top to bottom",
    "a chain of O's from top to bottom",
    "a draw: the position came up for the third time",
    "a draw: the turn limit was reached",
)


def setup(options: Mapping[str, Value]) -> Setup:
    """Set up Orion with these options."""
    clicks, limit = int(options["clicks"]), int(options["turn_limit"])
    rows, columns = int(options["rows"]), int(options["columns"])
    half, board = limit // 2 + 1, RotorLattice(rows, columns)
    end, bits = 2 * len(board.rotors), _bits(board)
    reversal = options["reversal"] == "allowed"
    norths = [bits[north] for north in board.rotors]
    numbers = [clicks, limit, reversal, half, rows, columns, end, *_points(board), *norths]
    tables = np.array(numbers, np.int64)
    start = np.zeros(kernel.PAST + 4 * half, np.int64)
    pieces = pieces_of(board)
    start[kernel.X] = word_of(board, range(board.slots - pieces, board.slots))
    start[kernel.O] = word_of(board, range(pieces))
    kernel.begin(tables, start)
    return Setup(tables, start, NAMES, num_actions=end + 1, max_steps=clicks * limit)


@cache
def _board(rows: int, columns: int) -> RotorLattice:
    return RotorLattice(rows, columns)


def board_of(game: Game) -> RotorLattice:
    """Return the board of a game of Orion."""
    return _board(int(game.tables[kernel.ROWS]), int(game.tables[kernel.COLUMNS]))


def pieces_of(board: RotorLattice) -> int:
    """Return how many pieces a player has: one in each slot around a row of rotors."""
    return board.stride + board.columns


def slots_of(board: RotorLattice, word: int) -> list[int]:
    """Return the slots of the board that a word of the kernel holds, in ascending order.

    >>> slots_of(RotorLattice(3, 3), 1 << 5 | 1 << 11)  # west and south of a
    [3, 7]
    """
    return [slot for slot, bit in enumerate(_bits(board)) if word >> bit & 1]


def word_of(board: RotorLattice, slots: Iterable[int]) -> int:
    """Return the word of the kernel that holds these slots of the board."""
    bits = _bits(board)
    return sum(1 << bits[slot] for slot in slots)


def _points(board: RotorLattice) -> tuple[int, int]:
    """Return the words of the lattice points that have a slot to the east, and to the south."""
    east = south = 0
    for slot, bit in enumerate(_bits(board)):
        if board.is_level(slot):
            east |= 1 << bit
        else:
            south |= 1 << bit - 5
    return east, south


@cache
def _bits(board: RotorLattice) -> tuple[int, ...]:
    """Return the bit of every slot in the kernel's words, where each row has the places of the largest board."""
    spots = ((*divmod(slot, board.stride), board.is_level(slot)) for slot in range(board.slots))
    return tuple(11 * row + place + (0 if level else 5 - board.columns) for row, place, level in spots)


def in_turn(state: State) -> bool:
    """Return whether clicks have been made and the turn has not ended."""
    t, v = state.game.tables, state.vector
    return bool(v[kernel.LEFT] < kernel.allowance(t, int(v[kernel.TURN])))


def explain(state: State, seat: int, action: int) -> str:
    """Explain in a sentence why this action is not legal here."""
    restoring = f"this would restore the position before {NAMES[seat ^ 1]}'s last move"
    if action == state.game.tables[kernel.END]:
        return restoring
    board, rotor = board_of(state.game), action >> 1
    orbit = word_of(board, board.around(rotor))
    if int(state.vector[kernel.CARRIED]) & orbit:
        return f"{restoring}, and no other position could be reached in this turn"
    which = " that all clicks of this turn have carried" if in_turn(state) else ""
    return f"rotor {board.letters[rotor]} holds no piece of {NAMES[seat]}{which}"


def ending(state: State) -> str:
    """Return how the game ended; empty while it goes on."""
    t, v = state.game.tables, state.vector
    result = int(v[kernel.RESULT])
    if result in (1, 2) and kernel.chained(t, v[2 - result]):  # §7
        return f"both have a chain from top to bottom, and {NAMES[result - 1]} made the turn"
    return _ENDINGS[result]


def former_endings(state: State) -> tuple[str, ...]:
    """Return how records before version 0.4 say how the game ended: they do not say that both have a chain."""
    return (_ENDINGS[state.vector[kernel.RESULT]],)
