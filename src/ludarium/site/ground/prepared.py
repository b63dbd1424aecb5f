"""Statements that run at every request or turn, each compiled once.

SQLAlchemy takes five times as long to run such a statement as SQLite takes to answer it. So on SQLite the driver is
called at once, with the text and the conversions of values that SQLAlchemy has made of the statement.
"""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple, cast

from sqlalchemy import Connection, Delete, Dialect, Insert, Select, Update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler

Values = Mapping[str, object]
Statement = Select[Any] | Update | Insert | Delete  # Any: rows of any columns
_Convert = Callable[[Any], Any]  # Any: a value of a column, whose type decides


class _Compiled(NamedTuple):
    """The text of a statement for SQLite: how its values are taken, and which of them and of its columns converted."""

    text: str
    values: Callable[[Values], Sequence[object]]
    converted: Sequence[tuple[int, _Convert]]
    columns: Sequence[tuple[int, _Convert]]
    fixed: Values


class Prepared:
    """A statement that is run with values for its parameters; those of a change are also the columns that it sets."""

    def __init__(self, statement: Statement) -> None:
        self._statement = statement
        self._compiled: dict[tuple[str, ...], _Compiled] = {}

    def first(self, connection: Connection, values: Values) -> tuple[Any, ...] | None:  # Any: of any columns
        """Return the first row, or None."""
        if connection.dialect.name != "sqlite":
            answer = connection.execute(self._statement, values).first()
            return None if answer is None else tuple(answer)
        return next(iter(self._read(connection, values, sqlite3.Cursor.fetchmany)), None)

    def all(self, connection: Connection, values: Values) -> list[tuple[Any, ...]]:  # Any: of any columns
        """Return all rows."""
        if connection.dialect.name != "sqlite":
            return [tuple(row) for row in connection.execute(self._statement, values)]
        return self._read(connection, values, sqlite3.Cursor.fetchall)

    def run(self, connection: Connection, rows: Sequence[Values]) -> int:
        """Run the statement for each of these rows, which have the same names; return how many the last one changed."""
        if connection.dialect.name != "sqlite":
            return connection.execute(self._statement, rows if len(rows) > 1 else rows[0]).rowcount
        compiled = self._compiled.get(tuple(rows[0])) or self._compile(connection.dialect, rows[0])
        cursor = _run(connection, compiled, rows)
        cursor.close()
        return cursor.rowcount

    def _read(
        self, connection: Connection, values: Values, fetch: Callable[[sqlite3.Cursor], list[tuple[Any, ...]]]
    ) -> list[tuple[Any, ...]]:
        """Return the rows that `fetch` takes: one, or all."""
        compiled = self._compiled.get(tuple(values)) or self._compile(connection.dialect, values)
        cursor = _run(connection, compiled, [values])
        try:
            found = fetch(cursor)
        except sqlite3.Error as error:
            raise _named(compiled, error) from error
        finally:
            cursor.close()  # which ends the statement, and what it holds of the file
        return [_converted(row, compiled.columns) for row in found] if compiled.columns else found

    def _compile(self, dialect: Dialect, values: Values) -> _Compiled:
        names = tuple(values)
        found = self._compiled[names] = _compile(self._statement, dialect, names)
        return found


def _compile(statement: Statement, dialect: Dialect, names: Sequence[str]) -> _Compiled:
    keys = None if isinstance(statement, Select) else [name for name in names if name in statement.table.c]
    made = statement.compile(dialect=dialect, column_keys=keys)
    assert isinstance(made, SQLCompiler)
    if unknown := {*names}.difference(made.bind_names.values()):
        raise KeyError(f"the statement has no values of the names {sorted(unknown)}")
    assert not made.insert_prefetch, "a default that Python computes"
    assert not made.update_prefetch, "as above"
    state = made.construct_expanded_state(dict.fromkeys(names))  # with the lists that the statement itself has
    kinds = {name: bound.type.dialect_impl(dialect) for bound, name in made.bind_names.items()}
    convert = {name: kind.bind_processor(dialect) for name, kind in kinds.items()}
    convert |= cast("Mapping[str, _Convert]", state.processors)  # of what is in the lists, which has no tuples
    columns = [column.type.dialect_impl(dialect) for column in statement.exported_columns]
    order = state.positiontup or ()
    return _Compiled(
        state.statement,
        _taker(order),
        [(at, change) for at, name in enumerate(order) if (change := convert.get(name))],
        [(at, read) for at, kind in enumerate(columns) if (read := kind.result_processor(dialect, None))],
        {name: value for name, value in state.parameters.items() if name not in names},
    )


def _taker(names: Sequence[str]) -> Callable[[Values], Sequence[object]]:
    """Return what takes these values, in their order."""
    if len(names) > 1:
        return itemgetter(*names)
    return (lambda values: (values[names[0]],)) if names else (lambda _: ())


def _converted(row: Sequence[Any], columns: Sequence[tuple[int, _Convert]]) -> tuple[Any, ...]:
    """Return a row with the values of these columns converted."""
    found = list(row)
    for at, convert in columns:
        found[at] = convert(found[at])
    return tuple(found)


def run_text(connection: Connection, text: str) -> None:
    """Run a statement of SQLite that has no values and no rows."""
    _run(connection, _Compiled(text, tuple, (), (), {}), [{}]).close()


def _run(connection: Connection, compiled: _Compiled, rows: Sequence[Values]) -> sqlite3.Cursor:
    """Run a statement for each of these rows."""
    cursor: sqlite3.Cursor = connection.connection.cursor()  # type: ignore[assignment]  # of SQLite's driver
    try:
        for row in rows:
            values = [*compiled.values({**compiled.fixed, **row} if compiled.fixed else row)]
            for at, convert in compiled.converted:
                values[at] = convert(values[at])
            cursor.execute(compiled.text, values)
    except BaseException as error:
        cursor.close()  # or its statement would keep a connection open that is given up
        if isinstance(error, sqlite3.Error):
            raise _named(compiled, error) from error
        raise
    return cursor


def _named(compiled: _Compiled, error: sqlite3.Error) -> Exception:
    """Return the error as SQLAlchemy raises it, by which `passing_failure` knows it."""
    return DBAPIError.instance(compiled.text, None, error, sqlite3.Error)
