"""Charts and maps as SVG, in the colours of the page: legible at the width of a phone, without scripts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from ludarium.scenes.scene import Scene
from ludarium.scenes.svg import render

WIDTH = 340
"""The width of a chart; a phone shows it as it is."""
_TALL, _LEFT, _FOOT, _TOP = 190, 34, 34, 10
_COLUMNS = 24
_ROW = 30
_LARGEST, _LEAST = 34.0, 7.0
"""The radius of the discs of a map, in hundredths of a cell."""


class Disc(NamedTuple):
    """A disc on a board: its place, its size from 0 to 1, a class of the style sheet, and what it means."""

    x: float
    y: float
    size: float
    look: str
    says: str


def histogram(values: Sequence[int], label: str) -> str:
    """Return how often numbers occur, with their median.

    >>> histogram([3, 3, 4], "turns").count("<rect")
    2
    """
    low, high = min(values), max(values)
    wide = max(1, math.ceil((high - low + 1) / _COLUMNS))
    counts = [0] * ((high - low) // wide + 1)
    for value in values:
        counts[(value - low) // wide] += 1
    step, tall = (WIDTH - _LEFT - 10) / len(counts), _TALL - _FOOT - _TOP
    parts = []
    for number, count in enumerate(counts):
        first = low + number * wide
        name = f"{first}" if wide == 1 else f"{first} to {first + wide - 1}"
        height = tall * count / max(counts)
        parts.append(
            f'<rect class="bar" x="{_LEFT + number * step + 1:.1f}" y="{_TOP + tall - height:.1f}" '
            f'width="{max(1.0, step - 2):.1f}" height="{height:.1f}"><title>{name}: {count}</title></rect>'
        )
    middle = sorted(values)[len(values) // 2]
    return _svg(_TALL, label, [*parts, *_axis(tall), *_x_words(f"{low:,}", f"median {middle:,}", f"{high:,}", tall)])


def band(rows: Sequence[Sequence[float]], label: str) -> str:
    """Return the quartiles and the median of parts of 1 along a game; `rows` are the lower, the middle, the upper."""
    tall = _TALL - _FOOT - _TOP
    low, median, high = ([_at(row, n, tall) for n in range(len(row))] for row in rows)
    area = " ".join(f"{x:.1f},{y:.1f}" for x, y in [*low, *reversed(high)])
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in median)
    grid = [
        f'<path class="grid" d="M{_LEFT} {_TOP + tall * (1 - part):.1f}H{WIDTH - 10}"/>'
        f'<text class="small" x="{_LEFT - 6}" y="{_TOP + tall * (1 - part) + 4:.1f}" text-anchor="end">'
        f"{part:.0%}</text>"
        for part in (0, 0.5, 1)
    ]
    drawn = [*grid, f'<polygon class="band" points="{area}"/>', f'<polyline class="curve" points="{line}"/>']
    return _svg(_TALL, label, [*drawn, *_x_words("first turn", "", "last turn", tall)])


def _at(row: Sequence[float], n: int, tall: float) -> tuple[float, float]:
    return _LEFT + (WIDTH - _LEFT - 10) * n / max(1, len(row) - 1), _TOP + tall * (1 - row[n])


def line(points: Sequence[Sequence[float]], label: str) -> str:
    """Return a line through points, from 0 up."""
    tall = _TALL - _FOOT - _TOP
    across, down = max(x for x, _ in points), max(y for _, y in points) or 1
    first = min(x for x, _ in points)
    places = [
        (_LEFT + (WIDTH - _LEFT - 10) * (x - first) / max(1, across - first), _TOP + tall * (1 - y / down))
        for x, y in points
    ]
    words = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    scale = [
        f'<text class="small" x="{_LEFT - 6}" y="{_TOP + 8}" text-anchor="end">{down:.3g}</text>',
        f'<text class="small" x="{_LEFT - 6}" y="{_TOP + tall:.0f}" text-anchor="end">0</text>',
    ]
    parts = [*scale, f'<polyline class="curve" points="{words}"/>', *_axis(tall)]
    return _svg(_TALL, label, [*parts, *_x_words("first choice", "", f"choice {across:,.0f}", tall)])


def bars(rows: Sequence[tuple[str, float, float | None, float | None, str]], label: str, even: float | None) -> str:
    """Return a bar for each part of 1: its name, its value, the bounds of its interval, and what is written behind it.

    A line is drawn at `even`.
    """
    left, right = 112, 74
    wide, parts = WIDTH - left - right, list[str]()
    for number, (name, value, low, high, says) in enumerate(rows):
        top = number * _ROW
        parts.append(
            f'<text x="{left - 8}" y="{top + 20}" text-anchor="end">{escape(_short(name))}</text>'
            f'<rect class="bar" x="{left}" y="{top + 6}" width="{wide * _clip(value):.1f}" height="{_ROW - 12}"/>'
        )
        if low is not None and high is not None:
            parts.append(
                f'<path class="interval" d="M{left + wide * _clip(low):.1f} {top + _ROW / 2:g}'
                f'H{left + wide * _clip(high):.1f}"/>'
            )
        parts.append(f'<text x="{WIDTH - right + 8}" y="{top + 20}">{escape(says)}</text>')
    if even is not None:
        parts.append(f'<path class="even" d="M{left + wide * even:.1f} 0V{_ROW * len(rows)}"/>')
    return _svg(_ROW * len(rows), label, parts)


def ladder(rungs: Sequence[Sequence[str]], label: str) -> str:
    """Return a ladder with a name and remarks at each rung, a line each, the lowest rung first."""
    step = 8 + 14 * max(2, *map(len, rungs))
    tall = step * len(rungs) + 16
    rails = f'<path class="rail" d="M14 4V{tall - 4}M74 4V{tall - 4}"/>'
    parts = [rails]
    for number, (name, *remarks) in enumerate(rungs):
        y = tall - step + 14 - number * step
        parts.append(
            f'<path class="rung" d="M14 {y}H74"/><text x="90" y="{y - 1}" class="name">{escape(name)}</text>'
            + "".join(
                f'<text class="small" x="90" y="{y + 14 * line - 1}">{escape(says)}</text>'
                for line, says in enumerate(remarks, 1)
            )
        )
    return _svg(tall, label, parts)


def board_map(scene: Scene, discs: Iterable[Disc], prefix: str, label: str) -> str:
    """Return a board with discs upon it."""
    drawn = "".join(
        f'<circle class="disc {disc.look}" cx="{disc.x:g}" cy="{disc.y:g}" '
        f'r="{_LEAST + (_LARGEST - _LEAST) * math.sqrt(_clip(disc.size)):.1f}">'
        f"<title>{escape(disc.says)}</title></circle>"
        for disc in discs
    )
    board = render(scene, prefix=prefix)
    return board.removesuffix("</svg>").replace(
        f'aria-label="{escape(scene.caption)}"', f'aria-label="{escape(label)}"', 1
    ) + f"<g>{drawn}</g></svg>"  # fmt: skip


def heat(places: Mapping[str, int]) -> list[Disc]:
    """Return a disc for each place, `x,y`, as large as it is frequent.

    >>> heat({"1,2": 3, "5,5": 1})[1]
    Disc(x=5.0, y=5.0, size=0.3333333333333333, look='warm', says='25 of 100')
    """
    total, most = sum(places.values()), max(places.values(), default=1)
    found = []
    for name, count in places.items():
        x, _, y = name.partition(",")
        found.append(Disc(float(x), float(y), count / most, "warm", f"{100 * count / total:.0f} of 100"))
    return found


def _clip(part: float) -> float:
    return min(max(part, 0.0), 1.0)


def _axis(tall: float) -> list[str]:
    return [f'<path class="grid" d="M{_LEFT} {_TOP + tall:.1f}H{WIDTH - 10}"/>']


def _x_words(low: str, middle: str, high: str, tall: float) -> list[str]:
    y = _TOP + tall + 20
    return [
        f'<text class="small" x="{_LEFT}" y="{y:.0f}">{escape(low)}</text>',
        f'<text class="small" x="{(WIDTH + _LEFT) / 2:.0f}" y="{y:.0f}" text-anchor="middle">{escape(middle)}</text>',
        f'<text class="small" x="{WIDTH - 10}" y="{y:.0f}" text-anchor="end">{escape(high)}</text>',
    ]


def _short(name: str) -> str:
    return name if len(name) <= 15 else f"{name[:14]}…"


def _svg(height: float, label: str, parts: Iterable[str]) -> str:
    return (
        f'<svg class="chart" width="{WIDTH}" height="{height:g}" viewBox="0 0 {WIDTH} {height:g}" role="img" '
        f'aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )
