"""Charts of a tournament as SVG for the report, in the CSS colours of the page, light or dark."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from io import StringIO

import numpy as np

from ludarium.core.extras import extra

with extra("tournament", "a chart"):
    from matplotlib import rc_context
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

_INK, _QUIET, _LINE, _ACCENT = "#000001", "#000002", "#000003", "#000004"
_SERIES = [f"#0000f{number}" for number in range(8)]
_VARIABLES = {_INK: "ink", _QUIET: "quiet", _LINE: "line", _ACCENT: "accent"} | {
    colour: f"series-{number}" for number, colour in enumerate(_SERIES)
}
"""The CSS variables that replace these colours in the SVG."""
_POINTS = 240
"""The maximum number of points of a curve."""
_BARS = 24
_STEPS = np.array([1, 2, 5])
_NAME_LENGTH = 24
_NAME_GAP = 0.055
"""The minimum distance of two names beside the curves, as a fraction of the chart's height."""


def histogram(values: Sequence[int], unit: str) -> Figure:
    """Draw a histogram of whole numbers; each bar covers the same number of values."""
    first, last = min(values), max(values)
    widths = (_STEPS * 10 ** np.arange(10)[:, None]).ravel()
    width = int(widths[np.argmax(widths >= (last - first + 1) / _BARS)])
    start = first - first % width
    heights, edges = np.histogram(values, np.arange(start, last + width + 1, width))
    figure, axes = _chart()
    axes.bar(edges[:-1], heights, 0.92 * width, align="edge", color=_ACCENT)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    axes.yaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.set_xlabel(unit, color=_QUIET)
    axes.set_ylabel("games", color=_QUIET)
    return figure


def curves(series: Mapping[str, Sequence[float]], unit: str) -> Figure:
    """Draw a curve for each name, with the names at the right ends of the curves."""
    figure, axes = _chart()
    for number, values in enumerate(series.values()):
        at = np.unique(np.linspace(0, len(values) - 1, min(_POINTS, len(values)), dtype=int))
        axes.plot(at, np.asarray(values)[at], color=_SERIES[number % len(_SERIES)], linewidth=1.6)
    low, high = axes.get_ylim()
    places = _spread([(values[-1] - low) / (high - low) for values in series.values()])
    for number, (name, place) in enumerate(zip(series, places, strict=True)):
        short = name if len(name) <= _NAME_LENGTH else f"{name[: _NAME_LENGTH - 1]}…"
        axes.text(
            1.02, place, short, transform=axes.transAxes, va="center", color=_SERIES[number % len(_SERIES)],
            weight="bold",
        )  # fmt: skip
    axes.margins(x=0)
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True, min_n_ticks=1))
    axes.set_xlabel(unit, color=_QUIET)
    return figure


def inline_svg(figure: Figure, label: str) -> str:
    """Return a chart as an SVG element for an HTML page.

    `label` describes it to a screen reader, and keeps its ids apart from those of other charts of the page.
    """
    metadata = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": label}):
        figure.savefig(file := StringIO(), format="svg", transparent=True, metadata=metadata)
    root = re.search(r'<svg [^>]*viewBox="([^"]*)"[^>]*>', file.getvalue())
    assert root
    svg = re.sub(r"<style.*?</style>", "", file.getvalue()[root.end() :], flags=re.DOTALL)  # would style the whole page
    for colour, variable in _VARIABLES.items():
        svg = svg.replace(colour, f"var(--{variable})")
    return f'<svg class="chart" viewBox="{root[1]}" role="img" aria-label="{escape(label)}">{svg.strip()}'


def _chart() -> tuple[Figure, Axes]:
    """Return an empty chart."""
    figure = Figure(figsize=(6.4, 3.4), layout="constrained")
    axes = figure.subplots()
    axes.tick_params(labelcolor=_INK, length=0)  # the marks of ticks would be links inside the SVG
    axes.grid(axis="y", color=_LINE, linewidth=0.7)
    axes.set_axisbelow(True)
    for side, spine in axes.spines.items():
        spine.set_visible(side == "bottom")
        spine.set_color(_QUIET)
    return figure, axes


def _spread(places: Sequence[float]) -> list[float]:
    """Return positions from 0 to 1, moved apart so that names at them do not overlap."""
    moved = dict[int, float]()
    above = -_NAME_GAP
    for number in sorted(range(len(places)), key=places.__getitem__):
        above = moved[number] = max(places[number], above + _NAME_GAP)
    surplus = max(0.0, above - 1)
    return [moved[number] - surplus for number in range(len(places))]
