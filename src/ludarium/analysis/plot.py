"""A simulation as one picture: who wins, how long games are, their points, and the number of legal actions.

The picture of measures (`measuring.picture`) has the same look.
"""

from __future__ import annotations

import numpy as np

from ludarium.analysis.simulation import Simulation
from ludarium.core.extras import extra
from ludarium.core.game import Game
from ludarium.core.kernel import Floats, Vector
from ludarium.core.text import counted
from ludarium.scenes import palettes

with extra("analysis", "a picture"):
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine
    from matplotlib.ticker import MaxNLocator, PercentFormatter

_BARS = 60
"""The maximum number of bars of a histogram."""
_FEW = 12
"""The maximum number of different points for which the seats have bars side by side."""
_LONGEST_NAME = 24
"""The maximum number of characters of a player's name."""
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


def picture(simulation: Simulation) -> Figure:
    """Draw a simulation; the figure's `savefig` writes PNG, SVG or PDF.

    >>> from ludarium.analysis.simulation import simulate
    >>> figure = picture(simulate("orion(turn_limit=10)", ["random", "random"], 20))
    >>> [axes.get_title(loc="left") for axes in figure.axes]
    ['Who wins', 'How long it takes', 'Points at the end', 'What there is to choose']
    """
    one = set(simulation.players)
    players = one.pop() if len(one) == 1 else " v ".join(simulation.players)
    spec = "" if simulation.game.spec == simulation.game.name else f" of {simulation.game.spec}"
    subtitle = f"{counted(len(simulation), 'game')}{spec}, {players}, seed {simulation.seed}"
    figure = new_figure(simulation.game.definition.title, subtitle)
    (top_left, top_right), (low_left, low_right) = figure.subplots(2, 2)
    _winners(top_left, simulation)
    _lengths(top_right, simulation)
    _points(low_left, simulation)
    _choices(low_right, simulation)
    return figure


def _seat_labels(simulation: Simulation) -> list[str]:
    """Return the name of every seat, with the beginning of its player's name if the players differ."""
    seats = simulation.game.setup.seat_names
    if len(set(simulation.players)) == 1:
        return [*seats]
    return [f"{seat}: {player[:_LONGEST_NAME]}" for seat, player in zip(seats, simulation.players, strict=True)]


def _winners(axes: Axes, simulation: Simulation) -> None:
    """Draw a bar for each seat, its 95 % interval, and a line where all would be equal."""
    numbers = simulation.seats().select("score", "low", "high").rows()
    rows = [(label, *row) for label, row in zip(_seat_labels(simulation), numbers, strict=True)]
    colours = seat_colours(simulation.game)
    if first := simulation.first():
        rows.append(("who chose\nfirst", first["score"], first["low"], first["high"]))
        colours.append((PALE, QUIET))
    for at, ((inside, edge), (_, score, low, high)) in enumerate(zip(colours, rows, strict=True)):
        axes.barh(at, score, height=0.62, color=inside, edgecolor=edge)
        axes.plot((low, high), (at, at), color=INK, linewidth=2.5, solid_capstyle="butt")
        said = f"{score:.1%}  ({low:.1%} to {high:.1%})"
        axes.text(high + 0.02, at, said, va="center", color=INK, bbox={"color": "white", "pad": 1})
    fair = 1 / simulation.game.seats
    axes.axvline(fair, color=INK, linewidth=1, linestyle=(0, (4, 3)))
    axes.set_yticks(range(len(rows)), [name for name, *_ in rows])
    axes.invert_yaxis()
    axes.set_xlim(0, max(1.0, 1.45 * max(high for *_, high in rows)))
    axes.set_xticks([0, fair, 1])
    axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    drawn = float(np.mean((simulation.verdicts == 0).any(axis=1)))
    shared = f"{drawn:.1%} of the games are" if drawn else "no game is"
    dress(axes, "Who wins", f"average payoff, with 95 % interval; {shared} drawn")


def _lengths(axes: Axes, simulation: Simulation) -> None:
    """Draw the distribution of the games' turns, with the middle 90 % and the median marked."""
    turns = simulation.numbers.counts[:, 3]
    low, median, high = np.quantile(turns, [0.05, 0.5, 0.95])
    heights, edges = np.histogram(turns, _edges(turns))
    middles, wide = (edges[1:] + edges[:-1]) / 2, edges[1] - edges[0]
    inside = (middles + wide / 2 > low) & (middles - wide / 2 < high)
    axes.bar(middles, heights, 0.94 * wide, color=np.where(inside, MAIN, PALE).tolist())
    axes.set_yticks([])
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    mark(axes, float(median), f"median {median:,.0f}")
    dress(axes, "How long it takes", f"turns; 90 % of the games take {low:,.0f} to {high:,.0f}")


def _points(axes: Axes, simulation: Simulation) -> None:
    """Draw the points of each seat at the end: bars side by side, or outlines if there are many values."""
    seats = [*zip(_seat_labels(simulation), simulation.numbers.points.T, seat_colours(simulation.game), strict=True)]
    few, edges = np.unique(simulation.numbers.points), _edges(simulation.numbers.points)
    for seat, (name, points, (inside, edge)) in enumerate(seats):
        if len(few) <= _FEW:
            width = 0.8 / len(seats)
            heights = [float(np.mean(points == value)) for value in few]
            places = np.arange(len(few)) + width * (seat - (len(seats) - 1) / 2)
            axes.bar(places, heights, 0.92 * width, color=inside, edgecolor=edge, label=name)
        else:
            heights = (np.histogram(points, edges)[0] / len(points)).tolist()
            axes.stairs(heights, edges, fill=True, color=inside, alpha=0.3)
            axes.stairs(heights, edges, color=edge, linewidth=1.5)
            axes.fill_between([], [], color=inside, edgecolor=edge, label=name)
    if len(few) <= _FEW:
        axes.set_xticks(range(len(few)), [f"{value:g}" for value in few])
    axes.set_ylim(top=axes.get_ylim()[1] * 1.15)
    axes.legend(frameon=False, labelcolor=INK, ncols=len(seats), loc="upper left")
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    dress(axes, "Points at the end", "points counted by the rules, by seat")


def _choices(axes: Axes, simulation: Simulation) -> None:
    """Draw the distribution of the number of legal actions."""
    offered = simulation.numbers.offered / max(1, simulation.numbers.offered.sum())
    most = int(np.max(np.flatnonzero(offered), initial=1))
    axes.bar(
        range(1, most + 1), offered[1 : most + 1], 0.8 if most < _BARS else 1.0, color=[MARK] + [MAIN] * (most - 1)
    )
    axes.set_xlim(0.4, most + 0.6)
    axes.set_ylim(top=1.15 * float(np.max(offered)))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    mark(axes, simulation.branching, f"{simulation.branching:.3g} on average")
    forced = f"{simulation.forced:.1%} of the choices leave" if simulation.forced else "no choice leaves"
    dress(axes, "What there is to choose", f"legal actions; {forced} only one")


def _edges(values: Vector | Floats) -> Floats:
    """Return the edges of bars that hold the same number of whole values each."""
    low, high = int(np.min(values)), int(np.max(values))
    bars = min(_BARS, max(_FEW, int(2 * len(values) ** 0.5)))
    wide = max(1, -(-(high - low + 1) // bars))
    return np.arange(low - 0.5, high + wide + 0.5, wide)
