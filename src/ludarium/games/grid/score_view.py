"""The score of Grid Game as a picture: the armies' strengths as a bar, their pieces, and how they have grown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludarium.core.game import State
from ludarium.core.text import counted
from ludarium.games.grid.kernel import INTERVAL, TURN
from ludarium.games.grid.rules import NAMES, Cell
from ludarium.scenes.scene import Element

BAR, GRAPH, ARMY = 68, 88, 160
"""The heights of the bar with the words below it, and of the graph; the least width for the words of an army."""
_ROOMY = 250
"""The width for the words of an army from which they are large."""
_THICK, _MOST = 26, 48
"""The thickness of the bar, and the greatest number of moments of a history: a replay has them in every frame."""


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
        kept = self.strengths if self.turns % self.stride == 0 else self.strengths[:-1]
        if len(kept) < _MOST:
            return History((*kept, now), self.stride, turns)
        return History((*kept[::2], now), 2 * self.stride, turns)


class Army(NamedTuple):
    """What an army has: the sum of its values, its walkers and its cities."""

    strength: int
    walkers: int
    cities: int

    def __str__(self) -> str:
        return f"{self.strength} with {counted(self.cities, 'city')}"


def armies(rows: Sequence[Sequence[Cell]], seats: int) -> list[Army]:
    """Return every army on a board."""
    found = []
    for name in NAMES[:seats]:
        own = [(what, value) for row in rows for what, value in row if what.lower() == name[0]]
        cities = sum(what.isupper() for what, _ in own)
        found.append(Army(sum(value for _, value in own), len(own) - cities, cities))
    return found


def bar(found: Sequence[Army], left: float, right: float, y: float) -> Iterator[Element]:
    """Draw every army's part of all strength, and say what it has."""
    total, x = sum(army.strength for army in found) or 1, left
    for seat, army in enumerate(found):
        wide = (right - left) * army.strength / total
        label = f"{NAMES[seat]} has {army.strength / total:.0%} of all strength"
        yield Element(f"share-{seat}", "piece", x, y, f"M0 0H{wide:.1f}V{_THICK}H0Z", look=f"seat-{seat}", label=label)
        x += wide
    look = "" if right - left >= _ROOMY * len(found) else "quiet"
    for seat, army in enumerate(found):
        what = f"{counted(army.walkers, 'walker')}, {counted(army.cities, 'city')}"
        at = left + (right - left) * (seat + 0.5) / len(found)
        yield Element(f"pieces-{seat}", "label", at, y + _THICK + 18, look=look, text=what)


def graph(state: State, history: History, left: float, right: float, y: float) -> Iterator[Element]:
    """Draw how the strengths have grown since the first picture, and say when walkers spawn."""
    wait = -int(state.vector[TURN]) % int(state.game.tables[INTERVAL])
    when = f"in {counted(wait, 'turn')}" if wait else "this turn"
    text = f"new walkers {when}" if state.actors else ""
    yield Element("spawn", "label", (left + right) / 2, y, text=text)
    top, high = y + 20, GRAPH - 30
    most = max(max(moment) for moment in history.strengths) or 1
    step = (right - left) / max(1, len(history.strengths) - 1)
    for seat in range(state.game.seats):
        points = (
            f"{left + step * number:.0f} {top + high * (1 - moment[seat] / most):.0f}"
            for number, moment in enumerate(history.strengths)
        )
        yield Element(f"growth-{seat}", "mark", 0, 0, glyph=f"M{'L'.join(points)}", look=f"curve seat-{seat}")
