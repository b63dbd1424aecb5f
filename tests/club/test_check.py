"""Checking the database while the site is in use."""

from collections.abc import Iterable

import pytest
from sqlalchemy import Connection

from ludarium.club.service import SeatAssignment, Service
from ludarium.store.check import check_database
from ludarium.store.match import reading


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
