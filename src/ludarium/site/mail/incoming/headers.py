"""The headers of a mail, decoded; a damaged one says nothing."""

import codecs
from contextlib import suppress
from email.header import decode_header
from email.message import Message
from email.utils import getaddresses
from itertools import islice

LONGEST = 2000
"""Characters of a header that are read."""
LONGEST_ADDRESS = 254
_MOST_ALIKE = 20
"""Headers of one name that are read."""
_NOT_CHARSETS = frozenset({"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined"})
"""Codecs of Python that no mail is written in, and that may take very long or change what is read."""


def header(message: Message, name: str) -> str:
    """Return the first header of a name in one line, decoded; empty if there is none."""
    return next(iter(headers(message, name)), "")


def headers(message: Message, name: str) -> list[str]:
    """Return the headers of a name, each in one line and decoded."""
    found = (value for key, value in message.raw_items() if key.lower() == name.lower())
    return [_decode_header(value) for value in islice(found, _MOST_ALIKE)]


def addresses(message: Message, name: str) -> list[str]:
    """Return the addresses in the first header of a name, in lower case."""
    with suppress(Exception):  # of the parser of addresses, which text of any kind may surprise
        found = [valid_address(address) for _, address in getaddresses([header(message, name)])]
        return [address for address in found if address]
    return []


def names(message: Message) -> tuple[str, ...]:
    """Return the sender's name, as `From` has it; nothing without one."""
    with suppress(Exception):  # as above
        return tuple(name[:LONGEST_ADDRESS] for name, _ in getaddresses([header(message, "From")])[:1] if name)
    return ()


def valid_address(text: str) -> str:
    """Return an address in lower case; empty for what is none."""
    address = text.strip().strip("<>").lower()
    name, _, domain = address.rpartition("@")
    is_plain = address.isprintable() and not any(sign in address for sign in ' ,;:<>()[]"\\')
    return address if name and domain and is_plain and len(address) <= LONGEST_ADDRESS else ""


def decode(content: bytes, charset: str | None) -> str:
    """Return bytes as text: in their charset, or as UTF-8 or Latin-1 where it is not known or wrong."""
    for name in (charset, "utf-8"):
        with suppress(Exception):  # an unknown charset, one that is none, or the wrong one
            if name and codecs.lookup(name).name not in _NOT_CHARSETS:
                return content.decode(name)
    if charset:
        with suppress(Exception):  # as above
            if codecs.lookup(charset).name not in _NOT_CHARSETS:
                return content.decode(charset, "replace")
    return content.decode("latin-1")


def _decode_header(value: object) -> str:
    try:
        text = str(value)[:LONGEST]
        if not text.isascii():  # bytes that are not encoded, as some programs write them, and SMTPUTF8 allows
            text = decode(text.encode("utf-8", "surrogateescape"), None)
        found = decode_header(text)
        words = [decode(word, charset) if isinstance(word, bytes) else word for word, charset in found]
        return " ".join("".join(words).split())
    except Exception:  # noqa: BLE001  # a header that no program has written: it says nothing
        return ""
