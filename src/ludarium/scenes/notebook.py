"""Pictures in notebooks: a state shows its board, a record its player; both stay in the notebook when it is saved."""

from ludarium.core.game import State
from ludarium.core.record import Record
from ludarium.scenes import replay, svg
from ludarium.scenes.scene import draw

_SIZE = 'width="448" style="width: 448px; max-width: 100%"'
"""An attribute where the notebook shows the picture as an image, a style where it makes it part of the page."""


def show_state(state: State) -> str:
    """The board as a picture of its own, not wider than text is."""
    return svg.render(draw(state), standalone=True).replace("<svg", f"<svg {_SIZE}", 1)


def show_record(record: Record) -> str:
    """The record's player, with the script that every player brings along: a notebook's cells may be shown alone."""
    return replay.script() + replay.player(record)


def register() -> None:
    """Teach the running IPython to show states and records; without one nothing happens."""
    from IPython import get_ipython

    if shell := get_ipython():
        formatters = shell.display_formatter.formatters
        formatters["image/svg+xml"].for_type(State, show_state)
        formatters["text/html"].for_type(Record, show_record)
