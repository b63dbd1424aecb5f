"""The results of an analysis as a terminal shows them: sentences and tables."""

from __future__ import annotations

import math
from collections.abc import Sequence
from io import StringIO

from rich.console import Console
from rich.table import Table

from ludarium.analysis.measuring.estimates import Estimate
from ludarium.analysis.measuring.measures import Measures
from ludarium.analysis.simulation import Simulation
from ludarium.core.measures import MEANINGS, format_interval, format_measure
from ludarium.core.text import counted

_WIDTH = 1000
"""The columns of a text that is not for a terminal; a table takes no more than it needs."""


def as_text(parts: Sequence[str | Table]) -> str:
    """Return sentences and tables as text without styles."""
    console = Console(file=StringIO(), width=_WIDTH, color_system=None, highlight=False, markup=False, emoji=False)
    with console.capture() as capture:
        for part in parts:
            console.print(part, soft_wrap=isinstance(part, str))
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


def print_simulation(made: Simulation) -> list[str | Table]:
    """Return the statistics of a game."""
    title = f"{made.game.spec}: {counted(len(made), 'game')} of {' v '.join(made.players)}, seed {made.seed}\n"
    last = f"\nOn average {made.branching:.3g} actions are legal; {made.forced:.1%} of the choices have only one."
    return [title, _seats(made), "", _lengths(made), last]


def _seats(made: Simulation) -> Table:
    """Return the results of the seats, and of who chose first."""
    rows = [*made.seats().iter_rows(named=True)]
    if first := made.first():
        rows.append({"seat": "who chose first", "player": "", **first})
    paid = ["payoff"] if made.game.setup.payoff_range else []
    payoffs = dict(zip(made.game.setup.seat_names, made.numbers.payoffs.mean(axis=0), strict=True))
    table = _table("seat", "player", "won", "drawn", "lost", "score", "95 % interval", "points", *paid)
    for row in rows:
        counts = (f"{row[name]:,}" for name in ("won", "drawn", "lost"))
        points = _format_mean(row["mean"], row["error"]) if "mean" in row else ""
        means = [f"{payoffs[row['seat']]:,.4g}" if row["seat"] in payoffs else ""] if paid else []
        interval = f"{row['low']:.1%} to {row['high']:.1%}"
        table.add_row(row["seat"], row["player"], *counts, f"{row['score']:.1%}", interval, points, *means)
    return table


def _lengths(made: Simulation) -> Table:
    """Return the lengths of the games."""
    table = _table("length", "", "mean", "median", "5 to 95 %", "least", "most")
    for row in made.length().iter_rows(named=True):
        most = (f"{row[name]:,.0f}" for name in ("least", "most"))
        mean, spread = _format_mean(row["mean"], row["error"]), f"{row['p5']:,.0f} to {row['p95']:,.0f}"
        table.add_row(row["what"], "", mean, f"{row['median']:,.0f}", spread, *most)
    return table


def _table(*headings: str, words: int = 2) -> Table:
    """Return an empty table: so many columns of words, then columns of numbers."""
    table = Table(*headings[:words], box=None, header_style="bold", padding=(0, 2, 0, 0))
    for heading in headings[words:]:
        table.add_column(heading, justify="right")
    return table


def _format_mean(mean: float, error: float) -> str:
    """Return a mean and its error, with two significant digits of the error."""
    places = max(0, 1 - math.floor(math.log10(error))) if error else 0
    return f"{mean:,.{places}f} ± {error:,.{places}f}"


def print_measures(made: Measures) -> list[str | Table]:
    """Return the measures of a game and the effects of its options."""
    title = f"{made.game.spec}: {counted(made.games, 'game')} of {made.player} with itself, seed {made.seed}\n"
    measures = _table("measure", "value", "95 % interval", words=1)
    measures.add_column("meaning")
    for name, found in made.estimates.items():
        meaning = MEANINGS[name]
        measures.add_row(meaning.title, *_format(name, found), meaning.says)
    options = _table("option", "turns", "95 % interval", "first seat", "drawn", "branching", words=1)
    for effect in made.effects:
        (turns, interval), (first, _), (drawn, _) = (
            _format(name, getattr(effect, name)) for name in ("turns", "first", "drawn")
        )
        name = f"{effect.option}={effect.value}" if effect.option else "as it is, random games"
        options.add_row(name, turns, interval, first, drawn, format_measure("branching", effect.branching))
    return [title, measures, "", options]


def _format(name: str, found: Estimate) -> tuple[str, str]:
    """Return a measure and its interval as text."""
    return format_measure(name, found.value), format_interval(name, *found)
