"""Pictures in notebooks: a state appears as its board, a record as a player; a saved notebook contains both."""

from ludarium.core.game import State
from ludarium.core.record import Record
from ludarium.scenes import replay, svg
from ludarium.scenes.picture import draw

_SIZE = 'width="448" style="width: 448px; max-width: 100%"'
"""The attribute works where a notebook shows the picture as an image, the style where it is part of the page."""


def show_state(state: State) -> str:
    """Return the board as a standalone SVG image, no wider than text."""
    return svg.render(draw(state), standalone=True).replace("<svg", f"<svg {_SIZE}", 1)


def show_record(record: Record) -> str:
    """Return the record's player with its script, because each cell of a notebook may be displayed alone."""
    return replay.script() + replay.player(record)


def register() -> None:
    """Register states and records with the running IPython; do nothing if none is running."""
    from IPython import get_ipython

    if shell := get_ipython():
        formatters = shell.display_formatter.formatters
        formatters["image/svg+xml"].for_type(State, show_state)
        formatters["text/html"].for_type(Record, show_record)
