"""Logging of failures in background threads; a database that cannot be used is logged once, by the database."""

import logging

from ludarium.site.ground.failures import DatabaseBusy, DatabaseUnavailable


def log_failure(log: logging.Logger, message: str, error: Exception) -> None:
    """Log that work failed which is tried again: a busy database in a line, a fault of ours with its traceback."""
    if isinstance(error, DatabaseUnavailable):
        log.info("%s: %s", message, error)
    elif isinstance(error, DatabaseBusy):
        log.warning("%s: %s", message, error)
    else:
        log.error("%s", message, exc_info=error)
