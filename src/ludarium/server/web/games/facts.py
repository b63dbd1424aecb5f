"""The facts on the page of a game, besides its rules: facts, concepts, measures and similar games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from ludarium.core.cached import cached_property
from ludarium.core.concepts import Similar, grouped, similar_games
from ludarium.core.definition import GameDefinition
from ludarium.core.measures import (
    MEANINGS,
    Measured,
    format_bounds,
    format_interval,
    format_measure,
    measured,
    measured_games,
    nearest_games,
)
from ludarium.core.registry import definition
from ludarium.core.seats import format_seats, seat_range
from ludarium.scenes.scene import Element
from ludarium.server.web.board.charts import PARTS, chart, ground, line

_HEADLINES = ("turns", "branching", "first")
"""The measures that the page displays first."""
_SIMILAR = 3
_FEWEST = 3
"""The fewest choices of a game whose branching makes a curve."""
_CAPTIONS = {
    "choices": "Legal actions, choice by choice of a random game",
    "winner": "What the later winner could expect, from the first turn to the last",
}


class Measure(NamedTuple):
    """A measure in words: title, value, bounds of its 95 % interval (empty if exact or unknown), and meaning."""

    title: str
    value: str
    interval: str
    says: str


@dataclass(frozen=True)
class GameFacts:
    """The facts of a game, as far as its package tells them."""

    definition: GameDefinition

    @property
    def rows(self) -> list[tuple[str, str]]:
        """The titles and values of the facts that are known."""
        facts = self.definition.facts
        rows = {
            "Category": facts.category[:1].upper() + facts.category[1:],
            "Designer": facts.designer,
            "Year": str(facts.year),
            "Publisher": facts.publisher,
            "Players": format_seats(seat_range(self.definition)),
            "Ages": facts.ages,
            "Duration": facts.duration,
            "Recommended": facts.tip,
            "Source": facts.source,
        }
        return [(title, value) for title, value in rows.items() if value]

    @property
    def links(self) -> list[tuple[str, str]]:
        """The addresses that the source gives, each with a text that is short enough to be read."""
        return [
            (link, link.partition("://")[2].removeprefix("www.").rstrip("/")) for link in self.definition.facts.links
        ]

    @property
    def concepts(self) -> dict[str, list[str]]:
        """The concepts by groups."""
        return grouped(self.definition.facts.concepts)

    @property
    def similar(self) -> list[Similar]:
        """The games that share most concepts with this one."""
        return similar_games(self.definition)[:_SIMILAR]

    @property
    def alike(self) -> list[GameDefinition]:
        """The games whose measures are nearest to those of this one, if it has some."""
        games = measured_games()
        name = self.definition.name
        return [definition(other) for other in nearest_games(name, games)[:_SIMILAR]] if name in games else []

    @cached_property
    def measured(self) -> Measured | None:
        """The measures that the package brings along; None if it has none."""
        return measured(self.definition)

    @property
    def headlines(self) -> list[Measure]:
        """The length of a game, the number of choices, and the value of the first seat."""
        return [measure for name, measure in self._measures.items() if name in _HEADLINES]

    @property
    def measures(self) -> list[Measure]:
        """All other measures."""
        return [measure for name, measure in self._measures.items() if name not in _HEADLINES]

    @property
    def choices_chart(self) -> str:
        """The average number of legal actions, choice by choice of a random game, as SVG; empty if it is not known."""
        points = self.measured.branching if self.measured else ()
        if len(points) < _FEWEST:
            return ""
        last, most = points[-1][0], max(actions for _, actions in points)
        levels = {part: f"{most * part:.3g}" for part in (0.0, 0.5, 1.0)}
        curve = line(((choice - 1) / (last - 1), actions / most) for choice, actions in points)
        return self._chart("choices", ground(levels, {0.0: "1", 1.0: f"{last}"}), curve)

    @property
    def winner_chart(self) -> str:
        """The later winner's expectation on the way, as SVG; empty if it is not known."""
        rows = self.measured.winner if self.measured else ()
        if not rows:
            return ""
        low, middle, high = (line((n / (len(row) - 1), part) for n, part in enumerate(row)) for row in rows)
        below = {0.0: "first", 1.0: "last"}
        return self._chart("winner", ground(PARTS, below), middle, low, high)

    def _chart(self, name: str, drawn: Iterable[Element], curve: str, *thin: str) -> str:
        """Return a curve, with thin ones beside it, as SVG."""
        lines = {f"thin-{number}": path for number, path in enumerate(thin)}
        palette = self.definition.palette
        return chart(drawn, curve, lines, caption=_CAPTIONS[name], palette=palette, prefix=f"{name}-")

    @property
    def doublings(self) -> list[tuple[str, str]]:
        """The searches that met, each with twice the simulations of the other, and the score with its interval."""
        found = self.measured.doublings if self.measured else {}
        return [(f"{more} against {more // 2}", format_bounds("doubling", score)) for more, score in found.items()]

    @property
    def options(self) -> list[tuple[str, ...]]:
        """The effects of options in random games: the option, turns, first seat, draws and branching."""
        return [
            (
                f"{one.option}={one.value}" if one.option else "as it is",
                *(format_bounds(name, getattr(one, name)) for name in ("turns", "first", "drawn")),
                format_measure("branching", one.branching),
            )
            for one in (self.measured.options if self.measured else ())
        ]

    @property
    def _measures(self) -> dict[str, Measure]:
        known = self.measured.values if self.measured else {}
        return {
            name: Measure(meaning.title, format_measure(name, bounds[0]), format_interval(name, *bounds), meaning.says)
            for name, meaning in MEANINGS.items()
            if (bounds := known.get(name))
        }
