"""A server that starts while its database is busy."""

from typing import cast

import pytest

from ludarium.site import heartbeat
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.heartbeat import Heartbeat
from ludarium.site.match.clocks import Clocks


class BusyClocks:
    """Clocks of a database that is busy for some beats."""

    def __init__(self, busy: int) -> None:
        self.busy, self.beats = busy, 0

    def beat(self) -> float:
        self.beats += 1
        if self.beats <= self.busy:
            raise DatabaseBusy("database is locked")
        return 0.0


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "_PAUSE", 0.0)


@pytest.mark.both_databases
def test_a_server_starts_when_the_database_is_busy_no_more() -> None:
    clocks = BusyClocks(3)
    beating = Heartbeat(cast("Clocks", clocks))
    beating.start()
    beating.close()
    assert clocks.beats >= 4


@pytest.mark.both_databases
def test_a_server_does_not_start_on_a_database_that_stays_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "_PATIENCE", 0.0)
    with pytest.raises(DatabaseBusy):
        Heartbeat(cast("Clocks", BusyClocks(1))).start()
