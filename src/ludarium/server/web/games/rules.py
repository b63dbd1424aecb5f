"""The rules of a game on its page: contents, sections with drawn examples, and folded sections."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from typing import NamedTuple

from markdown_it import MarkdownIt

from ludarium.core.cached import cached_property
from ludarium.core.definition import GameDefinition
from ludarium.core.errors import ParseError
from ludarium.core.game import State
from ludarium.core.registry import definition
from ludarium.core.rules_page import RULINGS, sections
from ludarium.core.text import shorten
from ludarium.scenes import svg
from ludarium.scenes.example import Example, pieces
from ludarium.scenes.picture import draw, follow
from ludarium.scenes.rules_page import for_players
from ludarium.scenes.scene import Scene
from ludarium.server.web.board.board_view import BoardView
from ludarium.server.web.board.draft import Draft
from ludarium.server.web.board.failed_pictures import drawn_or

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


@dataclass(frozen=True)
class RulesView:
    """The rules page: the paragraphs before the first section, the sections in sight, and the folded ones."""

    lead: tuple[str | DrawnExample, ...]
    parts: tuple[PageSection, ...]
    folded: tuple[PageSection, ...]


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
