"""Small pictures of numbers as SVG, in the colours of the page that they stand in.

Classes say what is drawn: `axis`, `tick`, `bar`, `line` with the number of its colour, `range`, `dot`.
"""

import math
from collections.abc import Mapping, Sequence
from html import escape

from ludarium.core.text import counted

_COLOURS = 8
_POINTS = 240


def whisker(low: float, middle: float, high: float) -> str:
    """A share between 0 and 1 with the interval around it.

    >>> whisker(0.25, 0.5, 0.75)[:50]
    '<svg class="whisker" viewBox="0 0 100 12" role="im'
    """
    at = f"{middle:.0%}, between {low:.0%} and {high:.0%}"
    inside = '<path class="tick" d="M50 0v12"/>'
    inside += f'<path class="range" d="M{100 * low:.1f} 6H{100 * high:.1f}"/>'
    inside += f'<circle class="dot" cx="{100 * middle:.1f}" cy="6" r="4"/>'
    return f'<svg class="whisker" viewBox="0 0 100 12" role="img" aria-label="{at}">{inside}</svg>'


def histogram(values: Sequence[int], unit: str) -> str:
    """How many values lie where."""
    first, last = min(values), max(values)
    width = max(1, _round_up((last - first + 1) / 24))
    start = first - first % width
    counts = [0] * (int((last - start) // width) + 1)
    for value in values:
        counts[int((value - start) // width)] += 1
    most = max(counts)
    wide = 560 / len(counts)
    parts = [f'<path class="axis" d="M40 200H600"/><text x="600" y="236" class="end">{escape(unit)}</text>']
    for tick in _ticks(0, most, whole=True):
        y = 200 - 180 * tick / most
        parts.append(f'<path class="tick" d="M40 {y:.1f}H600"/><text x="34" y="{y:.1f}" class="end">{tick:g}</text>')
    for place, count in enumerate(counts):
        low, x, height = start + place * width, 40 + place * wide, 180 * count / most
        told = f"{low:g}" if width == 1 else f"{low:g} to {low + width - 1:g}"
        box = f'x="{x + 1:.1f}" y="{200 - height:.1f}" width="{max(wide - 2, 1):.1f}" height="{height:.1f}"'
        parts.append(f'<rect class="bar" {box}><title>{told} {escape(unit)}: {count}</title></rect>')
        if place % -(-len(counts) // 10) == 0:
            parts.append(f'<text x="{x:.1f}" y="216">{low:g}</text>')
    return _chart(f"{counted(len(values), 'game')} by {unit}", 240, parts)


def curves(series: Mapping[str, Sequence[float]], label: str, unit: str) -> str:
    """A line a name, from the left to the right, with the names at their ends."""
    low = math.floor(min(map(min, series.values())))
    high = math.ceil(max(map(max, series.values()))) + (low == 0)
    span = max(high - low, 1)
    count = max(map(len, series.values()))
    parts = [f'<path class="axis" d="M40 300H470"/><text x="470" y="322" class="end">{count - 1} {escape(unit)}</text>']
    for tick in _ticks(low, high):
        y = 300 - 280 * (tick - low) / span
        parts.append(f'<path class="tick" d="M40 {y:.1f}H470"/><text x="34" y="{y:.1f}" class="end">{tick:g}</text>')
    ends = _spread([300 - 280 * (values[-1] - low) / span for values in series.values()])
    for number, ((name, values), end) in enumerate(zip(series.items(), ends, strict=True)):
        step = max(1, len(values) // _POINTS)
        some = [*range(0, len(values) - 1, step), len(values) - 1]
        where = (f"{40 + 430 * at / max(count - 1, 1):.1f} {300 - 280 * (values[at] - low) / span:.1f}" for at in some)
        short = name if len(name) <= 18 else f"{name[:17]}…"
        parts.append(
            f'<path class="line c{number % _COLOURS}" d="M{"L".join(where)}"><title>{escape(name)}</title></path>'
        )
        parts.append(f'<text x="478" y="{end:.1f}" class="name c{number % _COLOURS}">{escape(short)}</text>')
    return _chart(label, 330, parts)


def _chart(label: str, height: int, parts: Sequence[str]) -> str:
    return (
        f'<svg class="chart" viewBox="0 0 640 {height}" role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )


def _ticks(low: float, high: float, *, whole: bool = False) -> list[float]:
    """About five round numbers from one to the other."""
    step = _round_up((high - low) / 5)
    step = max(step, 1) if whole else step
    first = math.ceil(low / step)
    return [number * step for number in range(first, math.floor(high / step) + 1)]


def _round_up(value: float) -> float:
    """The next of 1, 2, 5, 10, 20, 50 ..., and of their like below one."""
    if value <= 0:
        return 1
    unit = 10.0 ** math.floor(math.log10(value))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= value * (1 - 1e-9))
    return max(1, int(step)) if step >= 1 else step


def _spread(places: Sequence[float], gap: float = 15) -> list[float]:
    """The heights moved as little as it takes for texts not to lie upon each other."""
    moved = dict[int, float]()
    above = -math.inf
    for number in sorted(range(len(places)), key=places.__getitem__):
        above = moved[number] = max(places[number], above + gap)
    surplus = max(0.0, above - 300)
    return [moved[number] - surplus for number in range(len(places))]
