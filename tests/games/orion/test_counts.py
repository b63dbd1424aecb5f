"""How many ways the first steps of Orion can go, counted by the reference implementation and the kernel."""

from operator import attrgetter

import pytest

import ludarium
from tests.games.orion.reference import SLOTS, Reference
from tests.games.test_counts import NAMES, cases, count


@pytest.mark.parametrize(NAMES, cases("orion"))
def test_the_reference_counts_as_committed(spec: str, position: str, counts: list[int]) -> None:
    rows, _, turn = position.split()
    line = "".join("." * int(cell) if cell.isdigit() else cell for cell in rows.replace("/", ""))
    pieces = {slot: cell for slot, cell in zip(SLOTS, line, strict=True) if cell != "."}
    reference = Reference(clicks=int(ludarium.load(spec).options["clicks"]), pieces=pieces, turn=int(turn))
    assert [count(reference, depth, attrgetter("legal")) for depth in (1, 2, 3, 4)] == counts
