"""The rotor lattice."""

import pytest

from ludarium.boards.rotors import COMPASS, RotorLattice

BOARDS = [RotorLattice(5, 5), RotorLattice(1, 1), RotorLattice(2, 4), RotorLattice(4, 2)]


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_every_slot_belongs_to_one_or_two_rotors_and_has_a_name_of_its_own(board: RotorLattice) -> None:
    owners = [slot for rotor in range(len(board.rotors)) for slot in board.around(rotor)]
    assert set(owners) == set(range(board.slots))
    assert max(owners.count(slot) for slot in owners) <= 2
    assert len(set(board.names)) == board.slots


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_both_names_of_a_slot_are_read(board: RotorLattice) -> None:
    for rotor, letter in enumerate(board.letters):
        assert tuple(board.slot(letter + side) for side in COMPASS) == board.around(rotor)
    assert [board.slot(name) for name in board.names] == list(range(board.slots))


@pytest.mark.parametrize("name", ["", "a", "N", "aX", "zN", "aNN", "NN", "1N"])
def test_other_text_names_no_slot(name: str) -> None:
    assert RotorLattice(5, 5).slot(name) is None


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_slots_lie_half_a_rotor_from_the_middle_of_theirs(board: RotorLattice) -> None:
    for rotor in range(len(board.rotors)):
        x, y = board.middle(rotor)
        north, west, east, south = board.around(rotor)
        assert [board.centre(slot) for slot in (north, west, east, south)] == [
            (x, y - 0.5),
            (x - 0.5, y),
            (x + 0.5, y),
            (x, y + 0.5),
        ]
        assert [board.is_level(slot) for slot in (north, west, east, south)] == [True, False, False, True]
