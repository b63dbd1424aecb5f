"""Seats and helpers of the tests of live matches."""

import pytest

from ludarium.club.match.views import MatchView
from ludarium.club.service import SeatAssignment

ANN, BOB, BOT = SeatAssignment("person", "Ann"), SeatAssignment("person", "Bob"), SeatAssignment("bot", "easy")

GRID = "grid(turn_limit=40)"


class Now:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def now() -> Now:
    return Now()


@pytest.fixture
def long_lease(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no match count as abandoned because a busy machine plays its next tick late."""
    monkeypatch.setattr("ludarium.club.match.live.LEASE", 600.0)
    monkeypatch.setattr("ludarium.club.match.views.FURTHEST", 1200.0)


def texts(view: MatchView) -> list[str]:
    return [entry.text for entry in view.match.turns]
