"""Variations: a tree of turns with comments and marks, of which the main line is what a record has as its turns.

The text of a tree is that of a record's turns, with lines between them:

    comment The start is even.
    1. u+
    comment Opens the top.
    marks cell-3 cell-3>cell-9
    2. a--
    variation
    2. b--
    3. c+
    end
    3. b+

`comment` and `marks` are about the turn above them, or the start. What stands between `variation` and `end` replaces
the turn above it, and may have variations of its own. Programs that know none of this refuse such a line by its word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ludarium.core.cached import cached_property
from ludarium.core.entries import TURN, Entry, complain_of_several, parse_entry, write_entry
from ludarium.core.errors import ParseError
from ludarium.core.text import counted, prose, shorten

LONGEST_COMMENT, MOST_MARKS = 2_000, 64
"""The maximum length of a comment, in characters, and of the list of marks of a position."""

WORDS = ("comment", "marks", "variation")
"""The words with which lines begin that a plain list of turns does not have."""

_PLACE = r"[A-Za-z0-9_.:+-]{1,40}"
_MARK = re.compile(rf"{_PLACE}(?:>{_PLACE})?")
_START = Entry("")


class Node(NamedTuple):
    """A position of a tree, and the turn that leads to it.

    | field     | content                                                                              |
    |-----------|--------------------------------------------------------------------------------------|
    | `parent`  | the number of the position before the turn; -1 for the start                         |
    | `entry`   | the turn; an empty one for the start                                                 |
    | `comment` | what is said of it; of one or several lines                                          |
    | `marks`   | ids of elements of the board's picture, and arrows between two, as in `cell-3>cell-9` |
    """

    parent: int = -1
    entry: Entry = _START
    comment: str = ""
    marks: tuple[str, ...] = ()


class Beginning(NamedTuple):
    """Where a tree begins: the spec of a game, and the text of a position, None for the game's initial one."""

    game: str
    position: str | None = None


_ROOT = Node()


@dataclass(frozen=True)
class Tree:
    """Positions by numbers: the start is 0, and behind each come all that follow from its first turn, then the others.

    So equal trees have equal numbers, and the first of several turns goes on the line. Every change returns another
    tree. Which turns are legal is not known here.

    >>> tree, first = Tree().add(0, "u+")
    >>> tree, other = tree.add(0, "u-")
    >>> tree = tree.comment(other, "Too early.")
    >>> print(tree)
    1. u+
    variation
    1. u-
    comment Too early.
    end
    >>> Tree.parse(str(tree)) == tree, tree.promote(other).main
    (True, (0, 1))
    """

    nodes: tuple[Node, ...] = (_ROOT,)
    of: Beginning | None = field(default=None, compare=False, repr=False)
    """Where it begins, if it is that of a record; only pictures ask."""

    @classmethod
    def of_line(cls, entries: Iterable[Entry]) -> Tree:
        """Return the tree of a single line."""
        return cls((Node(), *(Node(number, entry) for number, entry in enumerate(entries))))

    @classmethod
    def parse(cls, text: str) -> Tree:
        """Parse a tree.

        Raises `ParseError`, with the number of the line.
        """
        return parse_lines([(number, line.strip()) for number, line in enumerate(text.split("\n"), 1) if line.strip()])

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __len__(self) -> int:
        return len(self.nodes)

    @cached_property
    def _children(self) -> tuple[tuple[int, ...], ...]:
        found: list[list[int]] = [[] for _ in self.nodes]
        for number, node in enumerate(self.nodes[1:], 1):
            found[node.parent].append(number)
        return tuple(map(tuple, found))

    @cached_property
    def _depths(self) -> tuple[int, ...]:
        found = [0]
        for node in self.nodes[1:]:
            found.append(found[node.parent] + 1)
        return tuple(found)

    def children(self, at: int) -> tuple[int, ...]:
        """Return the positions that follow one, that of the main turn first."""
        return self._children[at]

    def depth(self, at: int) -> int:
        """Return how many turns lead to a position."""
        return self._depths[at]

    def path(self, at: int) -> tuple[int, ...]:
        """Return the positions from the start to one, both included."""
        found = [at]
        while found[-1]:
            found.append(self.nodes[found[-1]].parent)
        return tuple(reversed(found))

    def onward(self, at: int) -> tuple[int, ...]:
        """Return a position and those that follow from it by main turns."""
        found = [at]
        while following := self.children(found[-1]):
            found.append(following[0])
        return tuple(found)

    @property
    def main(self) -> tuple[int, ...]:
        """The positions of the main line, the start included."""
        return self.onward(0)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The turns of the main line."""
        return tuple(self.nodes[number].entry for number in self.main[1:])

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing but one line of turns."""
        return all(node == (number - 1, node.entry, "", ()) for number, node in enumerate(self.nodes))

    def end(self, at: int) -> int:
        """Return the number after those of a position and all that follow it."""
        after = at + 1
        while after < len(self.nodes) and self._depths[after] > self._depths[at]:
            after += 1
        return after

    def add(self, at: int, turn: str) -> tuple[Tree, int]:
        """Return the tree with a turn after a position, behind others there, and the number of where it leads.

        A turn that is there is not added again.
        """
        for number in self.children(at):
            if self.nodes[number].entry.text == turn:
                return self, number
        place = self.end(at)
        return self._rebuilt([*range(place), None, *range(place, len(self.nodes))], Node(at, Entry(turn))), place

    def remove(self, at: int) -> Tree:
        """Return the tree without a turn and all that follows it.

        Raises `ParseError` for the start, which stays.
        """
        if not at:
            raise ParseError("the start of a tree stays: expected a turn")
        return self._rebuilt([*range(at), *range(self.end(at), len(self.nodes))])

    def promote(self, at: int) -> Tree:
        """Return the tree in which the nearest variation that has a position stands one place nearer to the main line.

        A position of the main line changes nothing.
        """
        for number in reversed(self.path(at)):
            siblings = self.children(self.nodes[number].parent) if number else ()
            if number and number != siblings[0]:
                before = siblings[siblings.index(number) - 1]
                stop = self.end(number)
                moved = [*range(before), *range(number, stop), *range(before, number), *range(stop, len(self.nodes))]
                return self._rebuilt(moved)
        return self

    def comment(self, at: int, text: str) -> Tree:
        """Return the tree with another comment on a position; an empty one removes it.

        Raises `ParseError` for one that is too long, or has characters that cannot be printed.
        """
        lines = [" ".join(line.split()) for line in text.replace("\r", "").split("\n")]
        found = "\n".join(line for line in lines if line)
        if len(found) > LONGEST_COMMENT:
            raise ParseError(f"the comment has {len(found):,} characters: expected at most {LONGEST_COMMENT:,}")
        if prose(found, "\n") != found:
            raise ParseError("the comment has characters that cannot be printed: expected text")
        return self._changed(at, self.nodes[at]._replace(comment=found))

    def mark(self, at: int, marks: Sequence[str]) -> Tree:
        """Return the tree with other marks on a position, each once.

        Raises `ParseError` for more than there may be, and for what is none.
        """
        found = tuple(dict.fromkeys(marks))
        if len(found) > MOST_MARKS:
            raise ParseError(f"there are {len(found)} marks: expected at most {MOST_MARKS}")
        for mark in found:
            if not _MARK.fullmatch(mark):
                raise ParseError(f"{shorten(mark)} is not a mark: expected a place, or an arrow such as a1>b2")
        return self._changed(at, self.nodes[at]._replace(marks=found))

    def untimed(self) -> Tree:
        """Return the tree without the times of its turns."""
        return Tree(tuple(node._replace(entry=Entry(node.entry.text)) for node in self.nodes), self.of)

    def _changed(self, at: int, node: Node) -> Tree:
        return Tree((*self.nodes[:at], node, *self.nodes[at + 1 :]), self.of)

    def _rebuilt(self, order: Sequence[int | None], new: Node = _ROOT) -> Tree:
        """Return the tree of positions in this order; None is the new one, which names its parent by the old number."""
        places = {old: number for number, old in enumerate(order) if old is not None}
        nodes = [new if old is None else self.nodes[old] for old in order]
        return Tree((nodes[0], *(node._replace(parent=places[node.parent]) for node in nodes[1:])), self.of)

    def in_order(self) -> Iterator[int | None]:
        """Yield the positions after the start in the order of the text, and None behind each variation.

        A variation begins with a position that is not the first one after its parent.
        """
        # what follows, the next one last: a position and whether the variations beside it follow, or the end of one; a
        # stack in place of calls, since trees may be deep
        waiting: list[tuple[int, bool] | None] = [(self.children(0)[0], True)] if self.children(0) else []
        while waiting:
            one = waiting.pop()
            if one is None:
                yield None
                continue
            number, is_main = one
            yield number
            if not is_main:
                waiting.append(None)
            if following := self.children(number):
                waiting.append((following[0], True))
            if is_main:
                waiting += [(sibling, False) for sibling in reversed(self.children(self.nodes[number].parent)[1:])]

    def begins_variation(self, at: int) -> bool:
        """Return whether a position after the start is not the first one after its parent."""
        return at != self.children(self.nodes[at].parent)[0]

    def lines(self) -> Iterator[str]:
        """Yield the lines of the text."""
        yield from _about(self.nodes[0])
        for number in self.in_order():
            if number is None:
                yield "end"
                continue
            if self.begins_variation(number):
                yield "variation"
            yield f"{self._depths[number]}. {write_entry(self.nodes[number].entry)}"
            yield from _about(self.nodes[number])


def _about(node: Node) -> Iterator[str]:
    """Yield the lines about a position."""
    if node.comment:
        yield from (f"comment {line}" for line in node.comment.split("\n"))
    if node.marks:
        yield f"marks {' '.join(node.marks)}"


def parse_lines(lines: Iterable[tuple[int, str]]) -> Tree:
    """Return the tree of lines that are not empty, each with its number in a text.

    Raises `ParseError`, with the number of the line.
    """
    parser = _Parser()
    for number, line in lines:
        try:
            parser.read(line, number)
        except ParseError as error:
            message = str(error)
            raise error if message.startswith("line ") else ParseError(f"line {number}: {message}") from None
    return parser.tree()


class _Parser:
    """A tree while its text is read: positions in the order of the text, and the variations that are open."""

    def __init__(self) -> None:
        self._nodes, self._children, self._depths = [Node()], [[0][:0]], [0]
        self._texts: list[set[str]] = [set()]
        self._at = 0
        self._open: list[int] = []  # the positions whose turns the open variations replace
        self._begins = False  # whether a variation has just been opened

    def read(self, line: str, number: int) -> None:
        """Read a line."""
        word, _, rest = line.partition(" ")
        if (turn := TURN.fullmatch(line)) is not None:
            self._add(turn, number)
        elif self._begins:
            raise ParseError(f"expected the first turn of the variation, not {shorten(line)}")
        elif word == "comment" and rest:
            node = self._nodes[self._at]
            self._set(Tree((node,)).comment(0, f"{node.comment}\n{rest}").nodes[0])
        elif word == "marks" and rest:
            node = self._nodes[self._at]
            self._set(Tree((node,)).mark(0, (*node.marks, *rest.split())).nodes[0])
        elif line == "variation":
            if not self._at or (self._open and self._nodes[self._at].parent == self._nodes[self._open[-1]].parent):
                raise ParseError("a variation replaces the turn above it, and stands behind that of the line it leaves")
            self._open.append(self._at)
            self._begins = True
        elif line == "end" and self._open:
            self._at = self._open.pop()
        else:
            expected = f"expected a turn, comment, marks, variation or end, not {shorten(line)}"
            raise ParseError(complain_of_several(line) or expected)

    def _set(self, node: Node) -> None:
        self._nodes[self._at] = node

    def _add(self, turn: re.Match[str], line: int) -> None:
        before = self._nodes[self._open[-1]].parent if self._begins else self._at
        expected = self._depths[before] + 1
        if int(turn[1]) != expected:
            raise ParseError(f"expected turn {expected}, as in {expected}. a+b-, not {shorten(turn[0])}")
        entry = parse_entry(turn[2], turn[3] or "", line)
        if entry.text in self._texts[before]:
            raise ParseError(f"the turn {shorten(entry.text)} is given twice after the same position")
        self._texts[before].add(entry.text)
        self._children[before].append(len(self._nodes))
        self._at = len(self._nodes)
        self._nodes.append(Node(before, entry))
        self._children.append([])
        self._texts.append(set())
        self._depths.append(expected)
        self._begins = False

    def tree(self) -> Tree:
        """Return what was read; its positions are numbered as those of a tree are."""
        if self._open:
            raise ParseError(f"{counted(len(self._open), 'variation')} at the end: expected the line end after each")
        order, waiting = [], [0]
        while waiting:
            order.append(number := waiting.pop())
            waiting += reversed(self._children[number])
        places = {old: number for number, old in enumerate(order)}
        nodes = [self._nodes[old] for old in order]
        return Tree((nodes[0], *(node._replace(parent=places[node.parent]) for node in nodes[1:])))
