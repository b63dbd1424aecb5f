"""A tree of turns as HTML: its boards with marks and arrows, and the list of turns with variations and comments.

Notebooks show a tree so, and the page for print has the same figures.
"""

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from ludarium.core.game import Game, State
from ludarium.core.record import name_turn_in_errors
from ludarium.core.registry import load
from ludarium.core.variations import Tree
from ludarium.scenes.marks import marked
from ludarium.scenes.picture import begin, draw, follow
from ludarium.scenes.scene import Scene

MOST_FIGURES = 60
"""Boards of a tree; positions after those have none."""


class Figure(NamedTuple):
    """The board of a position of a tree: its number in the tree, its turn with the number, and what is said of it."""

    at: int
    turn: str
    scene: Scene
    comment: str


def figures(tree: Tree, start: State, chosen: Sequence[int]) -> Iterator[Figure]:
    """Yield the boards of some positions of a tree, of at most `MOST_FIGURES`, with their marks.

    Raises the error of the first turn that cannot be played, with its number.
    """
    states = {0: start}  # each turn is played once, however many boards follow from it
    for at in chosen[:MOST_FIGURES]:
        picture = begin(start)
        for number, place in enumerate(tree.path(at)[1:], 1):
            before = states[tree.nodes[place].parent]
            if place not in states or place == at:
                with name_turn_in_errors(number):
                    actions = before.parse_turn(tree.nodes[place].entry.text)
                states[place] = before.play_actions(actions)
                picture = follow(begin(before), actions)
        node = tree.nodes[at]
        turn = f"{tree.depth(at)}. {node.entry.text}" if at else "Start"
        yield Figure(at, turn, marked(draw(picture), node.marks), node.comment)


def with_boards(tree: Tree) -> list[int]:
    """Return the positions whose boards matter: the first, those with comments or marks, and the end of the line."""
    said = [at for at, node in enumerate(tree.nodes) if node.comment or node.marks]
    return sorted({0, tree.main[-1], *said})


def listed(tree: Tree) -> str:
    """Return the turns of a tree as HTML: variations in brackets, comments in italics.

    >>> tree, _ = Tree().add(0, "u+")
    >>> listed(tree.comment(1, "<b>"))
    '<p><b>1.&nbsp;u+</b> <i>&lt;b&gt;</i></p>'
    """
    words = [f"<i>{escape(tree.nodes[0].comment)}</i>"] if tree.nodes[0].comment else []
    main = set(tree.main)
    for at in tree.in_order():
        if at is None:
            words.append(")")
            continue
        node = tree.nodes[at]
        turn = f"{tree.depth(at)}.&nbsp;{escape(node.entry.text)}"
        words += ["("] if tree.begins_variation(at) else []
        words.append(f"<b>{turn}</b>" if at in main else turn)
        words += [f"<i>{escape(node.comment)}</i>"] if node.comment else []
    return f"<p>{' '.join(words)}</p>"


def start_of(tree: Tree) -> State | None:
    """Return the first position of a tree; None for one that is of no record."""
    if tree.of is None:
        return None
    game: Game = load(tree.of.game)
    return game.initial() if tree.of.position is None else game.parse_position(tree.of.position)
