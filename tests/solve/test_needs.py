"""What solving will take: what is compiled first does not count, and what is found in the trial is said."""

from itertools import count

import pytest

import ludarium
from ludarium.solve import needs
from ludarium.solve.canonical import CanonicalForm

BOARD = "hex(size=4,swap=off)"


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that shows an hour more at its second look, as if all had been compiled then, and 0.1 s at each other."""
    times = (0.1 * look + 3600 * (look > 1) for look in count(1))
    monkeypatch.setattr("time.monotonic", lambda: next(times))


@pytest.mark.usefixtures("seconds")
def test_the_speed_of_a_trial_does_not_count_what_is_compiled() -> None:
    game = ludarium.load("throngs")
    proof, search = needs.needs_of_proof(game, whole=True), needs.needs_of_alphabeta(game, CanonicalForm.of(game))
    assert not proof.all_found
    assert not search.all_found
    assert proof.speed > 1, proof  # a few positions in half a second, and not in an hour
    assert search.speed > 1, search


def test_a_game_that_ends_within_the_trial_needs_no_speed() -> None:
    game = ludarium.load("orion(rows=3,columns=3,turn_limit=10)")
    assert needs.needs_of_proof(game, whole=True).found > 0
