"""The board of a study as one browser sees it: the position, the turn that is begun, and the list of turns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlencode

from ludarium.core.cached import cached_property
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.core.rolls import drawn_words, listed_turn
from ludarium.core.text import shorten
from ludarium.core.variations import Node
from ludarium.match.orders import actions_of_turn
from ludarium.match.study import Study
from ludarium.scenes import svg
from ludarium.scenes.marks import marked
from ludarium.scenes.picture import Picture, begin, draw, follow, highlight, seen_by
from ludarium.scenes.turns import SeatTurn, marks_of_turn
from ludarium.site.analysis.links import LONGEST_LINK, position_text, setup_address, to_link
from ludarium.site.analysis.rows import StudyRow
from ludarium.site.analysis.sides import has_sides, passed
from ludarium.site.analysis.unfinished import Unfinished
from ludarium.site.board import BoardView, Drawn, example_turn

BOARD, KEPT = "/analysis/board", "/analysis/kept/"
_MOST_ROLLS = 36
_LINKED = 2_000_000
"""Characters of links to the turns on either side of a position."""
_NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)


class Listed(NamedTuple):
    """A part of the list of turns: a turn that leads to the position `at`, or where variations `open` or `close`.

    One that is not near the displayed position has no link, as each of them would have the whole of a long study.
    """

    at: int
    text: str = ""
    number: int = 0
    comment: str = ""
    kind: str = "turn"
    is_near: bool = True


class Shown(NamedTuple):
    """What a page needs to draw a turn on the board: the ids of what is touched for it, and the marks as SVG."""

    touched: str
    marks: str


@lru_cache(maxsize=128)  # a page is loaded again when a bot has been asked, and positions when one steps back
def _drawn(turn: Unfinished, before: State | None, played: str, marks: tuple[str, ...], reads: int) -> Drawn:
    """Return the picture of a position and a turn that is begun there, with the turn that was `played` marked.

    Where seats number places differently, it has the numbers of the seat `reads`.
    """
    seat = None if turn.seat == CHANCE else turn.seat
    picture = _picture(turn, before, played, reads if has_sides(turn.start.game) else seat)
    scene = draw(picture) if seat is None else highlight(picture, draw(picture))
    view = BoardView(marked(scene, marks), {} if seat is None else {seat: turn.state.legal(seat)})
    return Drawn(view.board, view.scene.caption, view.scene.buttons)


def _picture(turn: Unfinished, before: State | None, played: str, reader: int | None) -> Picture:
    """Return the picture of a position and a turn that is begun there, as a seat reads it; None for an onlooker."""
    picture = begin(turn.start)
    if before:
        picture = follow(before, before.parse_turn(played))
    if len(turn.start.actors) == 1:
        picture = follow(picture, turn.actions)
    return picture if reader is None else seen_by(picture, [reader])


@lru_cache(maxsize=256)  # as above
def _shown(start: State, before: State | None, played: str, seat: int, text: str, reads: int) -> Shown:
    """Return what draws a turn of a seat on the picture of a position, whose places have the numbers of `reads`."""
    picture = _picture(Unfinished(start), before, played, reads if has_sides(start.game) else seat)
    marks = marks_of_turn(picture, SeatTurn(seat, actions_of_turn(start, seat, text)))
    return Shown(" ".join(sorted(marks.touched)), "".join(map(svg.group, marks.drawn)))


@dataclass(frozen=True)
class AnalysisBoard:
    """A study at one of its positions, to which the `states` lead from its start, both included.

    `path` is the address of a kept one, of which `row` is the row and `revision` the one that the browser has seen.
    """

    study: Study
    at: int
    states: tuple[State, ...]
    turn: Unfinished
    path: str = BOARD
    is_own: bool = False
    revision: int = 0
    row: StudyRow | None = None
    level: str = ""
    """That of the bot that is asked; empty for the strongest."""
    who: str = ""
    """Whose games the book tells of, as a word of `explorer.WHO`."""
    match: str = ""
    """The id of the match of the reader's own of which the reader has made the study; empty if it is another study."""
    seal: str = ""
    """What says so in an address."""
    reads: int = 0
    """The seat as which the page numbers places, where seats number them differently."""
    back: str = ""
    """The address of the board on which another seat was to roll instead; empty if none was."""
    grown: bool = False
    """Whether the study was kept just now, since it has outgrown its address."""

    @classmethod
    def parse(cls, study: Study, at: str, draft: str = "") -> AnalysisBoard:
        """Return the board at a position, given by its number as text, with a turn that is begun there.

        Raises `ParseError`, or why the turns that lead to the position are refused.
        """
        number = int(at or "0") if _NUMBER.fullmatch(at or "0") else -1
        if not 0 <= number < len(study.tree):
            raise ParseError(f"the study has the positions 0 to {len(study.tree) - 1}, not {shorten(at)}")
        states = study.states(number)
        return cls(study, number, states, Unfinished.parse(states[-1], draft))

    @property
    def state(self) -> State:
        """The position."""
        return self.turn.start

    @property
    def kept(self) -> str:
        """The id of the study, if it is kept."""
        return self.path.removeprefix(KEPT) if self.path != BOARD else ""

    @property
    def keeps(self) -> bool:
        """Whether changes are posted to a kept study, and not made in the address."""
        return self.path != BOARD and self.is_own

    @property
    def place(self) -> str:
        """The address to which changes are posted: that of the board, so that a refused one leaves the study there."""
        return self._address(self.at, self._own, self.path if self.keeps else BOARD)

    @property
    def position(self) -> str:
        """The position as text."""
        return position_text(self.state)

    @cached_property
    def link(self) -> str:
        """The study in an address."""
        return to_link(self.study)

    @property
    def is_short(self) -> bool:
        """Whether the study fits into an address that people share."""
        return len(self.link) <= LONGEST_LINK

    @property
    def is_outgrown(self) -> bool:
        """Whether an address holds the study, and is too long for that."""
        return self.path == BOARD and not self.is_short

    def address(self, at: int | None = None, draft: str = "") -> str:
        """Return the address of the board at a position, with a turn that is begun; by default at this one."""
        return self._address(self.at if at is None else at, self._own | {"draft": draft})

    @property
    def _own(self) -> dict[str, str]:
        """What the reader has chosen, as an address has it."""
        own = {"own": self.seal if self.path == BOARD else "", "grown": "yes" if self.grown else ""}
        return own | {"level": self.level, "who": self.who, "reads": str(self.reads or ""), "back": self.back}

    def _address(self, at: int, own: dict[str, str], path: str = "") -> str:
        """Return the address of the board at a position, with what its reader has chosen."""
        grows = bool(own.get("draft")) and not self.keeps  # a change of another's study is one of a copy
        path = path or (BOARD if grows else self.path)
        study = self.link if path == BOARD else ""
        names = ("s", "own", "at", "level", "who", "reads", "back", "grown", "draft")
        query = dict.fromkeys(names, "") | {"s": study, "at": str(at)} | own
        given = {name: value for name, value in query.items() if value}
        return f"{path}?{urlencode(given, safe=',')}"

    @property
    def shared(self) -> str:
        """The address of the board for others."""
        return self._address(self.at, {})

    def of_games(self, who: str) -> str:
        """Return the address of the board with what the book tells of some games."""
        return self._address(self.at, self._own | {"who": who})

    @property
    def sides(self) -> tuple[tuple[str, str], ...]:
        """The seats that may number the places, each with the address of the board that it reads; none if all agree."""
        names = self.study.game.setup.seat_names if has_sides(self.study.game) else ()
        return tuple(
            (name, self._address(self.at, self._own | {"reads": str(seat or "")})) for seat, name in enumerate(names)
        )

    @property
    def written(self) -> str:
        """A turn from here as it is typed, with the places as its seat numbers them; empty where several choose."""
        seat = None if self.turn.seat == CHANCE else self.turn.seat
        return "" if seat is None or len(self.state.actors) > 1 else example_turn(self.state, seat)

    def as_read(self, *turns: str) -> tuple[str, ...]:
        """Return turns that follow each other from here, with the places as the page numbers them."""
        found, state = list[str](), self.state
        if not has_sides(self.study.game):
            return turns
        for turn in turns:
            try:
                found.append(listed_turn(state, turn, self.reads))
                state = state.move(turn)
            except LudariumError:  # a bot tells of a line without its rolls
                break
        return (*found, *turns[len(found) :])

    def choices(self, turns: Sequence[str]) -> tuple[str, ...]:
        """Return turns from here, of which one is chosen, as they are read; as a record has them where two read alike.

        So Ludo names the marker, where several could make the same way.
        """
        read = [self.as_read(turn)[0] for turn in turns]
        return tuple(turn if read.count(one) > 1 else one for turn, one in zip(turns, read, strict=True))

    def file(self, name: str) -> str:
        """Return the address of a file of the study at this position, such as its record."""
        return f"/analysis/{name}?{urlencode({'s': self.link, 'at': self.at})}"

    @property
    def begins(self) -> str:
        """The address of the form for a match from this position."""
        game = self.study.game
        options = {f"option-{name}": str(value) for name, value in game.options.items()}
        return f"/games/{game.name}/new?{urlencode({'position': self.position, **options})}"

    @property
    def edits(self) -> str:
        """The address of the page that sets up a position, with this one."""
        return setup_address(self.state)

    @property
    def passed(self) -> tuple[tuple[str, str], ...]:
        """What if the seat passes, of games with dice: each other seat to roll, and the address of that position."""
        found = () if self.turn.actions else passed(self.state)
        back = urlencode({"back": self._address(self.at, self._own | {"back": ""})}) if found else ""
        return tuple((name, f"{address}&{back}") for name, address in found)

    @property
    def next_action(self) -> str:
        """The address of the turn with one more action, without the action's number; empty if none may follow."""
        return "" if self.turn.seat is None else self.address(draft=self.turn.then(0))[:-1]

    @property
    def undone(self) -> str:
        """The address without the last action of the turn, or of the position before; empty at the start."""
        if self.turn.actions:
            return self.address(draft=self.turn.undone)
        return self.address(self.study.tree.nodes[self.at].parent) if self.at else ""

    @cached_property
    def drawn(self) -> Drawn:
        """The picture, on which the next action can be chosen."""
        before = self.states[-2] if self.at else None
        return _drawn(self.turn, before, self.node.entry.text if self.at else "", self.node.marks, self.reads)

    def shown(self, seat: int, turn: str) -> Shown:
        """Return what draws a turn of a seat from here on the picture."""
        before = self.states[-2] if self.at else None
        return _shown(self.state, before, self.node.entry.text if self.at else "", seat, turn, self.reads)

    @property
    def node(self) -> Node:
        """The position in the tree."""
        return self.study.tree.nodes[self.at]

    @property
    def rolls(self) -> tuple[tuple[int, str], ...]:
        """The outcomes of chance that can be chosen here, each with its name; none where there are too many."""
        state = self.turn.state
        if self.turn.seat != CHANCE or len(state.legal(CHANCE)) > _MOST_ROLLS:
            return ()
        return tuple((action, drawn_words(state.action_name(action, CHANCE))) for action in state.legal(CHANCE))

    @property
    def steps(self) -> tuple[tuple[str, str, str, str], ...]:
        """The links that step through the tree: a name, a key, a sign, and an address, which is empty at an end."""
        tree, at = self.study.tree, self.at
        line = tree.onward(at)
        siblings = tree.children(tree.nodes[at].parent) if at else ()
        place = siblings.index(at) if at else 0
        found = (
            ("First position", "Home", "«", 0 if at else None),
            ("Turn before", "ArrowLeft", "‹", tree.nodes[at].parent if at else None),
            ("Turn after", "ArrowRight", "›", line[1] if len(line) > 1 else None),
            ("Last position", "End", "»", line[-1] if len(line) > 1 else None),
            ("Variation before", "ArrowUp", "↑", siblings[place - 1] if place else None),
            ("Variation after", "ArrowDown", "↓", siblings[place + 1] if place + 1 < len(siblings) else None),
        )
        return tuple((name, key, sign, "" if to is None else self.address(to)) for name, key, sign, to in found)

    @property
    def listed(self) -> Iterator[Listed]:
        """The list of turns: each line with its variations in between."""
        tree, before = self.study.tree, 0
        reach = len(tree) if self.kept else _LINKED // len(self.link)
        for number in tree.in_order():
            if number is None:
                yield Listed(0, kind="close")
                continue
            if tree.begins_variation(number):
                yield Listed(number, kind="open")
            node, numbers = tree.nodes[number], self.study.numbers
            goes_on = before == node.parent and numbers[before] == numbers[number]  # a roll has the number already
            first, is_near = 0 if goes_on else numbers[number], abs(number - self.at) <= reach
            yield Listed(number, self._read(number), first, node.comment, is_near=is_near)
            before = number

    def _read(self, at: int) -> str:
        """Return the turn that leads to a position, with the places as the page numbers them."""
        node, sided = self.study.tree.nodes[at], has_sides(self.study.game) and at in self.study.reached
        return listed_turn(self.study.reached[node.parent], node.entry.text, self.reads) if sided else node.entry.text
