"""Many people at once, through the club: 64 in a live Swiss tournament, and 200 in an arena."""

import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.pace import PAUSE
from ludarium.site.tournaments.rows.values import StoredBoard
from tests.databases import sqlite_copy
from tests.site.accounts import service
from tests.site.fake_time import FakeTime
from tests.site.tournaments.playing import accounts, finish, look, undecided
from tests.site.tournaments.test_arenas import begun, check, games
from tests.site.tournaments.test_live import live

__all__ = ["service"]
pytestmark = pytest.mark.long


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough for many people: fewer play on both."""
    return sqlite_copy(request, tmp_path)


def balance(boards: Sequence[StoredBoard]) -> int:
    lead = Counter[int]()
    for board in boards:
        first, second = board.seating
        lead[first] += 1
        lead[second] -= 1
    return max(map(abs, lead.values()))


def test_thirty_two_play_five_live_rounds(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 32)
    cup = live(service, time, people, "swiss", rounds="5", most="32")
    chance = random.Random(4)
    for _ in range(5):
        view = look(service, cup)
        assert sum(bool(board.match_id) for board in undecided(view)) == 16
        time.pass_by(60)
        for board in undecided(view):
            finish(service, view, board, chance.choice([board.first, board.second, None]))
        service.tournaments.work()
        time.pass_by(PAUSE)
        service.tournaments.work()
    view = look(service, cup)
    assert view.tournament.state == "over"
    assert len({frozenset(board.seating) for board in view.boards}) == len(view.boards) == 5 * 16
    assert balance(view.boards) <= 3
    by_hand = Counter[int]()
    for board in view.boards:
        by_hand.update(
            {board.first: int(2 * (board.first_points or 0)), board.second or 0: int(2 * (board.second_points or 0))}
        )
    assert {row.row.player: 2 * row.row.points for row in view.table} == {n: by_hand[n] for n in range(32)}


def test_sixty_play_in_an_arena(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 60)
    arena = begun(service, time, people, tempo="1800+30", streaks="yes")
    chance = random.Random(5)
    for _ in range(5):
        time.pass_by(60)
        view = look(service, arena)
        for board in undecided(view):
            if chance.random() < 0.6:
                finish(service, view, board, chance.choice([board.first, board.second, None]))
        service.tournaments.work()
        playing = {player for board in undecided(look(service, arena)) for player in board.seating}
        assert len(playing) >= 59
    time.pass_by(1800)
    view = look(service, arena)
    for board in undecided(view):
        finish(service, view, board, board.first)
    service.tournaments.work()
    view = look(service, arena)
    assert view.tournament.state == "over"
    check(view)
    last = dict[int, int]()
    for board in games(view):
        first, second = board.seating
        assert (last.get(first), last.get(second)) != (second, first)
        last |= {first: second, second: first}
    assert balance(games(view)) <= 3
