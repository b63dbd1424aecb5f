"""The results of an analysis as a terminal shows them: sentences and tables."""

from __future__ import annotations

import math
from collections.abc import Sequence
from io import StringIO

from rich.console import Console
from rich.table import Table

_WIDTH = 1000
"""The columns of a text that is not for a terminal; a table takes no more than it needs."""


def as_text(parts: Sequence[str | Table]) -> str:
    """Return sentences and tables as text without styles."""
    console = Console(file=StringIO(), width=_WIDTH, color_system=None, highlight=False, markup=False, emoji=False)
    with console.capture() as capture:
        for part in parts:
            console.print(part, soft_wrap=isinstance(part, str))
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


def table(*headings: str, words: int = 2) -> Table:
    """Return an empty table: so many columns of words, then columns of numbers."""
    table = Table(*headings[:words], box=None, header_style="bold", padding=(0, 2, 0, 0))
    for heading in headings[words:]:
        table.add_column(heading, justify="right")
    return table


def format_mean(mean: float, error: float) -> str:
    """Return a mean and its error, with two significant digits of the error."""
    places = max(0, 1 - math.floor(math.log10(error))) if error else 0
    return f"{mean:,.{places}f} ± {error:,.{places}f}"
