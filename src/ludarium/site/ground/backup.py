"""Backups: all rows of a database in one SQLite file, whichever database they come from and go to.

A backup is a database of its own, which the site could run on; so it is checked like one, and a backup of an SQLite
file may be restored to PostgreSQL.
"""

from pathlib import Path

from sqlalchemy import Connection, Engine, LargeBinary, func, insert, select

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.text import shorten
from ludarium.site.ground.engine import open_engine
from ludarium.site.ground.tables import match_numbers, matches, metadata

_ROWS = 1000
"""Rows that are copied at once; of a table with files only one."""


def write_backup(url: str, path: Path) -> int:
    """Copy all rows of a database into a new SQLite file; return the number of matches.

    The copy is of one moment, and the site may run meanwhile. Raises `ParseError` if the file exists already, or if
    the database cannot be opened.
    """
    if path.exists():
        raise ParseError(f"{shorten(str(path))} exists already: expected the name of a new file")
    source, part = open_engine(url), path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)  # of a backup that was interrupted
    try:
        copied = _copy(source, part)
    finally:
        source.dispose()
    part.replace(path)
    return copied


def restore_backup(path: Path, url: str) -> int:
    """Copy all rows of a backup into a database that has none; return the number of matches.

    Raises `ParseError` if the file is no backup, or if the database has rows already.
    """
    if not path.is_file():
        raise ParseError(f"there is no file {shorten(str(path))}")
    source, target = open_engine(f"sqlite:///{path}"), open_engine(url)
    try:
        with source.connect() as reading, target.begin() as writing:
            for table in metadata.sorted_tables:
                if writing.execute(select(table).limit(1)).first():
                    raise ParseError(f"the database has {table.name} already: expected an empty one to restore into")
            return _copy_rows(reading, writing)
    finally:
        source.dispose()
        target.dispose()


def _copy(source: Engine, path: Path) -> int:
    target = open_engine(f"sqlite:///{path}")
    try:
        with source.connect() as reading, target.begin() as writing:
            if source.dialect.name == "sqlite":
                reading.exec_driver_sql("BEGIN")  # the driver begins no transaction for a query
            else:
                reading.execution_options(isolation_level="REPEATABLE READ")
            return _copy_rows(reading, writing)
    finally:
        with target.connect() as connection:
            connection.exec_driver_sql("PRAGMA journal_mode = DELETE")  # so that the backup is one file
        target.dispose()


def _copy_rows(reading: Connection, writing: Connection) -> int:
    for table in metadata.sorted_tables:
        found = reading.execution_options(stream_results=True).execute(select(table))
        has_files = any(isinstance(column.type, LargeBinary) for column in table.columns)
        for rows in found.partitions(1 if has_files else _ROWS):
            writing.execute(insert(table), [dict(zip(table.c.keys(), row, strict=True)) for row in rows])
    copied = writing.execute(select(func.count()).select_from(matches)).scalar_one()
    if copied and writing.dialect.name == "postgresql":  # which counts by itself
        writing.execute(select(func.setval(match_numbers.name, select(func.max(matches.c.number)).scalar_subquery())))
    if copied != reading.execute(select(func.count()).select_from(matches)).scalar_one():
        raise LudariumError("the backup does not have all matches: make it again")
    return int(copied)
