"""Writers that share a transaction: all are saved when they return, and one that fails takes nothing of the others."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.exc import IntegrityError

from ludarium.site.ground.group_commit import GroupCommit, NoTurn


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = create_engine(f"sqlite:///{tmp_path / 'file.sqlite'}", pool_size=1, max_overflow=0)
    with engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA journal_mode = WAL")
        connection.exec_driver_sql("CREATE TABLE numbers (number INTEGER UNIQUE)")
    yield engine
    engine.dispose()


@pytest.fixture
def commits(engine: Engine) -> list[str]:
    found: list[str] = []
    event.listen(engine, "commit", lambda connection: found.append("commit"))
    return found


def numbers(engine: Engine) -> list[int]:
    reader = create_engine(engine.url)  # another connection, which sees what is committed
    with reader.connect() as connection:
        found = list(connection.execute(text("SELECT number FROM numbers ORDER BY number")).scalars())
    reader.dispose()
    return found


def insert(group: GroupCommit, number: int, before: Callable[[], object] = lambda: None) -> None:
    with group.begin() as connection:
        before()
        connection.execute(text("INSERT INTO numbers VALUES (:number)"), {"number": number})


def write_together(group: GroupCommit, others: list[int], first: int = 0) -> list[BaseException | None]:
    """Let others come while the first one writes; return their failures."""
    writing, go_on = Event(), Event()

    def wait() -> None:
        writing.set()
        go_on.wait()

    with ThreadPoolExecutor(len(others) + 1) as pool:
        written = [pool.submit(insert, group, first, wait)]
        writing.wait()
        written += [pool.submit(insert, group, number) for number in others]
        while group._waiting < len(others):
            pass
        go_on.set()
        return [one.exception() for one in written]


def test_writers_that_come_together_wait_for_the_disk_once(engine: Engine, commits: list[str]) -> None:
    group = GroupCommit(engine, patience=30)
    assert write_together(group, [1, 2, 3]) == [None] * 4
    assert numbers(engine) == [0, 1, 2, 3]
    assert len(commits) == 1


def test_a_writer_alone_is_saved_when_it_returns(engine: Engine, commits: list[str]) -> None:
    group = GroupCommit(engine, patience=30)
    for number in range(3):
        insert(group, number)
        assert numbers(engine)[-1] == number
    assert len(commits) == 3


def test_a_writer_that_fails_takes_nothing_of_the_others(engine: Engine) -> None:
    failures = write_together(GroupCommit(engine, patience=30), [1, 0, 2])
    assert [type(failure).__name__ for failure in failures].count("IntegrityError") == 1
    assert numbers(engine) == [0, 1, 2]


def test_a_writer_that_fails_by_what_another_has_written_can_read_it(engine: Engine) -> None:
    """Two forms of one match: who is refused looks at the match of the other, which must be there by then."""
    group, writing, go_on, looked = GroupCommit(engine, patience=30), Event(), Event(), Event()

    def wait() -> None:
        writing.set()
        go_on.wait()

    def refused() -> list[int]:
        with pytest.raises(IntegrityError):
            insert(group, 0)
        found = numbers(engine)
        looked.set()
        return found

    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(insert, group, 0, wait)
        writing.wait()
        second = pool.submit(refused)
        while group._waiting < 1:
            pass
        third = pool.submit(insert, group, 2, lambda: looked.wait(0.5))  # the time in which a wrong one would look
        while group._waiting < 2:
            pass
        go_on.set()
        assert second.result() == [0, 2]
        assert (first.exception(), third.exception()) == (None, None)


def test_when_the_commit_fails_no_writer_learns_that_it_is_saved(engine: Engine) -> None:
    def fail(connection: object) -> None:
        raise OSError("the disk is full")

    event.listen(engine, "commit", fail)
    failures = write_together(GroupCommit(engine, patience=30), [1, 2])
    assert [str(failure) for failure in failures] == ["the disk is full"] * 3
    event.remove(engine, "commit", fail)
    assert numbers(engine) == []
    insert(GroupCommit(engine, patience=30), 7)
    assert numbers(engine) == [7]


def test_when_the_database_takes_the_transaction_back_all_its_writers_fail(engine: Engine) -> None:
    group = GroupCommit(engine, patience=30)
    writing, go_on = Event(), Event()

    def break_off() -> None:
        with group.begin() as connection:
            connection.exec_driver_sql("ROLLBACK")  # as SQLite does by itself when the disk is full
            raise OSError("the disk is full")

    def wait() -> None:
        writing.set()
        go_on.wait()

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(insert, group, 1, wait)
        writing.wait()
        second = pool.submit(break_off)
        while not group._waiting:
            pass
        go_on.set()
        assert first.exception() is not None  # it had already been saved, and then taken back
        assert second.exception() is not None
    assert numbers(engine) == []
    insert(group, 2)
    assert numbers(engine) == [2]


def test_writers_keep_one_connection_until_one_fails(engine: Engine) -> None:
    opened: list[str] = []
    event.listen(engine, "checkout", lambda *_: opened.append("checkout"))
    group = GroupCommit(engine, patience=30)
    for number in range(3):
        insert(group, number)
    assert len(opened) == 1
    with pytest.raises(IntegrityError):
        insert(group, 0)
    insert(group, 3)
    assert numbers(engine) == [0, 1, 2, 3]
    assert len(opened) == 2


def test_a_group_that_is_disposed_of_closes_its_connection_after_the_transaction(engine: Engine) -> None:
    closed: list[str] = []
    event.listen(engine, "close", lambda *_: closed.append("close"))
    group = GroupCommit(engine, patience=30)
    insert(group, 1, group.dispose)
    assert numbers(engine) == [1]
    assert len(closed) == 1
    insert(group, 2)
    assert len(closed) == 1
    group.dispose()
    assert len(closed) == 2
    group.dispose()
    insert(group, 3)
    assert numbers(engine) == [1, 2, 3]


def test_the_connection_is_given_while_nobody_writes(engine: Engine) -> None:
    group = GroupCommit(engine, patience=30)
    with group.begin(), pytest.raises(NoTurn), group.connect():
        pass
    with group.connect() as connection:
        connection.exec_driver_sql("INSERT INTO numbers VALUES (1)")  # taken back, since nobody commits it
    insert(group, 2)
    assert numbers(engine) == [2]


def test_a_writer_waits_for_others_only_so_long(engine: Engine) -> None:
    group = GroupCommit(engine, patience=0.05)
    with group.begin(), ThreadPoolExecutor(1) as pool:
        assert isinstance(pool.submit(insert, group, 1).exception(), NoTurn)
    insert(group, 2)
    assert numbers(engine) == [2]


def test_the_foreign_version_changes_when_others_write_alone(engine: Engine) -> None:
    group, other = GroupCommit(engine, patience=30), create_engine(engine.url)
    before = group.foreign_version()
    assert before is not None
    insert(group, 1)
    assert group.foreign_version() == before
    with group.begin():
        assert group.foreign_version() is None
    with other.begin() as connection:
        connection.exec_driver_sql("INSERT INTO numbers VALUES (2)")
    other.dispose()
    after = group.foreign_version()
    assert after is not None
    assert after != before
    insert(group, 3)
    assert group.foreign_version() == after
