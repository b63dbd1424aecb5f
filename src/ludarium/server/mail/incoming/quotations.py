"""The sender's own text of a mail, without quotations and signature.

A quoted line begins with `>`. The paragraph before a quotation that ends with a colon introduces it ("On Monday Ann
wrote:"), in any language. Programs that mark no line introduce the whole mail that is answered by a rule, or by lines
with its sender and its date.
"""

import re
from typing import NamedTuple

from ludarium.club.mail.reply_tokens import IN_TEXT
from ludarium.server.mail.incoming.separators import introduces, is_separator
from ludarium.server.mail.incoming.signatures import is_from_device
from ludarium.server.mail.incoming.wrapped_links import mark_wrapped_links

_QUOTED = re.compile(r"\s*[>|»]|\s?[A-Za-z]{1,4}>(?:\s|$)")
"""A quoted line; some programs put letters of the name of its author before the mark ("AD> ")."""
_SIGNATURE = re.compile(r"--\s*")
_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNED_END = "-----BEGIN PGP SIGNATURE-----"
_NAMED_INSIDE = re.compile(r"<[^\s@<>]++@[^\s@<>]++>[^:<>]{0,40}:\s{3,}\S")
"""The address of the one who is quoted, in a line that goes on with the quotation itself."""
_LONGEST_INTRODUCTION = 3
_LEAST_WRAPPED = 50
"""Characters that a line would have at least with the first word of the next one, if a program has broken it there."""


_ENCRYPTED = "-----BEGIN PGP MESSAGE-----"
OWN = "\u2060"
"""What stands before a line that only seems to be quoted; it has no width, and is no part of what is read."""
_PICTURE = re.compile(
    r"\[(?:cid|image|inline image|inline-bild|bild|imagen?|immagine)\s?:[^\[\]]{1,200}\]|"
    r"^\s*[\[<][^\[\]<>]{1,100}\.(?:png|jpe?g|gif|heic|webp|tiff?|bmp)[\]>]\s*$|\ufffc",
    re.IGNORECASE,
)
"""What mail programs write in place of a picture."""


class Written(NamedTuple):
    """The sender's own text of a mail: its first line, and the free text after it."""

    first: str
    rest: str


def own_lines(text: str) -> list[str]:
    r"""Return the lines that the sender of a mail has written, without quotations and signature.

    >>> own_lines("On Monday Ann wrote:\n> It is your turn.\n\na+b-\n-- \nBob")
    ['', 'a+b-']
    """
    lines = _without_armour(text.splitlines())
    own_marks = [not is_quoted(line) for line in lines]
    mark_wrapped_links(lines, own_marks)
    last_quoted = max((number for number, own in enumerate(own_marks) if not own), default=-1)
    for number, line in enumerate(lines):
        if own_marks[number] and (_SIGNATURE.fullmatch(line) or _begins_quotation(lines, number, last_quoted)):
            lines, own_marks = lines[:number], own_marks[:number]
            break
    _drop_introductions(lines, own_marks)
    own = [line.removeprefix(OWN) for line, is_own in zip(lines, own_marks, strict=True) if is_own]
    return [line for line in own if not line.strip() or _PICTURE.sub("", line).strip()]


def read_written(text: str) -> Written:
    r"""Return the first line that the sender of a mail has written, and the text after it.

    >>> read_written("a+b-\n\nGood game!\n\nSent from my iPhone\n\n> It is your turn.")
    Written(first='a+b-', rest='Good game!')
    """
    lines = [_PICTURE.sub("", line).strip("\u200b\ufeff\u2060 \t\xa0") for line in own_lines(text)]
    lines = lines[next((number for number, line in enumerate(lines) if line), len(lines)) :]
    while lines and (not lines[-1] or is_from_device(lines[-1])):
        del lines[-1]
    return Written(lines[0], "\n".join(lines[1:]).strip()) if lines else Written("", "")


def is_quoted(line: str) -> bool:
    """Return whether a line is marked as quoted."""
    return bool(_QUOTED.match(line))


def is_encrypted(text: str) -> bool:
    """Return whether a text is nothing but an encrypted one, with its armour."""
    return text.lstrip().startswith(_ENCRYPTED)


def _without_armour(lines: list[str]) -> list[str]:
    r"""Return the lines that a PGP signature is about, if there is one.

    >>> _without_armour([_SIGNED, "Hash: SHA256", "", "u+", "- -- ", _SIGNED_END, "iHUE"])
    ['u+', '-- ']
    """
    begins = next((number for number, line in enumerate(lines) if line.strip() == _SIGNED), None)
    if begins is None:
        return lines
    first = next((number for number in range(begins, len(lines)) if not lines[number].strip()), begins)
    after = lines[first + 1 :]
    ends = next((number for number, line in enumerate(after) if line.strip() == _SIGNED_END), len(after))
    return [*lines[:begins], *(line.removeprefix("- ") for line in after[:ends])]


def _begins_quotation(lines: list[str], number: int, last_quoted: int) -> bool:
    """Return whether all lines from here on are the quoted mail, though no mark says so, or nothing that is read."""
    stripped = lines[number].strip()
    if is_separator(lines, number) or stripped == _ENCRYPTED or _NAMED_INSIDE.search(stripped):
        return True
    if number > last_quoted and IN_TEXT.search(stripped):
        return True
    if introduces(stripped):
        after = (lines[place] for place in range(number + 1, len(lines)))
        following = next((line for line in after if line.strip()), "")
        return bool(following) and not _QUOTED.match(following)
    return False


def _drop_introductions(lines: list[str], own_marks: list[bool]) -> None:
    """Drop the paragraphs that introduce quotations."""
    for number in range(1, len(lines)):
        if own_marks[number] or not own_marks[number - 1]:
            continue
        last = number - 1
        while last > 0 and not lines[last].strip():
            last -= 1
        if own_marks[last] and lines[last].rstrip().endswith((":", "\uff1a")):
            for above in range(last, max(last - _LONGEST_INTRODUCTION, -1), -1):
                if not lines[above].strip() or not own_marks[above] or (above < last and not _goes_on(lines, above)):
                    break
                own_marks[above] = False


def _goes_on(lines: list[str], number: int) -> bool:
    """Return whether a line may have been wrapped: the first word of the next one had no room in it."""
    first = next(iter(lines[number + 1].split()), "")
    return len(lines[number].strip()) + 1 + len(first) > _LEAST_WRAPPED
