"""Small charts as SVG for notebooks, in the colour of the text around them: intervals, histograms and lines."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

_WIDTH, _LABELS = 448, 150
_ROW = 24
_HEIGHT, _FOOT = 130, 34
_NAME = 14
"""The height of a name beside the end of its line."""
_MOST_COLUMNS = 40
_LONGEST_NAME = 22
_DASHES = ("none", "6 3", "2 2", "8 3 2 3")
_STYLE = "max-width: 100%; font: 12px system-ui, sans-serif"


class BarValue(NamedTuple):
    """A value between 0 and 1, and the bounds of its interval."""

    label: str
    value: float
    low: float
    high: float


def bars(rows: Sequence[BarValue], label: str) -> str:
    """Return a bar for each value from 0 to 1, with its interval as a line; `label` is for screen readers.

    >>> bars([BarValue("X", 0.5, 0.4, 0.6)], "Scores").count("<rect")
    1
    """
    parts, wide = list[str](), _WIDTH - _LABELS - 50
    for number, (name, value, low, high) in enumerate(rows):
        top = number * _ROW
        start, end, at = (_LABELS + wide * min(max(part, 0.0), 1.0) for part in (low, high, value))
        parts.append(
            f'<text x="{_LABELS - 8}" y="{top + 16}" text-anchor="end">{escape(_short(name))}'
            f"<title>{escape(name)}</title></text>"
            f'<rect x="{_LABELS}" y="{top + 4}" width="{at - _LABELS:.1f}" height="{_ROW - 8}" fill-opacity=".35"/>'
            f'<path d="M{start:.1f} {top + _ROW / 2:g}H{end:.1f}" stroke="currentColor" stroke-width="2"/>'
            f'<text x="{_WIDTH - 44}" y="{top + 16}">{value:.3f}</text>'
        )
    return _svg(len(rows) * _ROW, label, parts)


def histogram(values: Sequence[float], unit: str, label: str) -> str:
    """Return how often numbers occur, a column for each range of them.

    >>> histogram([3, 3, 4], "turns", "Lengths").count("<rect")
    2
    """
    low, high = int(min(values)), int(max(values))
    wide = -(-(high - low + 1) // _MOST_COLUMNS)
    counts = [0] * ((high - low) // wide + 1)
    for value in values:
        counts[(int(value) - low) // wide] += 1
    step, tall = (_WIDTH - 20) / len(counts), _HEIGHT - _FOOT
    parts = [
        f'<rect x="{10 + number * step:.1f}" y="{tall - tall * count / max(counts):.1f}" width="{0.9 * step:.1f}" '
        f'height="{tall * count / max(counts):.1f}" fill-opacity=".5"><title>{_range(low, number, wide)}: {count}'
        "</title></rect>"
        for number, count in enumerate(counts)
    ]
    return _svg(_HEIGHT, label, [*parts, *_foot(f"{low:,}", f"{high:,}", unit)])


def lines(series: Mapping[str, Sequence[float]], unit: str, label: str) -> str:
    """Return a line for each series, with its name beside its end; the lowest and the highest value stand below.

    >>> lines({"Ann": [0.0, 1.0]}, "games", "Ratings").count("<polyline")
    1
    """
    drawn = {name: values for name, values in series.items() if values}
    known = [value for values in drawn.values() for value in values]
    low, high = min(known, default=0.0), max(known, default=1.0)
    wide, tall = _WIDTH - _LABELS - 30, max(_HEIGHT - _FOOT, _NAME * len(drawn) + 8)
    longest = max(map(len, drawn.values()), default=1)
    ends, curves = list[tuple[float, float]](), list[str]()
    for number, values in enumerate(drawn.values()):
        points = [
            (10 + wide * at / max(1, longest - 1), tall - 8 - (tall - 16) * (value - low) / ((high - low) or 1.0))
            for at, value in enumerate(values)
        ]
        ends.append(points[-1])
        curves.append(
            f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}" fill="none" '
            f'stroke="currentColor" stroke-width="1.5" stroke-dasharray="{_DASHES[number % len(_DASHES)]}"/>'
        )
    for name, (x, y), place in zip(drawn, ends, _apart([y for _, y in ends], tall), strict=True):
        curves.append(
            f'<path d="M{x + 2:.1f} {y:.1f}L{x + 18:.1f} {place:.1f}" stroke="currentColor" stroke-opacity=".4"/>'
            f'<text x="{x + 22:.1f}" y="{place + 4:.1f}">{escape(_short(name))}</text>'
        )
    said = f"{unit}: {low:.3g} to {high:.3g}"
    return _svg(tall + _FOOT, label, [*curves, *_foot("", "", said, tall)])


def _apart(places: Sequence[float], tall: float) -> list[float]:
    """Return the places nearest to some at which names do not overlap, in the same order from the top.

    >>> _apart([50.0, 20.0, 51.0], 96.0)
    [50.0, 20.0, 64.0]
    >>> _apart([88.0, 88.0], 96.0)
    [74.0, 88.0]
    """
    order = sorted(range(len(places)), key=places.__getitem__)
    found, lowest = [*places], -float("inf")
    for number in order:
        found[number] = lowest = max(found[number], lowest + _NAME)
    highest = tall - 8
    for number in reversed(order):
        found[number] = min(found[number], highest)
        highest = found[number] - _NAME
    return found


def _foot(low: str, high: str, unit: str, tall: float = _HEIGHT - _FOOT) -> Iterable[str]:
    """Yield the texts below a chart."""
    bottom = tall + 20
    yield f'<text x="10" y="{bottom}">{escape(low)}</text>'
    yield f'<text x="{_WIDTH / 2:g}" y="{bottom}" text-anchor="middle">{escape(unit)}</text>'
    yield f'<text x="{_WIDTH - 10}" y="{bottom}" text-anchor="end">{escape(high)}</text>'


def _svg(height: float, label: str, parts: Iterable[str]) -> str:
    return (
        f'<svg width="{_WIDTH}" height="{height:g}" viewBox="0 0 {_WIDTH} {height:g}" role="img" '
        f'aria-label="{escape(label)}" fill="currentColor" style="{_STYLE}">{"".join(parts)}</svg>'
    )


def _range(low: int, number: int, wide: int) -> str:
    first = low + number * wide
    return f"{first}" if wide == 1 else f"{first} to {first + wide - 1}"


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
