"""How many ways the first steps of Vortex can go, counted by the reference implementation and the kernel."""

import pytest

import ludarium
from tests.games.test_counts import NAMES, cases, check_reference
from tests.games.vortex.reference import LETTERS, Reference


@pytest.mark.parametrize(NAMES, cases("vortex"))
def test_the_reference_counts_as_committed(spec: str, position: str, counts: list[int]) -> None:
    options = ludarium.load(spec).options
    players, die, each, limit = (int(options[name]) for name in ("players", "die", "tokens", "turn_limit"))
    rows, whose, turn, *roll = position.split()
    reference = Reference(
        str(options["board"]), players, die, each, limit, [[int(s) for s in row.split(",")] for row in rows.split("/")]
    )
    if whose != "-":
        reference.mover = LETTERS.index(whose)
        rounds, had = divmod(int(turn) - 1, reference.players)
        turns = [rounds] * reference.players
        for step in range(1, had + 1):
            turns[(reference.mover + step) % reference.players] += 1
        reference.turns, reference.roll = turns, int(roll[0]) if roll else None
    check_reference(reference, counts)
