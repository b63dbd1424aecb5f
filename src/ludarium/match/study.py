"""A study: a game whose turns are tried out, with variations, by the person who looks at it; nobody's clock runs.

It is a record, so a match becomes a study and a study a file. Turns are checked when they are added, and when a
position is asked for: a study that comes from elsewhere may have turns that are not legal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from ludarium.core.cached import cached_property
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.game import Game, State
from ludarium.core.record import Record, name_turn_in_errors
from ludarium.core.registry import load
from ludarium.core.rolls import TurnCount
from ludarium.core.text import counted, prose, shorten
from ludarium.core.variations import Tree

MOST_POSITIONS, LONGEST_TEXT, LONGEST_TITLE = 4_000, 90_000, 80
"""The most positions of a study, and characters of its text and its title; a game of Grid Game has up to 3,001."""
MOST_OF_MATCH = 500
"""The most turns of a match that its study has."""
_TITLE, _MATCH, _PLAYED = "Title", "Match", "Played"
_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")


@dataclass(frozen=True)
class Study:
    """A game that is studied. Positions are the numbers of its tree, of which 0 is the start.

    Every change returns another study.

    >>> study, at = Study.begin("orion").play(0, "u+")
    >>> study, other = study.play(0, "u-")
    >>> study.state(at).actors, len(study.tree)
    ((1,), 3)
    """

    record: Record

    @classmethod
    def begin(cls, game: str, position: str | None = None) -> Study:
        """Return the study of a game, given as a spec, from its initial position or another one, given as text.

        Raises a `LudariumError` for what is no game or no position of it.
        """
        found = load(game)
        start = found.initial() if position is None else found.parse_position(position)
        return cls(Record(found.spec, position=None if start == found.initial() else str(start)))

    @classmethod
    def parse(cls, text: str) -> Study:
        """Return the study of a record, without what belongs to its match alone: clocks, players' tags, the result.

        Raises `ParseError`, or why the game or the first position is refused. The turns are not checked.
        """
        if len(text) > LONGEST_TEXT:
            raise ParseError(f"the text has {len(text):,} characters: expected a study of at most {LONGEST_TEXT:,}")
        record = Record.parse(text)
        start = record.initial()
        tags = {name: value for name, value in record.tags.items() if _is_kept(name, value)}
        tree = _checked(record.tree())
        found = cls(Record(record.game, position=record.position, tags=tags).with_tree(tree.untimed()))
        vars(found)["start"] = start  # of the same game and position, and read once
        return found

    def __str__(self) -> str:
        return str(self.record)

    @cached_property
    def tree(self) -> Tree:
        """The turns with their variations."""
        return self.record.tree()

    @cached_property
    def start(self) -> State:
        """The first position."""
        return self.record.initial()

    @property
    def game(self) -> Game:
        """The game."""
        return self.start.game

    @property
    def title(self) -> str:
        """The title; empty if it has none."""
        return self.record.tags.get(_TITLE, "")

    @property
    def match(self) -> str:
        """The id of the match whose review it has; empty if it has none."""
        return self.record.tags.get(_MATCH, "")

    @property
    def played(self) -> str:
        """The id of the match that it comes from, with its review or without; empty if from none."""
        return self.match or self.record.tags.get(_PLAYED, "")

    @property
    def is_set_up(self) -> bool:
        """Whether it begins from another position than the game does."""
        return self.record.position is not None

    def texts(self, at: int) -> tuple[str, ...]:
        """Return the turns that lead to a position."""
        return tuple(self.tree.nodes[number].entry.text for number in self.tree.path(at)[1:])

    def states(self, at: int) -> tuple[State, ...]:
        """Return the states from the start to a position, both included.

        Raises the error of the first turn that is not legal, with its number.
        """
        found, known = [self.start], self._known
        for number, place in enumerate(self.tree.path(at)[1:], 1):
            if place not in known:
                text = self.tree.nodes[place].entry.text
                with name_turn_in_errors(number, text=text):
                    known[place] = found[-1].move(text)
            found.append(known[place])
        return tuple(found)

    @cached_property
    def _known(self) -> dict[int, State]:
        """The states at positions that were asked for, or lead to one."""
        return {}

    def state(self, at: int) -> State:
        """Return the state at a position.

        Raises as `states` does.
        """
        return self.states(at)[-1]

    @cached_property
    def reached(self) -> Mapping[int, State]:
        """The states at all positions, without those that a turn which is not legal leads to, or comes before."""
        found = {0: self.start, **self._known}
        for at in self.tree.in_order():
            before = None if at is None or at in found else found.get(self.tree.nodes[at].parent)
            if at is not None and before is not None:
                with suppress(LudariumError):
                    found[at] = before.move(self.tree.nodes[at].entry.text)
        return found

    @cached_property
    def numbers(self) -> Mapping[int, int]:
        """The number of the turn that leads to each position, as people count: a roll and what follows are one turn.

        A draw of who begins has the number of the turn before it, which is 0 at the start.
        """
        if not self.game.max_chance_outcomes:
            return {at: self.tree.depth(at) for at in range(len(self.tree))}
        counts = {0: TurnCount()}
        for at in self.tree.in_order():
            if at is not None:
                parent = self.tree.nodes[at].parent
                before, state = counts[parent], self.reached.get(parent)
                counts[at] = before.after(state) if state else TurnCount(before.number + 1)
        return {at: count.number for at, count in counts.items()}

    def play(self, at: int, turn: str) -> tuple[Study, int]:
        """Return the study with a turn after a position, in the notation of the game, and where it leads.

        Raises why the turn is not legal, and `ParseError` if the study has as many positions as it may.
        """
        state = self.state(at)
        tree, after = self.tree.add(at, state.format_turn(state.parse_turn(turn)))
        return self.with_tree(tree), after

    def with_tree(self, tree: Tree) -> Study:
        """Return the study with another tree.

        Raises `ParseError` if that is too large.
        """
        return Study(self.record.with_tree(_checked(tree)))

    def with_title(self, title: str) -> Study:
        """Return the study with another title; an empty one removes it.

        Raises `ParseError` for one that is too long, or cannot be printed.
        """
        title = " ".join(title.split())
        if title and not _is_title(title):
            raise ParseError(f"{shorten(title)} is not a title: expected up to {LONGEST_TITLE} printable characters")
        return self._with_tag(_TITLE, title)

    def with_match(self, match_id: str, *, reviewed: bool = True) -> Study:
        """Return the study as one that has the review of a match, or comes from one alone."""
        return self._with_tag(_MATCH if reviewed else _PLAYED, match_id)

    def _with_tag(self, name: str, value: str) -> Study:
        others = {other: text for other, text in self.record.tags.items() if other != name}
        return Study(replace(self.record, tags=others | ({name: value} if value else {})))


def study_of_match(states: Sequence[State], turns: Sequence[str], at: int) -> tuple[Study, int]:
    """Return the study of a match, given by its states and the turns between them, and the position after `at` turns.

    Of a long match it has the turns around that position, and begins where the first of them is played.
    """
    first = max(0, min(at - MOST_OF_MATCH // 2, len(turns) - MOST_OF_MATCH))
    last = first + MOST_OF_MATCH
    start = states[first]
    study = Study.begin(start.game.spec, str(start))
    tree = study.tree
    for turn in turns[first:last]:
        tree, _ = tree.add(len(tree) - 1, turn)
    return study.with_tree(tree), at - first


def _checked(tree: Tree) -> Tree:
    """Return a tree; raise `ParseError` if it is larger than that of a study may be."""
    if len(tree) > MOST_POSITIONS:
        raise ParseError(f"the study has {counted(len(tree), 'position')}: expected at most {MOST_POSITIONS:,}")
    return tree


def _is_kept(name: str, value: str) -> bool:
    """Return whether a study keeps a tag of a record."""
    return (name == _TITLE and _is_title(value)) or (name in (_MATCH, _PLAYED) and bool(_ID.fullmatch(value)))


def _is_title(text: str) -> bool:
    return len(text) <= LONGEST_TITLE and prose(text) == text
