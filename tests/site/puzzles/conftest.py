"""People who solve puzzles."""

from collections.abc import Callable

import pytest

from ludarium.puzzles.puzzle import TableProof
from ludarium.site.ground.values import Person
from ludarium.site.puzzles.board import PuzzleBoard, puzzles_of
from ludarium.site.puzzles.solving import Solving
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.fake_time import FakeTime

MakeAccount = Callable[[str], Person]


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@pytest.fixture
def service(store: Store, time: FakeTime) -> Service:
    return Service(store, now=time)


@pytest.fixture
def make_account(service: Service, store: Store) -> MakeAccount:
    def make(name: str) -> Person:
        guest = service.people.rename(service.people.create_guest(), name)
        store.accounts.set_email(guest.id, f"{name.lower()}@example.org", name.lower(), 0.0)
        person = service.people.load(guest.id)
        assert person
        return person

    return make


@pytest.fixture
def ann(make_account: MakeAccount) -> Person:
    return make_account("Ann")


@pytest.fixture
def solving(service: Service) -> Solving:
    return Solving(service)


def right(game: str, number: int) -> PuzzleBoard:
    """Return a puzzle with a right answer."""
    return PuzzleBoard.of(game, number).answered("", puzzles_of(game)[number - 1].accept[0])


def wrong(game: str, number: int) -> PuzzleBoard:
    """Return a puzzle of a table with a wrong answer."""
    puzzle = puzzles_of(game)[number - 1]
    assert isinstance(puzzle.proof, TableProof)
    turn = next(turn for turn in puzzle.proof.losses if turn not in puzzle.accept)
    return PuzzleBoard.of(game, number).answered("", turn)
