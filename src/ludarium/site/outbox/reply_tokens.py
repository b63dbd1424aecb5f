"""The tokens of reply addresses as text; `reply_addresses` says who may act by one."""

import base64
import re
import secrets
from hashlib import sha256

PREFIX = "m+"
_BYTES = 16
_TOKEN = re.compile(r"[a-z2-7]{26}")
IN_TEXT = re.compile(rf"\b{re.escape(PREFIX)}{_TOKEN.pattern}(?=@)", re.IGNORECASE)
"""Such a local part in a text: who reads it can answer, and so play, for whom the mail was sent to."""


def make_token() -> str:
    """Return a random token, in lower-case letters and digits."""
    return base64.b32encode(secrets.token_bytes(_BYTES)).decode().rstrip("=").lower()


def hash_token(token: str) -> str:
    """Return the hash of a token, which the database keeps instead."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def local_part(token: str) -> str:
    """Return what stands before the `@` of a token's address.

    >>> local_part("abcdefghijklmnopqrstuvwxyz")
    'm+abcdefghijklmnopqrstuvwxyz'
    """
    return PREFIX + token


def parse_local_part(text: str) -> str | None:
    """Return the token of what stands before the `@` of an address, in any case; None for another address.

    >>> parse_local_part("M+ABCDEFGHIJKLMNOPQRSTUVWXYZ"), parse_local_part("postmaster")
    ('abcdefghijklmnopqrstuvwxyz', None)
    """
    text = text.lower()
    token = text.removeprefix(PREFIX)
    return token if text.startswith(PREFIX) and _TOKEN.fullmatch(token) else None
