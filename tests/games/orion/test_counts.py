"""How many ways the first steps of Orion can go, counted by the reference implementation and the kernel."""

from operator import attrgetter

import pytest

import ludarium
from tests.games.orion.reference import Board, Reference
from tests.games.test_counts import NAMES, cases, check_reference


@pytest.mark.parametrize(NAMES, cases("orion"))
def test_the_reference_counts_as_committed(spec: str, position: str, counts: list[int]) -> None:
    rows, _, turn = position.split()
    options = ludarium.load(spec).options
    board = Board(int(options["rows"]), int(options["columns"]))
    line = "".join("." * int(cell) if cell.isdigit() else cell for cell in rows.replace("/", ""))
    pieces = {slot: cell for slot, cell in zip(board.slots, line, strict=True) if cell != "."}
    reference = Reference(clicks=int(options["clicks"]), pieces=pieces, turn=int(turn), board=board)
    check_reference(reference, counts, attrgetter("legal"))
