"""The text of a mail: of its plain parts, or of its HTML where there is no plain text.

A picture between words divides them into parts, which belong together; of alternatives one is read. Files that are
attached, and mails in the mail, are nobody's words to us.
"""

import re
from contextlib import suppress
from email.message import Message
from typing import NamedTuple

from ludarium.site.mail.incoming.headers import decode
from ludarium.site.mail.incoming.html_text import html_to_text
from ludarium.site.mail.incoming.quotations import OWN, is_quoted

_LONGEST = 100_000
_LONGEST_PAGES = 4 * _LONGEST
_MOST_PARTS = 200
_DEEPEST = 50


class _Piece(NamedTuple):
    """The text of a part; a `file` has a name."""

    text: str
    plain: bool
    file: bool


class _Pieces:
    """Collects the texts of a mail, which are bounded, however many parts it has."""

    def __init__(self) -> None:
        self._parts = _MOST_PARTS
        self._pages = _LONGEST_PAGES

    def of(self, part: Message, depth: int = 0) -> list[_Piece]:
        """Return the texts of a part, none of which is empty."""
        self._parts -= 1
        kind = part.get_content_type()
        if self._parts < 0 or depth > _DEEPEST or kind.startswith("message/"):
            return []
        if part.is_multipart():
            children = [child for child in part.get_payload() if isinstance(child, Message)]
            if kind == "multipart/alternative":
                return self._best(children, depth)
            return [piece for child in children for piece in self.of(child, depth + 1)]
        found: list[_Piece] = []
        with suppress(Exception):  # of a damaged part: the others are enough
            if kind in ("text/plain", "text/html") and part.get_content_disposition() != "attachment":
                text = _content(part) if kind == "text/plain" else self._page(part)
                found = [_Piece(text, kind == "text/plain", bool(part.get_filename()))] if text.strip() else []
        return found

    def _best(self, children: list[Message], depth: int) -> list[_Piece]:
        """Return the texts of the first alternative that is plain, or else of the first one that has a text."""
        best: list[_Piece] = []
        for child in children:
            found = self.of(child, depth + 1)
            if found and all(piece.plain for piece in found):
                return found
            best = best or found
        return best

    def _page(self, part: Message) -> str:
        page = _content(part)[: self._pages]
        self._pages -= len(page)
        return html_to_text(page)


def text_of(message: Message) -> str:
    """Return the text of a mail."""
    pieces: list[_Piece] = []
    with suppress(Exception):  # of a damaged structure
        pieces = _Pieces().of(message)
    texts = list[str]()
    for piece in pieces:
        if piece.file and not all(one.file for one in pieces):
            continue
        if piece.plain or _letters(piece.text) not in map(_letters, texts):  # what some programs write twice
            texts.append(piece.text.strip("\n"))
    return "\n".join(texts)[:_LONGEST]


def _letters(text: str) -> str:
    return re.sub(r"\W+", "", text)


def _content(part: Message) -> str:
    """Return the text of a part, with its lines joined again where `format=flowed` says that they are broken."""
    payload = part.get_payload(decode=True)
    content = payload if isinstance(payload, bytes) else b""
    charset, flowed, without_space = None, False, False
    with suppress(Exception):  # of a damaged header
        charset = part.get_content_charset()
        flowed = str(part.get_param("format", "")).lower() == "flowed"
        without_space = str(part.get_param("delsp", "")).lower() == "yes"
    text = decode(content, charset).replace("\r\n", "\n").replace("\r", "\n")
    return _unflow(text, without_space=without_space) if flowed and part.get_content_subtype() == "plain" else text


def _unflow(text: str, *, without_space: bool = False) -> str:
    r"""Return a text with the lines joined that a mail program has broken (RFC 3676), quoted ones apart.

    With `without_space` the space that marks a broken line is no part of the text. A line that only seems to be quoted
    has a space in front, in place of which it gets the sign of an own line.

    >>> _unflow("move 17 ann pass \nword u+\n-- \nAnn")
    'move 17 ann pass word u+\n-- \nAnn'
    >>> _unflow("move 17 ann pass \nword u+", without_space=True)
    'move 17 ann password u+'
    >>> _unflow(" > 5 is too much\n> quoted") == f"{OWN}> 5 is too much\n> quoted"
    True
    """
    lines: list[str] = []
    goes_on = False
    for raw in text.split("\n"):
        own, line = not raw.startswith(">"), raw.removeprefix(" ")
        if goes_on and own and line != "-- ":
            lines[-1] = (lines[-1][:-1] if without_space else lines[-1]) + line
        else:
            lines.append(f"{OWN}{line}" if own and line != raw and is_quoted(line) else line)
        goes_on = own and line.endswith(" ") and line != "-- " and line.strip() != ""
    return "\n".join(lines)
