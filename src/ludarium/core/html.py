"""Results as HTML for notebooks: tables and a page's part, in which every text is escaped."""

from collections.abc import Iterable, Sequence
from html import escape

_NUMBER = ' style="text-align: right; font-variant-numeric: tabular-nums"'
_TEXT = ' style="text-align: left"'


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table; numbers stand at the right, and those with a fraction have three digits of it.

    >>> table(["who"], [["<b>"]])
    '<table><thead><tr><th style="text-align: left">who</th></tr></thead><tbody><tr><td style="text-align: left">&lt;b&gt;</td></tr></tbody></table>'
    """  # noqa: E501  the example is one line
    found = [[*row] for row in rows]
    numeric = [all(_is_number(row[at]) for row in found) and bool(found) for at in range(len(heads))]
    head = "".join(_cell("th", text, right) for text, right in zip(heads, numeric, strict=True))
    body = "".join(
        f"<tr>{''.join(_cell('td', value, right) for value, right in zip(row, numeric, strict=True))}</tr>"
        for row in found
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def section(title: str, subtitle: str, *parts: str) -> str:
    """Return parts of HTML below a title and a line of small print."""
    head = f'<p style="margin: 0 0 .5em"><strong>{escape(title)}</strong> <small>{escape(subtitle)}</small></p>'
    return f'<div class="ludarium">{head}{"".join(parts)}</div>'


def _is_number(value: object) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def _cell(tag: str, value: object, right: bool) -> str:
    return f"<{tag}{_NUMBER if right else _TEXT}>{escape(_format(value))}</{tag}>"


def _format(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.3f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)
