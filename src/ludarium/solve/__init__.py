"""Exact values of games: positions, layers, tables, and the solvers that fill them.

Names are imported when they are first used.
"""

from typing import TYPE_CHECKING

from ludarium._public import publish

if TYPE_CHECKING:  # type checkers see these imports, and so report names that do not exist
    from ludarium.solve.alphabeta import AlphaBeta as AlphaBeta
    from ludarium.solve.canonical import CANONICAL as CANONICAL
    from ludarium.solve.canonical import CELL as CELL
    from ludarium.solve.canonical import MOST_CELLS as MOST_CELLS
    from ludarium.solve.canonical import OUTLOOK as OUTLOOK
    from ludarium.solve.canonical import CanonicalForm as CanonicalForm
    from ludarium.solve.check import check as _check_table
    from ludarium.solve.installed import installed_table as installed_table
    from ludarium.solve.installed import open_table as open_table
    from ludarium.solve.positions import Positions as Positions
    from ludarium.solve.positions import expand as expand
    from ludarium.solve.proof_solution import ProofSolution as ProofSolution
    from ludarium.solve.race.race import Race as Race
    from ludarium.solve.race.race import RaceLayout as RaceLayout
    from ludarium.solve.race_solution import RaceSolution as RaceSolution
    from ludarium.solve.sides import Sides as Sides
    from ludarium.solve.solution import Solution as Solution
    from ludarium.solve.solution import solve as solve
    from ludarium.solve.table import Table as Table

    check_table = _check_table

_STABLE = {
    "solve.installed": "installed_table open_table",
    "solve.solution": "Solution solve",
    "solve.table": "Table",
}
_PROVISIONAL = {
    "solve.alphabeta": "AlphaBeta",
    "solve.canonical": "CANONICAL CELL MOST_CELLS OUTLOOK CanonicalForm",
    "solve.check": "check_table=check",
    "solve.positions": "Positions expand",
    "solve.proof_solution": "ProofSolution",
    "solve.race.race": "Race RaceLayout",
    "solve.race_solution": "RaceSolution",
    "solve.sides": "Sides",
}
_PUBLIC = publish(__name__, _STABLE, _PROVISIONAL)
__all__ = _PUBLIC.names
__dir__ = _PUBLIC.list_names

if not TYPE_CHECKING:
    __getattr__ = _PUBLIC.import_name
