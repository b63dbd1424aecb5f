"""Texts that people write for the site to store: what of them is stored, and how long they may be."""

from ludarium.core.errors import ParseError
from ludarium.core.text import counted, prose


def read_text(text: str, longest: int, what: str = "text") -> str:
    r"""Return what somebody has written, without characters that cannot be printed; `what` names it in the error.

    >>> read_text(" Stalls.\x1b \r\nTwice. ", 100)
    'Stalls. \nTwice.'

    Raises `ParseError` for more than `longest` characters.
    """
    kept = prose(text, "\n").strip()
    if len(kept) > longest:
        raise ParseError(f"the {what} has {counted(len(kept), 'letter')}: expected at most {longest}")
    return kept
