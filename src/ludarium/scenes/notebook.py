"""Pictures in notebooks: a state appears as its board, a record as a player, its tree as boards and turns.

A saved notebook contains all of them.
"""

from html import escape

from ludarium.core.game import State
from ludarium.core.record import Record
from ludarium.core.variations import Tree
from ludarium.scenes import replay, svg
from ludarium.scenes.picture import draw
from ludarium.scenes.study import figures, listed, start_of, with_boards

_SIZE = 'width="448" style="width: 448px; max-width: 100%"'
"""The attribute works where a notebook shows the picture as an image, the style where it is part of the page."""
_MOST_BOARDS = 12


def show_state(state: State) -> str:
    """Return the board as a standalone SVG image, no wider than text."""
    return svg.render(draw(state), standalone=True).replace("<svg", f"<svg {_SIZE}", 1)


def show_record(record: Record) -> str:
    """Return the record's player with its script, because each cell of a notebook may be displayed alone."""
    return replay.script() + replay.player(record)


def show_tree(tree: Tree) -> str:
    """Return the turns of a tree with the boards at its start, its end, and where something is said or marked.

    A tree that is not of a record, so that its game is not known, has its turns alone.
    """
    start = start_of(tree)
    boards = figures(tree, start, with_boards(tree)[:_MOST_BOARDS]) if start else ()
    drawn = "".join(
        f'<figure style="margin: 0; width: 224px">{svg.render(figure.scene, standalone=True)}'
        f"<figcaption>{escape(figure.turn)} {escape(figure.comment)}</figcaption></figure>"
        for figure in boards
    )
    row = f'<div style="display: flex; flex-wrap: wrap; gap: 1em">{drawn}</div>'
    return f'<div class="ludarium">{listed(tree)}{row}</div>'


def register() -> None:
    """Register states and records with the running IPython; do nothing if none is running."""
    from IPython import get_ipython

    if shell := get_ipython():
        formatters = shell.display_formatter.formatters
        formatters["image/svg+xml"].for_type(State, show_state)
        formatters["text/html"].for_type(Record, show_record)
        formatters["text/html"].for_type(Tree, show_tree)
