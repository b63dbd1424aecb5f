"""Readers of an SQLite file: each sees the newest state, and none gets a connection that another uses."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, NullPool, create_engine, event, text

from ludarium.site.ground.database import _MOST, RestingReaders


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = create_engine(f"sqlite:///{tmp_path / 'file.sqlite'}", poolclass=NullPool, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA journal_mode = WAL")
        connection.exec_driver_sql("CREATE TABLE numbers (number INTEGER)")
    yield engine
    engine.dispose()


@pytest.fixture
def opened(engine: Engine) -> list[int]:
    """The change of the number of open connections, whenever it changes."""
    found: list[int] = []
    event.listen(engine, "connect", lambda *_: found.append(1))
    event.listen(engine, "close", lambda *_: found.append(-1))
    return found


def count(readers: RestingReaders) -> int:
    with readers.connect() as connection:
        return int(connection.execute(text("SELECT count(*) FROM numbers")).scalar_one())


def test_a_connection_is_used_again_and_sees_what_others_write(engine: Engine, opened: list[int]) -> None:
    readers, other = RestingReaders(engine), create_engine(engine.url)
    for number in range(3):
        assert count(readers) == number
        with other.begin() as connection:
            connection.exec_driver_sql("INSERT INTO numbers VALUES (1)")
    other.dispose()
    assert opened == [1]


def test_readers_at_once_have_a_connection_each(engine: Engine, opened: list[int]) -> None:
    readers = RestingReaders(engine)
    for _ in range(2):
        with readers.connect() as one, readers.connect() as other:
            assert one is not other
            assert count(readers) == 0
    assert opened == [1, 1, 1]


def test_the_connection_of_a_reader_that_fails_is_closed(engine: Engine, opened: list[int]) -> None:
    readers = RestingReaders(engine)

    def fail(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")
        raise OSError("broken")

    with pytest.raises(OSError, match="broken"), readers.connect() as connection:
        fail(connection)
    assert opened == [1, -1]
    assert count(readers) == 0


def test_only_so_many_connections_rest(engine: Engine, opened: list[int]) -> None:
    readers = RestingReaders(engine)
    given = [readers.connect() for _ in range(_MOST + 3)]
    for one in given:
        one.__enter__()
    for one in given:
        one.__exit__(None, None, None)
    assert sum(opened) == _MOST


def test_all_connections_are_closed_when_their_readers_are_done(engine: Engine, opened: list[int]) -> None:
    readers = RestingReaders(engine)
    assert count(readers) == 0
    with readers.connect():
        with readers.connect():
            pass
        readers.dispose()
        assert sum(opened) == 1
    assert sum(opened) == 0
    assert count(readers) == 0
