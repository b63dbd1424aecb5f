"""Prepared statements do what SQLAlchemy does with the same statement: values, rows, and errors."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Double,
    Integer,
    MetaData,
    String,
    Table,
    bindparam,
    insert,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError

from ludarium.site.ground.database import Database
from ludarium.site.ground.failures import DatabaseUnavailable
from ludarium.site.ground.prepared import Prepared

pytestmark = pytest.mark.both_databases
ROWS = Table(
    "prepared_rows",
    MetaData(),
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("name", String(40), nullable=False),
    Column("held", Boolean),
    Column("at", Double),
    Column("data", JSON(none_as_null=True)),
)
VALUES: list[dict[str, Any]] = [
    {"id": 1, "name": "Ada", "held": True, "at": 1.5, "data": {"1": ["a", None]}},
    {"id": 2, "name": "Bob \N{SNOWMAN}", "held": False, "at": 2, "data": []},
    {"id": 3, "name": "", "held": None, "at": None, "data": None},
]
ROW = Prepared(select(ROWS).where(ROWS.c.id == bindparam("of")))
CHANGE = Prepared(update(ROWS).where(ROWS.c.id == bindparam("of")).returning(ROWS.c.name, ROWS.c.held))


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    opened = Database(url, patience=0.05)
    with opened.begin() as connection:
        ROWS.create(connection)
    yield opened
    with opened.begin() as connection:
        ROWS.drop(connection)
    opened.dispose()


@pytest.fixture
def connection(database: Database) -> Iterator[Connection]:
    with database.begin() as connection:
        Prepared(insert(ROWS)).run(connection, VALUES)
        yield connection


def expected(connection: Connection, number: int) -> tuple[Any, ...] | None:
    found = connection.execute(select(ROWS).where(ROWS.c.id == number)).first()
    return None if found is None else tuple(found)


def test_rows_are_written_and_read_as_sqlalchemy_does(connection: Connection) -> None:
    for values in VALUES:
        found = ROW.first(connection, {"of": values["id"]})
        assert found == expected(connection, values["id"]) == tuple(values.values())
        assert list(map(type, found)) == list(map(type, expected(connection, values["id"]) or ()))
    assert ROW.first(connection, {"of": 4}) is None


def test_a_change_sets_the_columns_that_are_given(connection: Connection) -> None:
    assert CHANGE.first(connection, {"of": 1, "held": False}) == ("Ada", False)
    assert CHANGE.first(connection, {"of": 1, "name": "Eve", "data": {"b": 1}}) == ("Eve", False)
    assert CHANGE.first(connection, {"of": 4, "name": "Eve"}) is None
    assert expected(connection, 1) == (1, "Eve", False, 1.5, {"b": 1})
    Prepared(update(ROWS).where(ROWS.c.id == bindparam("of"))).run(
        connection, [{"of": 2, "at": 7.0}, {"of": 3, "at": 8.0}]
    )
    assert [(expected(connection, number) or ())[3] for number in (1, 2, 3)] == [1.5, 7.0, 8.0]


def test_values_of_the_statement_itself_are_kept(connection: Connection) -> None:
    held = Prepared(select(ROWS.c.id).where(ROWS.c.held == bindparam("held"), ROWS.c.name != "Ada"))
    assert held.first(connection, {"held": True}) is None
    assert held.first(connection, {"held": False}) == (2,)
    listed = Prepared(select(ROWS.c.id).where(ROWS.c.id != bindparam("but"), ROWS.c.name.in_(["Ada", "", "Bob"])))
    assert sorted(listed.all(connection, {"but": 7})) == [(1,), (3,)]
    assert listed.all(connection, {"but": 1}) == [(3,)]


def test_all_rows_are_read(connection: Connection) -> None:
    everything = Prepared(select(ROWS).order_by(ROWS.c.id))
    assert everything.all(connection, {}) == [expected(connection, number) for number in (1, 2, 3)]
    assert Prepared(select(ROWS).where(ROWS.c.id == bindparam("of"))).all(connection, {"of": 4}) == []


def test_a_name_that_no_column_has_is_an_error(database: Database, connection: Connection) -> None:
    if database.dialect.name != "sqlite":
        pytest.skip("PostgreSQL's statements are SQLAlchemy's, which has errors of its own")
    for statement, key in ((Prepared(insert(ROWS)), "id"), (CHANGE, "of")):
        with pytest.raises(KeyError, match="nmae"):
            statement.run(connection, [{key: 4, "nmae": "Eve"}])


def test_errors_are_those_of_sqlalchemy(connection: Connection) -> None:
    with pytest.raises(IntegrityError):
        Prepared(insert(ROWS)).run(connection, VALUES[:1])


def test_an_error_that_a_row_meets_when_it_is_read_is_named(database: Database) -> None:
    if database.dialect.name != "sqlite":
        pytest.skip("of SQLite, which stores any bytes as text")
    with database.begin() as connection:
        connection.exec_driver_sql("INSERT INTO prepared_rows (id, name) VALUES (9, CAST(x'ff' AS TEXT))")
    with database.connect() as connection, pytest.raises(DBAPIError):
        ROW.first(connection, {"of": 9})


def test_a_database_that_can_only_be_read_is_named(database: Database) -> None:
    if database.dialect.name != "sqlite":
        pytest.skip("PostgreSQL's statements are SQLAlchemy's")

    def refuse(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA query_only = 1")
        Prepared(insert(ROWS)).run(connection, VALUES)

    with pytest.raises(DatabaseUnavailable, match="can only be read"), database.begin() as connection:
        refuse(connection)


def test_a_row_that_was_read_holds_nothing_of_the_file(database: Database) -> None:
    with database.begin() as connection:
        Prepared(insert(ROWS)).run(connection, VALUES)
    everything = Prepared(select(ROWS.c.id).order_by(ROWS.c.id))
    with database.connect() as reader:
        assert everything.first(reader, {}) == (1,)
        with database.begin() as connection:
            CHANGE.run(connection, [{"of": 1, "name": "Eve"}])
        assert ROW.first(reader, {"of": 1}) == (1, "Eve", True, 1.5, {"1": ["a", None]})
