"""Measurements, tables and pictures of games, and reviews of matches.

Names are imported when they are first used.
"""

from typing import TYPE_CHECKING

from ludarium._public import publish

if TYPE_CHECKING:  # type checkers see these imports, and so report names that do not exist
    from ludarium.analysis.measuring.estimates import Estimate as Estimate
    from ludarium.analysis.measuring.measures import Measures as Measures
    from ludarium.analysis.measuring.measures import measure as measure
    from ludarium.analysis.measuring.picture import picture as _plot_measures
    from ludarium.analysis.measuring.tables import tables as _measure_tables
    from ludarium.analysis.plot import picture as _plot_simulation
    from ludarium.analysis.rows import exact_rows as exact_rows
    from ludarium.analysis.simulation import Simulation as Simulation
    from ludarium.analysis.simulation import simulate as simulate
    from ludarium.puzzles.file import shipped as _shipped
    from ludarium.puzzles.puzzle import Puzzle as Puzzle
    from ludarium.review.advice import Advice as Advice
    from ludarium.review.advice import SeatAdvice as SeatAdvice
    from ludarium.review.adviser import Adviser as Adviser
    from ludarium.review.adviser import make_adviser as make_adviser
    from ludarium.review.review import Review as Review
    from ludarium.review.review import review as review

    plot_measures = _plot_measures
    measure_tables = _measure_tables
    plot_simulation = _plot_simulation
    shipped_puzzles = _shipped

_STABLE = {
    "analysis.measuring.measures": "Measures measure",
    "analysis.simulation": "Simulation simulate",
}
_PROVISIONAL = {
    "analysis.measuring.estimates": "Estimate",
    "analysis.measuring.picture": "plot_measures=picture",
    "analysis.measuring.tables": "measure_tables=tables",
    "analysis.plot": "plot_simulation=picture",
    "analysis.rows": "exact_rows",
    "puzzles.file": "shipped_puzzles=shipped",
    "puzzles.puzzle": "Puzzle",
    "review.advice": "Advice SeatAdvice",
    "review.adviser": "make_adviser",
    "review.review": "Adviser Review review",
}
_PUBLIC = publish(__name__, _STABLE, _PROVISIONAL)
__all__ = _PUBLIC.names
__dir__ = _PUBLIC.list_names

if not TYPE_CHECKING:
    __getattr__ = _PUBLIC.import_name
