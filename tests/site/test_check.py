"""Checking the database while the site is in use."""

import random
from collections.abc import Iterable

import pytest
from sqlalchemy import Connection, text

from ludarium.site.check import check_database
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match.rows import reading
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.match.test_random_matches import any_turn


@pytest.mark.both_databases
def test_a_match_that_goes_on_while_it_is_checked_is_not_damaged(
    service: Service, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = service.create("orion", [SeatAssignment("person", "Ann")] * 2)
    fetch_seats, played = reading.fetch_seats, list[str]()

    def play_meanwhile(connection: Connection, ids: Iterable[str]) -> dict[str, list[reading.SeatRow]]:
        if not played:
            played.append(view.id)
            service.bots.submit(view.id, 0, "u+", view.revision)
        return fetch_seats(connection, ids)

    monkeypatch.setattr(reading, "fetch_seats", play_meanwhile)
    assert check_database(url) == []
    assert played == [view.id]


@pytest.mark.both_databases
@pytest.mark.parametrize("game", ["ludo(goal=24,markers=1)", "vortex(tokens=2)", "orion(turn_limit=12)"])
def test_a_count_of_turns_that_is_wrong_is_found(store: Store, service: Service, url: str, game: str) -> None:
    chance = random.Random(3)
    view = service.create(game, [SeatAssignment("person", name) for name in ("Ann", "Bob")])
    while not view.match.over and len(view.match.turns) < 80:
        seat = view.match.to_act[0]
        view = service.bots.submit(view.id, seat, any_turn(view.match, seat, chance), view.revision)
    assert check_database(url) == []
    with store.database.begin() as connection:
        connection.execute(text("UPDATE matches SET turn_count = 0"))
    counted = view.match.count.number
    assert [fault.cause for fault in check_database(url)] == [f"it has {counted} turn_count, but its row says 0"]
