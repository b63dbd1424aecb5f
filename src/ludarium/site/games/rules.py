"""The rules of a game on its page, with drawn examples, and the facts, concepts and measures beside them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from typing import NamedTuple

from markdown_it import MarkdownIt

from ludarium.core.cached import cached_property
from ludarium.core.concepts import Similar, grouped, similar_games
from ludarium.core.definition import GameDefinition
from ludarium.core.errors import ParseError
from ludarium.core.game import State
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
from ludarium.core.rules_page import RULINGS, sections
from ludarium.core.seats import format_seats, seat_range
from ludarium.core.text import shorten
from ludarium.scenes import svg
from ludarium.scenes.example import Example, pieces
from ludarium.scenes.picture import draw, follow
from ludarium.scenes.rules_page import for_players
from ludarium.scenes.scene import Element, Scene
from ludarium.site.board import BoardView, Draft
from ludarium.site.web.drawings import PARTS, chart, drawn_or, ground, line

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_HEADING = re.compile(r"<h3>(.*?)</h3>")
_EMPTY_HEAD = re.compile(r"<thead>\s*<tr>\s*(?:<th[^>]*></th>\s*)+</tr>\s*</thead>")
_FACTS = re.compile(r"^\| \| \|\n(?:\|.*\n)+\n?", re.MULTILINE)
"""The table of facts, which the page takes from the game's definition."""
_NOT_DRAWN = "The pictures of these paragraphs cannot be drawn; the positions and turns stand in the text."
_TITLE = re.compile(r"\A# .*\n+(?:.+\n+)?")
"""The title and the tagline, which the page shows above everything else."""


class Link(NamedTuple):
    """An entry of the contents: where it leads, and its text."""

    anchor: str
    text: str


class PageSection(NamedTuple):
    """A section of the page: its place, its numbered paragraphs, and its pieces, each HTML or an example."""

    link: Link
    paragraphs: tuple[Link, ...]
    pieces: tuple[str | DrawnExample, ...]


@dataclass(frozen=True)
class DrawnExample:
    """An example on a page; ids in its pictures begin with its number, from 1 on, and that of the picture.

    `draft` is the turn that a browser has begun to play in an example that can be tried.
    """

    number: int
    example: Example
    draft: Draft | None = None

    @property
    def prefix(self) -> str:
        """The beginning of the ids in the example's first picture."""
        return f"x{self.number}-0-"

    @cached_property
    def pictures(self) -> list[tuple[str, str, str]]:
        """The pictures one after another, each with the turn that led to it and a sentence about it."""
        if self.draft is None:
            boards = (_untouched(draw(step.picture)) for step in self.example.steps)
            return [
                (svg.render(scene, prefix=f"x{self.number}-{n}-"), step.turn, step.says)
                for n, (scene, step) in enumerate(zip(boards, self.example.steps, strict=True))
            ]
        says = self.example.steps[0].says if not self.draft.actions else ""
        return [(svg.render(self.board.scene, prefix=self.prefix), self.draft.text, says or self.board.scene.caption)]

    @property
    def board(self) -> BoardView:
        """The picture of an example that can be tried, with what may be touched."""
        assert self.draft
        return BoardView(draw(follow(self.example.start, self.draft.actions)), {self.draft.seat: self.draft.choices})


_RULES = ("The rules", "Rules")


@dataclass(frozen=True)
class RulesView:
    """The rules page: the paragraphs before the first section, the sections in sight, and the folded ones."""

    lead: tuple[str | DrawnExample, ...]
    parts: tuple[PageSection, ...]
    folded: tuple[PageSection, ...]

    @property
    def anchor(self) -> str:
        """The anchor of the rules themselves: of the section of that title, or else of the last one in sight."""
        anchors = [part.link.anchor for part in self.parts if part.link.text in _RULES]
        return next(iter([*anchors, *(part.link.anchor for part in self.parts[::-1])]), "")


@cache
def rules_view(definition: GameDefinition) -> RulesView:
    """Return the rules of a game for its page; paragraphs whose examples the game fails to draw have them as text."""
    lead, *rest = sections(for_players(definition))
    numbers = count(1)

    def shown(text: str) -> tuple[str | DrawnExample, ...]:
        return drawn_or(definition, lambda: _drawn(text, numbers), lambda: (f"<p>{_NOT_DRAWN}</p>", _html(text)))

    first = shown(_TITLE.sub("", _FACTS.sub("", lead.text)))
    parts = [_part(title, shown(text)) for title, text in rest]
    titles = [part.link.text for part in parts]
    fold = titles.index(RULINGS) if RULINGS in titles else len(parts)
    return RulesView(first, tuple(parts[:fold]), tuple(parts[fold:]))


def tried_example(game: str, number: str, draft: str) -> DrawnExample:
    """Return an example of a game's rules page with the turn that a browser has begun to play in it.

    Raises `ParseError` if there is no such example, and the error of the draft.
    """
    view = rules_view(definition(game))
    groups_of_pieces = (view.lead, *(part.pieces for part in (*view.parts, *view.folded)))
    found = {
        str(one.number): one.example for pieces in groups_of_pieces for one in pieces if isinstance(one, DrawnExample)
    }
    if number not in found or not found[number].can_be_tried:
        raise ParseError(f"{game} has no example {shorten(number)} that can be tried")
    return _try(int(number), found[number], draft)


def _try(number: int, example: Example, draft: str = "") -> DrawnExample:
    start: State = example.start
    return DrawnExample(number, example, Draft.parse(start, start.actors[0], draft))


def _untouched(scene: Scene) -> Scene:
    """Return a picture without the elements that exist only to be touched."""
    elements = tuple(element for element in scene.elements if element.role != "handle")
    return replace(scene, elements=elements, touches=(), buttons=())


def _drawn(text: str, numbers: Iterator[int]) -> tuple[str | DrawnExample, ...]:
    """Return a section's pieces: HTML, and examples with their numbers, whose pictures can be drawn."""
    found = list[str | DrawnExample]()
    for piece in pieces(text):
        if isinstance(piece, str):
            found.append(_html(piece))
        else:
            number = next(numbers)
            found.append(example := _try(number, piece) if piece.can_be_tried else DrawnExample(number, piece))
            _ = example.pictures  # what a game fails to draw, it fails here
    return tuple(found)


def _html(markdown: str) -> str:
    """Return Markdown as HTML, without empty table heads; wide code and tables can be scrolled with the keyboard."""
    html = _EMPTY_HEAD.sub("", _MARKDOWN.render(markdown)).replace("<pre>", '<pre tabindex="0">')
    html = html.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace("</table>", "</table></div>")
    return _HEADING.sub(lambda heading: f'<h3 id="{_anchor(heading[1])}">{heading[1]}</h3>', html)


def _part(title: str, pieces: tuple[str | DrawnExample, ...]) -> PageSection:
    headings = (heading for piece in pieces if isinstance(piece, str) for heading in _HEADINGS.findall(piece))
    return PageSection(Link(_anchor(title), title), tuple(Link(*heading) for heading in headings), pieces)


_HEADINGS = re.compile(r'<h3 id="(.*?)">(.*?)</h3>')


def _anchor(title: str) -> str:
    """Return the anchor of a heading.

    >>> _anchor("§3 Your own tokens")
    '3-your-own-tokens'
    """
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"<.*?>|&\w+;", "", title).lower()).strip("-")


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
