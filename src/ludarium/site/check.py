"""Checking a database: its own integrity, and every match by replaying its record."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from sqlalchemy import Connection, select
from sqlalchemy.exc import DBAPIError

from ludarium.match.verify import verify
from ludarium.site.ground.engine import open_engine
from ludarium.site.ground.tables import matches
from ludarium.site.match.rows.reading import build_match, build_record, fetch_match, fetch_rows


class Fault(NamedTuple):
    """A fault of a match, or, if `match_id` is empty, of the database."""

    match_id: str
    cause: str


def check_database(
    url: str, on_match: Callable[[int, int], None] = lambda checked, count: None, *, going_on: bool = False
) -> list[Fault]:
    """Return the faults of a database; `on_match` is called with how many matches of how many have been checked.

    With `going_on` only the matches that are not over are checked.

    Raises `ParseError` if it cannot be opened.
    """
    engine = open_engine(url)
    try:
        with engine.connect() as connection:
            faults = list(_integrity(connection))
            chosen = select(matches.c.id).order_by(matches.c.id)
            chosen = chosen.where(matches.c.ending == "") if going_on else chosen
            ids = connection.execute(chosen).scalars().all()
            for number, match_id in enumerate(ids, 1):
                faults += _faults(connection, match_id)
                on_match(number, len(ids))
    except DBAPIError as error:  # so damaged that it cannot even be listed
        faults = [Fault("", str(error.orig))]
    finally:
        engine.dispose()
    return faults


def _integrity(connection: Connection) -> Iterator[Fault]:
    """Return what SQLite finds; PostgreSQL checks its pages as it reads them, and its keys as it writes them."""
    if connection.dialect.name != "sqlite":
        return
    for (text,) in connection.exec_driver_sql("PRAGMA integrity_check"):
        if text != "ok":
            yield Fault("", text)
    for table, row, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        yield Fault("", f"row {row} of {table} refers to a row of {parent} that is missing")


def _faults(connection: Connection, match_id: str) -> Iterator[Fault]:
    try:
        rows = fetch_rows(connection, fetch_match(connection, match_id))
        if rows is None:  # deleted meanwhile
            return
        build_match(*rows)
        match = verify(build_record(*rows))
        for name, number in (("turns", len(match.turns)), ("turn_count", match.count.number)):
            if number != rows.row[name]:
                yield Fault(match_id, f"it has {number} {name}, but its row says {rows.row[name]}")
    except Exception as error:  # noqa: BLE001  # whatever is damaged, the other matches must be checked, too
        yield Fault(match_id, f"{type(error).__name__}: {error}")
