"""Commitments before a match begins: a form has one before its reader adds a nonce to the dice.

Nothing is stored for a form that is not sent: the secret follows from the site's own and the id of the match to come.
"""

import hmac
import re
import secrets

from ludarium.core.errors import ParseError
from ludarium.match.commitment import Commitment

_MATCH = re.compile("[0-9A-Za-z_-]{16}", re.ASCII)


def new_match_id() -> str:
    """Return a new id of a match, which nobody can guess."""
    return secrets.token_urlsafe(12)


class Commitments:
    """The commitments of one site, which has a `key`."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def make(self, match_id: str = "") -> Commitment:
        """Return the commitment for a match that has not begun; for a new one, if this is not the id of a match."""
        match_id = match_id if _MATCH.fullmatch(match_id) else new_match_id()
        secret = hmac.digest(self._key, b"ludarium-dice-secret-1" + match_id.encode(), "sha256")
        return Commitment.make(match_id, secret, ())

    def keep(self, match_id: str, digest: str) -> Commitment:
        """Return the commitment that was part of a form.

        Raises `ParseError` if it is another one, since the site's key has changed.
        """
        commitment = self.make(match_id)
        if (commitment.match, commitment.digest) != (match_id, digest):
            raise ParseError("this form is out of date: open it again")
        return commitment
