"""Receiving mails: which addresses of the site take them, and where they wait to be read.

This module is light: an MTA starts a program for every mail, which must be done at once.
"""

from ludarium.site.outbox.reply_tokens import hash_token
from ludarium.site.outbox.rows.received import Reception


def is_known(reception: Reception, token: str, now: float) -> bool:
    """Return whether mails to the address of a token are received: it was given, and has not expired."""
    return reception.was_given(hash_token(token), now)
