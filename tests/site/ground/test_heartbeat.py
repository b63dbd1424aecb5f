"""The row that says when a server of the site was last alive."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from sqlalchemy import insert, select

from ludarium.site.ground import heartbeat
from ludarium.site.ground.database import Database
from ludarium.site.ground.heartbeat import HeartbeatTable
from ludarium.site.ground.tables import heartbeat as table

pytestmark = pytest.mark.both_databases


def test_of_processes_that_start_together_on_a_new_database_one_inserts_the_row(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    both_insert = Barrier(2)

    def insert_together(into: Any) -> Any:  # Any: of the library
        with suppress(BrokenBarrierError):  # since the other waits until this one has ended
            both_insert.wait(0.3)
        return insert(into)

    monkeypatch.setattr(heartbeat, "insert", insert_together)
    databases = [Database(url) for _ in range(2)]
    with ThreadPoolExecutor() as pool:
        assert list(pool.map(lambda each: HeartbeatTable(each).beat(100.0, 60.0), databases)) == [0.0, 0.0]
    with databases[0].connect() as connection:
        assert connection.execute(select(table.c.beat_at)).scalars().all() == [100.0]
    for database in databases:
        database.dispose()
