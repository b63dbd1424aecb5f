"""The look of the pictures of simulations and measures."""

from __future__ import annotations

from ludarium.core.extras import extra
from ludarium.core.game import Game
from ludarium.scenes import palettes

with extra("analysis", "a picture"):
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

INK, QUIET, PALE, MAIN, MARK = "#23262a", "#5d615f", "#d9d3c7", "#2a7f79", "#b0125b"


def new_figure(title: str, subtitle: str) -> Figure:
    """Return an empty figure with a title and, at its right, a line of small print."""
    layout = ConstrainedLayoutEngine(w_pad=0.12, h_pad=0.12, wspace=0.06, hspace=0.08)
    figure = Figure(figsize=(11, 7.2), layout=layout, facecolor="white")
    figure.suptitle(title, x=0.012, ha="left", size=18, weight="bold", color=INK)
    figure.text(0.99, 0.962, subtitle, ha="right", size=11, color=QUIET)
    return figure


def seat_colours(game: Game) -> list[tuple[str, str]]:
    """Return the colours of every seat's body and edge, as in the game's pictures on light pages."""
    seats = palettes.palette(game.definition.palette).seats[: game.seats]
    return [(its.body.light, its.edge.light) for its in seats]


def dress(axes: Axes, title: str, across: str) -> None:
    """Give axes a title, a label below and no frame."""
    axes.set_title(title, loc="left", size=13, weight="bold", color=INK, pad=10)
    axes.set_xlabel(across, color=QUIET)
    axes.tick_params(colors=QUIET, labelcolor=INK, length=3)
    for side, spine in axes.spines.items():
        spine.set_visible(side == "bottom")
        spine.set_color(PALE)


def mark(axes: Axes, at: float, said: str) -> None:
    """Draw a vertical line with a label on the side that has space for it."""
    axes.axvline(at, color=INK, linewidth=1.2, linestyle=(0, (4, 3)))
    left, right = axes.get_xlim()
    side, space = ("right", -4) if at > (left + right) / 2 else ("left", 4)
    axes.annotate(
        said, (at, 1), (space, 0), xycoords=axes.get_xaxis_transform(), textcoords="offset points", ha=side, va="top",
        color=INK, backgroundcolor="white",
    )  # fmt: skip
