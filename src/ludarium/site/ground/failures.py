"""Failures of the database that may pass, by the codes of SQLite and PostgreSQL, and how work that failed is logged.

A database that cannot be used is logged once, by the database.
"""

import logging
import sqlite3

from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from ludarium.site.ground.group_commit import NoTurn

_SQLITE_BUSY = (5, 6)  # SQLITE_BUSY and SQLITE_LOCKED, the low byte of more exact codes
_FULL = "the disk of the database is full"
_READ_ONLY = "the database can only be read"
_DISK = "the disk of the database fails"
_NO_ANSWER = "the database does not answer"
OTHER_VERSION = "the database belongs to another version of Ludarium: start this process again with that version"
_SQLITE = {8: _READ_ONLY, 10: _DISK, 13: _FULL, 14: _DISK}
"""By the low byte of SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN."""
_POSTGRESQL = {"53100": _FULL, "25006": _READ_ONLY, "58030": _DISK}
"""By `disk_full`, `read_only_sql_transaction` and `io_error`."""
_BUSY = ("40001", "40P01", "55P03")
"""`serialization_failure`, `deadlock_detected` and `lock_not_available`."""


class DatabaseBusy(Exception):
    """The database cannot be written now, or does not answer; a later attempt may succeed."""


class DatabaseUnavailable(DatabaseBusy):
    """The database is not busy, but cannot be used until somebody has mended it; `reason` says why in few words."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason


def passing_failure(error: Exception) -> DatabaseBusy | None:
    """Return the `DatabaseBusy` for a failure of a database; None for a failure that does not pass."""
    if isinstance(error, NoTurn):
        return DatabaseBusy(str(error))
    if isinstance(error, NoConnection):
        return DatabaseBusy("all connections to the database are in use")
    if not isinstance(error, DBAPIError):
        return None
    code = getattr(error.orig, "sqlite_errorcode", None)
    if code is not None:
        return _of_code(_SQLITE.get(code & 0xFF), error) if code & 0xFF not in _SQLITE_BUSY else _busy(error)
    if isinstance(error.orig, sqlite3.Error):  # of the driver itself, such as for text that is not UTF-8
        return None
    state = getattr(error.orig, "sqlstate", None)
    if state in _POSTGRESQL:
        return _of_code(_POSTGRESQL[state], error)
    if isinstance(error, OperationalError) or error.connection_invalidated:
        return _busy(error) if state in _BUSY else _of_code(_NO_ANSWER, error)
    return None


def _busy(error: DBAPIError) -> DatabaseBusy:
    return DatabaseBusy(str(error.orig))


def _of_code(reason: str | None, error: DBAPIError) -> DatabaseBusy | None:
    return DatabaseUnavailable(reason, " ".join(str(error.orig).split())) if reason else None


def log_failure(log: logging.Logger, message: str, error: Exception) -> None:
    """Log that work failed which is tried again: a busy database in a line, a fault of ours with its traceback."""
    if isinstance(error, DatabaseUnavailable):
        log.info("%s: %s", message, error)
    elif isinstance(error, DatabaseBusy):
        log.warning("%s: %s", message, error)
    else:
        log.error("%s", message, exc_info=error)
