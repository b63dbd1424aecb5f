"""Errors of this program while it does what a mail asks: they are answered, and told to the administrators."""

import logging

from ludarium.club.service import DatabaseBusy, Service
from ludarium.core.errors import NotReady

FAILED = (
    "This failed here: the administrator has been told, and your mail is kept. Some of it may have been carried out: "
    "look before you mail it again."
)
_log = logging.getLogger(__name__)


def is_ours(error: Exception) -> bool:
    """Return whether an error is one of this program, and not one that passes, after which the mail is tried again."""
    return not isinstance(error, DatabaseBusy | NotReady | OSError)


def failed(service: Service, mail_id: str, error: Exception) -> str:
    """Log an error, tell the administrators, and return what its sender is told."""
    _log.error("mail %s failed", mail_id, exc_info=error)
    told = f"A mail failed here with {type(error).__name__}: ludarium mail show {mail_id} prints it, and the log why."
    service.notices.tell_administrators(told)
    return FAILED
