"""Seats and helpers of the tests of live matches."""

import pytest

from ludarium.match.orders import actions_by_name
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match.commands import SetOrder
from ludarium.site.match.views import MatchView
from ludarium.site.service import Service

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
    monkeypatch.setattr("ludarium.site.match.live.LEASE", 600.0)
    monkeypatch.setattr("ludarium.site.match.views.FURTHEST", 1200.0)


def texts(view: MatchView) -> list[str]:
    return [entry.text for entry in view.match.turns]


def order(service: Service, match_id: str, seat: int, text: str) -> MatchView:
    """Set the order of a seat, by its name; one that there is not is an action that is not legal."""
    actions = actions_by_name(service.bots.look(match_id).match.state, seat)
    return service.bots.act(match_id, seat, SetOrder(actions.get(text, 10**6)))
