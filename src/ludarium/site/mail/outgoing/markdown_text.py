"""Pages in Markdown as plain text, as a reader of plain mail sees them: no marks, lines of the width of a mail."""

import re
import textwrap
from collections.abc import Iterator

from ludarium.site.words import WIDTH

_CODE, _MARKS = re.compile(r"(`+)(.+?)\1"), re.compile(r"(\*\*|__|(?<!\w)[*_](?=\S))(.+?)(?<=\S)\1(?!\w)")
_LINK, _BARE = re.compile(r"!?\[([^\]]*)\]\(([^)\s]*)\)"), re.compile(r"<(https?://[^>]+)>")
_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+")
_HEADING = re.compile(r"(#+)\s+(.*?)\s*#*")
_FENCE = "```"
_LINES = {1: "=", 2: "-"}
_DIVIDER = re.compile(r"\|?[\s:|-]+\|?")


def markdown_to_text(page: str) -> str:
    r"""Return a page in Markdown as plain text.

    >>> print(markdown_to_text("## By **mail**\n\nWrite `a+b-`.\nSee [the rules](https://example.org).\n"))
    By mail
    -------
    <BLANKLINE>
    Write a+b-. See the rules (https://example.org).
    """
    return "\n\n".join(block for block in _blocks(page.splitlines()) if block.strip())


def _blocks(lines: list[str]) -> Iterator[str]:
    """Yield headings, boards, tables, lists and paragraphs as text."""
    inside, part = False, list[str]()
    for line in [*lines, ""]:
        if line.startswith(_FENCE):
            yield "\n".join(part) if inside else _prose(part)
            inside, part = not inside, []
        elif inside:
            part.append(line.rstrip())
        elif heading := _HEADING.fullmatch(line):
            yield _prose(part)
            yield _heading(len(heading[1]), _plain(heading[2]))
            part = []
        elif line.strip():
            part.append(line)
        else:
            yield _prose(part)
            part = []
    yield _prose(part)


def _heading(level: int, title: str) -> str:
    return f"{title}\n{_LINES[level] * min(len(title), WIDTH)}" if level in _LINES else title


def _prose(lines: list[str]) -> str:
    """Return a paragraph, a list or a table as text."""
    if lines and all(line.lstrip().startswith("|") for line in lines):
        return "\n".join(_table([line for line in lines if not _DIVIDER.fullmatch(line.strip())]))
    items = list[list[str]]()
    for line in lines:
        if _ITEM.match(line) or not items:
            items.append([])
        items[-1].append(line.strip())
    return "\n".join(_wrap(" ".join(item)) for item in items)


def _wrap(text: str) -> str:
    found = _ITEM.match(text)
    indent = " " * found.end() if found else ""
    body = _plain(text[found.end() :] if found else text)
    first = found[0] if found else ""
    return textwrap.fill(
        body, WIDTH, initial_indent=first, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _table(lines: list[str]) -> Iterator[str]:
    """Yield the rows of a table: of two columns as a name and what it is, of more in columns if those fit."""
    rows = [[_plain(cell.strip()) for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))] for line in lines]
    rows = [row for row in rows if any(row)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=False)]
    for row in rows:
        if len(row) > 2 and sum(widths) + 2 * len(widths) <= WIDTH:
            yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)).rstrip()
        else:
            yield _wrap(f"{row[0]}: {'; '.join(row[1:])}")


def _plain(text: str) -> str:
    """Return the text of one line without its marks; what stands between backquotes stays as it is."""
    parts = list[str]()
    place = 0
    for code in _CODE.finditer(text):
        parts += [_unmarked(text[place : code.start()]), code[2].strip()]
        place = code.end()
    return "".join([*parts, _unmarked(text[place:])]).replace("\\|", "|")


def _unmarked(text: str) -> str:
    text = _LINK.sub(lambda link: f"{link[1]} ({link[2]})" if link[2].startswith("http") else link[1], text)
    return _BARE.sub(r"\1", _MARKS.sub(r"\2", text))
