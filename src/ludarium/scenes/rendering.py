"""Rendering of states as text and as SVG: the entry point of `ludarium.rendering`, for `State.text` and `State.svg`."""

from ludarium.core.game import State
from ludarium.scenes import svg as _svg
from ludarium.scenes import text as _text
from ludarium.scenes.picture import draw


def text(state: State) -> str:
    """Return the board as lines of text, as printed in the terminal."""
    return _text.render(draw(state))


def svg(state: State) -> str:
    """Return the board as a standalone SVG image."""
    return _svg.render(draw(state), standalone=True)
