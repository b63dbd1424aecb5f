"""The score of Grid Game as a picture: what each army has, its part of all strength, and how the armies have grown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludarium.core.text import counted
from ludarium.games.grid.rules import NAMES
from ludarium.games.grid.sights import Piece
from ludarium.scenes.parts import rounded
from ludarium.scenes.scene import Element

WIDE = 1000
"""The width of a picture."""
_SIDE, _ROW, _THICK = 16, 62, 18
_MOST = 48
"""The greatest number of moments of a history: a replay has them in every frame."""
_ROOM = 400
"""The width for an army from which on all it has is in one row."""
_NAMED = 280
"""The width for an army from which on its name is there."""
_LONG = 1000
"""The strength from which on its digits need the room of the name."""
_DIGIT, _LETTER, _SPACE = 41, 22, 10
"""The widths, on a phone, of a digit of a strength and of smaller text, and between two parts of a row."""

WALKERS = (
    "M13.5 0A13.5 13.5 0 1 1-13.5 0A13.5 13.5 0 1 1 13.5 0Z",
    "M0-15.5L15.5 0L0 15.5L-15.5 0Z",
    "M0-15.5L15.5 13H-15.5Z",
    "M-6-13.5H6L13.5-6V6L6 13.5H-6L-13.5 6V-6Z",
)
"""A circle, a diamond, a triangle, an octagon."""
CITIES = (
    "M-15 15V-15H-9V-11H-4V-15H4V-11H9V-15H15V15Z",
    "M-15 15V-15L-7.5-10L0-15L7.5-10L15-15V15Z",
    "M-15 15V-8L0-15.5L15-8V15Z",
    "M-15 15V-2A15 13.5 0 0 1 15-2V15Z",
)
"""Walls with battlements, with points, with a gable, with a dome."""
_LINE, _SIGN = 4, 24
"""How far lines of a graph that run side by side are apart, and signs at their ends."""
_ARROW, _CROSS = "M0 8V-7M-5-2L0-7.5L5-2", "M-6-6L6 6M6-6L-6 6"


class History(NamedTuple):
    """The strengths of all armies at some moments, every `stride` turns, the last of them now."""

    strengths: tuple[tuple[int, ...], ...]
    stride: int = 1
    turns: int = 0

    def grown(self, now: tuple[int, ...]) -> History:
        """Return the history with one more turn; a long one keeps every other moment.

        >>> History(((2, 2),)).grown((3, 2))
        History(strengths=((2, 2), (3, 2)), stride=1, turns=1)
        """
        turns = self.turns + 1
        earlier = self.strengths if self.turns % self.stride == 0 else self.strengths[:-1]
        if len(earlier) < _MOST:
            return History((*earlier, now), self.stride, turns)
        return History((*earlier[::2], now), 2 * self.stride, turns)


class Army(NamedTuple):
    """The strength of an army: the sum of its values, its walkers and its cities, and what the cities hold of it."""

    strength: int
    walkers: int
    cities: int
    held: int = 0

    def __str__(self) -> str:
        parts = (self.held, counted(self.cities, "city")), (self.strength - self.held, counted(self.walkers, "walker"))
        return f"{self.strength}: " + " and ".join(f"{part} in {what}" for part, what in parts)


def armies(found: Sequence[Piece], seats: int) -> list[Army]:
    """Return every army on a board."""
    sums = [[0, 0, 0, 0] for _ in range(seats)]
    for piece in found:
        army = sums[piece.seat]
        army[0] += piece.value
        army[1 + piece.city] += 1
        army[3] += piece.value * piece.city
    return [Army(*each) for each in sums]


def head(seats: int) -> float:
    """Return the height of the score above the board."""
    return _ROW * (1 if WIDE / seats > _ROOM else 2) + _THICK + 14


def score(found: Sequence[Army], headings: Sequence[int | None]) -> Iterator[Element]:
    """Draw the strength of every army, with the direction in which it goes, and below it its part of all strength."""
    each = (WIDE - 2 * _SIDE) / len(found)
    roomy = WIDE / len(found) > _ROOM
    for seat, army in enumerate(found):
        left, look = _SIDE + each * seat, f"seat-{seat}"
        label = f"Strength of {NAMES[seat]}, {army}"
        yield Element(
            f"sign-{seat}", "piece", left + 36, 32, WALKERS[seat], look=f"{look} solid", label=label, scale=1.6
        )
        heading = headings[seat]
        arrow, turned, gone = (_CROSS, 0, " gone") if heading is None else (_ARROW, heading, "")
        yield Element(
            f"{'lost' if gone else 'heading'}-{seat}",
            "piece",
            left + 36,
            32,
            "",
            arrow,
            90 * turned,
            look + gone,
            scale=1.35,
        )
        digits = str(army.strength)
        yield Element(f"army-{seat}", "label", left + 64, 34, look="strength from-left", text=digits, label=label)
        x, down = left + 64 + _DIGIT * len(digits) + _SPACE, 34
        if each > _NAMED and army.strength < _LONG:
            yield Element(f"called-{seat}", "label", x, 35, look="army from-left", text=NAMES[seat])
            x += _LETTER * len(NAMES[seat]) + _SPACE
        if not roomy:
            x, down = left + 16, 34 + _ROW
        for what, path, number in (("city", CITIES[seat], army.cities), ("walker", WALKERS[seat], army.walkers)):
            yield Element(f"{what}-sign-{seat}", "piece", x + 14, down, path, look=look, scale=0.9)
            x, text, label = x + 34, str(number), counted(number, what)
            yield Element(f"{what}-count-{seat}", "label", x, down, look="army from-left", text=text, label=label)
            x += _LETTER * len(text) + _SPACE
    yield from _shares(found, head(len(found)) - _THICK - 4)


def _shares(found: Sequence[Army], y: float) -> Iterator[Element]:
    total, x = sum(army.strength for army in found) or 1, float(_SIDE)
    for seat, army in enumerate(found):
        wide = (WIDE - 2 * _SIDE) * army.strength / total
        label = f"{NAMES[seat]} has {army.strength / total:.0%} of all strength"
        path = rounded(wide - 2, _THICK, min(_THICK, wide - 2) / 2, wide / 2, _THICK / 2) if wide > 4 else "M0 0V0"
        yield Element(f"share-{seat}", "piece", x, y, path, look=f"seat-{seat}", label=label)
        x += wide


def _axes(turn: int, most: int, left: float, right: float, top: float, high: float) -> Iterator[Element]:
    """Draw the axes of a graph, and say what it shows: strength, up to the greatest one, from the start to a turn."""
    path = f"M{left:.0f} {top:.0f}V{top + high:.0f}H{right:.0f}"
    yield Element("axes", "mark", 0, 0, glyph=path, look="axes gives-way")
    below = top + high + 18
    for name, x, y, look, text in (
        ("title", (left + right) / 2, top - 26, "axis", "Strength with cities"),
        ("most", left - 6, top + 8, "axis from-right", f"{most}"),
        ("start", left, below, "axis from-left", "start"),
        ("end", right, below, "axis from-right", f"turn {turn}"),
    ):
        yield Element(f"graph-{name}", "label", x, y, look=f"{look} gives-way", text=text)


def graph(
    history: History, turn: int, seats: int, left: float, right: float, top: float, high: float
) -> Iterator[Element]:
    """Draw how the strengths have grown up to a turn, with the sign of each army at the end of its line.

    Lines of armies that are equally strong run side by side, and their signs stand so.
    """
    most = max(max(moment) for moment in history.strengths) or 1
    if len(history.strengths) > 1:
        yield from _axes(turn, most, left, right, top, high)
    step = (right - left) / max(1, len(history.strengths) - 1)
    for seat in range(seats if len(history.strengths) > 1 else 0):
        beside = [moment[:seat].count(moment[seat]) for moment in history.strengths]
        points = [
            (left + step * number, top + high * (1 - moment[seat] / most) - _LINE * beside[number])
            for number, moment in enumerate(history.strengths)
        ]
        line = "L".join(f"{x:.0f} {y:.0f}" for x, y in points)
        yield Element(f"growth-{seat}", "mark", 0, 0, glyph=f"M{line}", look=f"curve seat-{seat} gives-way")
        x, y = points[-1]
        yield Element(
            f"now-{seat}", "piece", x - _SIGN * beside[-1], y, WALKERS[seat], look=f"seat-{seat} gives-way", scale=0.7
        )
