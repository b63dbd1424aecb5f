"""The sender's own text of a mail, without quotations and signature.

A quoted line begins with `>`. The paragraph before a quotation that ends with a colon introduces it ("On Monday Ann
wrote:"), in any language. Programs that mark no line introduce the whole mail that is answered by a rule, or by lines
with its sender and its date.
"""

import re
from typing import NamedTuple

from ludarium.club.mail.reply_tokens import IN_TEXT
from ludarium.server.mail.incoming.signatures import is_from_device

_QUOTED = re.compile(r"\s*[>|»]|\s?[A-Za-z]{1,4}>(?:\s|$)")
"""A quoted line; some programs put letters of the name of its author before the mark ("AD> ")."""
_SIGNATURE = re.compile(r"--\s*")
_RULE = re.compile(r"\s*+(?:_{10,}+|-{3,}+\s*+\S.{0,60}\S\s*+-{3,}+)\s*+")
"""A line such as "-----Original Message-----", in any language."""
_HEADER = re.compile(r"\s*\*?[\w-]+(?: \w+)?\*?\s?:\*?\s+\S.*")
"""A line such as "From: Ann"."""
_LEAST_HEADERS = 3
_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNED_END = "-----BEGIN PGP SIGNATURE-----"
_NAMED = re.compile(r"(?<=.)[^\s@<(]@[^\s@>)]++[>)]")
"""The address of the one who is quoted, in a line that introduces it and ends with a colon."""
_NAMED_INSIDE = re.compile(r"<[^\s@<>]++@[^\s@<>]++>[^:<>]{0,40}:\s{3,}\S")
"""The same in a line that goes on with the quotation itself."""
_LONGEST_INTRODUCTION = 3
_LEAST_WRAPPED = 50
"""Characters that a line would have at least with the first word of the next one, if a program has broken it there."""


_ENCRYPTED = "-----BEGIN PGP MESSAGE-----"


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
    own_marks = [not _QUOTED.match(line) for line in lines]
    for number, line in enumerate(lines):
        if own_marks[number] and (_SIGNATURE.fullmatch(line) or _begins_quotation(lines, number)):
            lines, own_marks = lines[:number], own_marks[:number]
            break
    _drop_introductions(lines, own_marks)
    return [line for line, own in zip(lines, own_marks, strict=True) if own]


def read_written(text: str) -> Written:
    r"""Return the first line that the sender of a mail has written, and the text after it.

    >>> read_written("a+b-\n\nGood game!\n\nSent from my iPhone\n\n> It is your turn.")
    Written(first='a+b-', rest='Good game!')
    """
    lines = [line.strip("\u200b\ufeff\u2060 \t\xa0") for line in own_lines(text)]
    lines = lines[next((number for number, line in enumerate(lines) if line), len(lines)) :]
    while lines and (not lines[-1] or is_from_device(lines[-1])):
        del lines[-1]
    return Written(lines[0], "\n".join(lines[1:]).strip()) if lines else Written("", "")


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


def _begins_quotation(lines: list[str], number: int) -> bool:
    """Return whether all lines from here on are the quoted mail, though no mark says so."""
    if _RULE.fullmatch(lines[number]):
        return True
    stripped = lines[number].strip()
    if _NAMED_INSIDE.search(stripped):
        return True
    if IN_TEXT.search(stripped) and not any(map(_QUOTED.match, lines[number:])):
        return True
    if stripped.endswith(":") and _NAMED.search(stripped):
        after = (lines[place] for place in range(number + 1, len(lines)))
        following = next((line for line in after if line.strip()), "")
        return bool(following) and not _QUOTED.match(following)
    ahead = lines[number : number + _LEAST_HEADERS]
    return len(ahead) == _LEAST_HEADERS and all(map(_HEADER.fullmatch, ahead)) and any("@" in line for line in ahead)


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
