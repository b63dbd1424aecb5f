"""Steps of sets of cells, beside steps of single cells."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.boards.steps import step, steps
from ludarium.core.kernel import INTS, Vector, compiled, types

KING = [(right, down) for right in (-1, 0, 1) for down in (-1, 0, 1) if right or down]


@compiled(types.int64(INTS, types.int64, types.int64, types.int64), cache=False)
def compiled_step(t: Vector, first: int, way: int, cells: int) -> int:
    return step(t, first, way, cells)


def stepped(columns: int, rows: int, direction: tuple[int, int], cells: set[int]) -> set[int]:
    """Return where cells come one by one."""
    moved = {(cell % columns + direction[0], cell // columns + direction[1]) for cell in cells}
    return {row * columns + column for column, row in moved if 0 <= column < columns and 0 <= row < rows}


def word(cells: set[int]) -> int:
    """Return a set as a word, whose 64th bit is the sign."""
    bits = sum(1 << cell for cell in cells)
    return bits - (1 << 64) if bits >> 63 else bits


@given(st.data(), st.integers(1, 12), st.integers(1, 8))
def test_a_set_steps_as_its_cells_do(data: st.DataObject, columns: int, rows: int) -> None:
    columns = min(columns, 64 // rows)
    cells = data.draw(st.sets(st.integers(0, columns * rows - 1)))
    leaps = [*KING, (2, 1), (-columns, 0), (0, rows), (-3, -2)]
    t = np.array([7, *steps(columns, rows, leaps)], np.uint64).view(np.int64)
    for way, direction in enumerate(leaps):
        expected = word(stepped(columns, rows, direction, cells))
        assert step(t, 1, way, word(cells)) == expected
        assert compiled_step(t, 1, way, word(cells)) == expected


@pytest.mark.parametrize(("columns", "rows"), [(9, 8), (65, 1), (0, 3), (-2, -2)])
def test_a_board_has_at_most_64_cells(columns: int, rows: int) -> None:
    with pytest.raises(ValueError, match="expected 1 to 64 cells"):
        steps(columns, rows, KING)
