"""What the page of a game says about the game, beside its rules: facts, concepts, measures and similar games."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ludarium.core.concepts import Similar, grouped, similar_games
from ludarium.core.definition import GameDefinition
from ludarium.core.measures import MEANINGS, Measured, format_interval, format_measure, measured
from ludarium.core.seats import format_seats, seat_range

_HEADLINES = ("turns", "branching", "first")
"""The measures that are shown first."""
_SIMILAR = 3


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

    @cached_property
    def measured(self) -> Measured | None:
        """The measures that the package brings along; None if it has none."""
        return measured(self.definition)

    @property
    def headlines(self) -> list[Measure]:
        """How long a game is, how many choices there are, and what the first seat is worth."""
        return [measure for name, measure in self._measures.items() if name in _HEADLINES]

    @property
    def measures(self) -> list[Measure]:
        """All other measures."""
        return [measure for name, measure in self._measures.items() if name not in _HEADLINES]

    @property
    def _measures(self) -> dict[str, Measure]:
        known = self.measured.values if self.measured else {}
        return {
            name: Measure(meaning.title, format_measure(name, bounds[0]), format_interval(name, *bounds), meaning.says)
            for name, meaning in MEANINGS.items()
            if (bounds := known.get(name))
        }
