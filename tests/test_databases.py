"""The server of PostgreSQL that all processes of a run of the tests share."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests import databases
from tests.databases import PostgreSQL, shared_postgresql


def test_the_first_starts_the_server_and_ends_it_after_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = list[str]()

    @contextmanager
    def running(_: Path) -> Iterator[PostgreSQL]:
        done.append("started")
        yield PostgreSQL(5432)
        done.append("ended")

    monkeypatch.setattr(databases, "running_postgresql", running)
    with ThreadPoolExecutor() as pool, ExitStack() as second:
        with ExitStack() as first:
            assert first.enter_context(shared_postgresql(tmp_path, tmp_path)).port == 5432
            assert second.enter_context(shared_postgresql(tmp_path, tmp_path)).port == 5432
            leaving = pool.submit(first.pop_all().close)
        done.append("needed")
        second.close()
        leaving.result(300)
    assert done == ["started", "needed", "ended"]
    with shared_postgresql(tmp_path, tmp_path):
        assert done[3:] == ["started"]
    assert done[4:] == ["ended"]
