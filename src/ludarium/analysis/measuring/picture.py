"""The measures of a game as one picture: choices, courses, the worth of search, and the effects of options."""

from __future__ import annotations

import numpy as np

from ludarium.analysis.measuring.measures import Measures
from ludarium.analysis.plot import INK, MAIN, MARK, PALE, QUIET, dress, mark, new_figure
from ludarium.core.extras import extra
from ludarium.core.kernel import Floats
from ludarium.core.text import counted

with extra("analysis", "a picture"):
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator, PercentFormatter

_TIMES = 101
"""The points of a course that are drawn, from the first turn to the last."""
_MOST = 12
"""The greatest number of options' values that are drawn: those that change the length most."""


def picture(made: Measures) -> Figure:
    """Draw the measures of a game; the figure's `savefig` writes PNG, SVG or PDF.

    >>> import ludarium
    >>> from ludarium.analysis.measuring.measures import measure
    >>> figure = picture(measure(ludarium.load("orion(turn_limit=10)"), 2, "easy"))
    >>> [axes.get_title(loc="left") for axes in figure.axes]
    ['Choices', 'The winner on the way', 'What search is worth', 'What options change']
    """
    subtitle = f"{counted(made.games, 'game')} of {made.player} with itself, seed {made.seed}"
    figure = new_figure(made.game.definition.title, subtitle)
    (top_left, top_right), (low_left, low_right) = figure.subplots(2, 2)
    _choices(top_left, made)
    _winners(top_right, made)
    _doublings(low_left, made)
    _options(low_right, made)
    return figure


def _choices(axes: Axes, made: Measures) -> None:
    """Draw the average number of legal actions of each choice of a game."""
    actions = made.branching()
    axes.plot(range(1, len(actions) + 1), actions, color=MAIN, linewidth=1.8)
    axes.set_ylim(0, 1.15 * float(np.max(actions, initial=1)))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    dress(axes, "Choices", f"choice of a random game; {made.estimates['branching'].value:.3g} legal actions on average")


def _winners(axes: Axes, made: Measures) -> None:
    """Draw what the winner could expect on the way: the median game, and the middle half of the games."""
    along, rows = np.linspace(0, 1, _TIMES), made.winner(_TIMES)
    if len(rows):
        low, middle, high = rows
        axes.fill_between(along, low, high, color=PALE)
        axes.plot(along, middle, color=MAIN, linewidth=1.8)
    axes.set_ylim(0, 1.02)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(PercentFormatter(1, decimals=0))
    dress(axes, "The winner on the way", "part of the game; median and middle half of the games")


def _doublings(axes: Axes, made: Measures) -> None:
    """Draw the score of each search against one with half as many simulations."""
    for at, score in enumerate(made.doublings.values()):
        _interval(axes, at, score.value, score.low, score.high)
    axes.set_yticks(range(len(made.doublings)), [f"{more} v {more // 2}" for more in made.doublings] or [], color=INK)
    axes.set_ylim(len(made.doublings) - 0.5, -1)
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    if made.doublings:
        mark(axes, 1 / made.game.seats, "equal")
    dress(axes, "What search is worth", "score with twice the simulations a turn, with 95 % interval")


def _options(axes: Axes, made: Measures) -> None:
    """Draw the turns of random games with options changed, those that change most."""
    usual, *others = made.effects
    change = np.array([abs(effect.turns.value - usual.turns.value) for effect in others])
    for at, number in enumerate(sorted(np.argsort(-change, kind="stable")[:_MOST].tolist())):
        effect = others[number]
        _interval(axes, at, *effect.turns)
        axes.annotate(f"{effect.option}={effect.value}", (0, at), (-8, 0), xycoords=axes.get_yaxis_transform(),
                      textcoords="offset points", ha="right", va="center", color=INK, size=9)  # fmt: skip
    axes.set_yticks([])
    axes.set_ylim(min(_MOST, len(others)) - 0.5, -1.5)
    axes.set_xlim(left=0)
    if others:
        mark(axes, usual.turns.value, "as it is")
    dress(axes, "What options change", "turns of a random game")


def _interval(axes: Axes, at: float, value: Floats | float, low: float, high: float) -> None:
    axes.plot((low, high), (at, at), color=QUIET, linewidth=2.5, solid_capstyle="butt")
    axes.plot(value, at, "o", color=MARK, markersize=6, clip_on=False)
