"""Errors of this program while it handles a mail: the sender gets an answer, and the administrators a notice."""

import logging

from ludarium.club.service import DatabaseBusy, Service
from ludarium.core.errors import NotReady

FAILED = (
    "This failed because of an error of the site: the administrators are informed, and your mail is stored. "
    "Some of it may have been carried out: look before you mail it again."
)
_log = logging.getLogger(__name__)


def is_ours(error: Exception) -> bool:
    """Return whether an error is a fault of this program, and not a failure that passes and is tried again."""
    return not isinstance(error, DatabaseBusy | NotReady | OSError)


def failed(service: Service, mail_id: str, error: Exception) -> str:
    """Log an error, notify the administrators, and return the answer to the sender."""
    _log.error("mail %s failed", mail_id, exc_info=error)
    notice = f"A mail failed here with {type(error).__name__}: ludarium mail show {mail_id} prints it, and the log why."
    service.notices.tell_administrators(notice)
    return FAILED
