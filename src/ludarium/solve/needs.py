"""What solving a game through its rules will take, by a trial of less than a second that is then thrown away.

How many positions a game has is not known before they are found, so the memory limits them: a trial tells how many
bytes a position takes, how many are found in a second, and so when the memory would be full.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from ludarium.core.game import Game
from ludarium.solve.alphabeta import AlphaBeta
from ludarium.solve.canonical import CanonicalForm
from ludarium.solve.positions import DONE, Positions, expand
from ludarium.solve.proof_solution import ProofSolution
from ludarium.solve.sides import Sides

_TRIAL, _QUOTA = 0.5, 2000
"""Seconds of a trial, and positions between two looks at the clock."""
_TRIAL_MEMORY = 64e6
"""The table of alpha-beta in a trial."""
_SLACK, _PLACE_BYTES = 1.5, 20
"""How much longer arrays that grow by doubling are on average, and bytes of a position beside its key and edges."""
_PROOF_BYTES = 16
"""Bytes of a position for its proof and disproof number, beside those of the graph."""
_BOUND_BYTES = 16
"""Bytes of a position for the bounds of its value, beside those of the graph."""
_VALUE_BYTES = 16
"""Bytes of a position in a table beside its key: a hash and a value."""


@dataclass(frozen=True)
class Needs:
    """What solving takes.

    | field       | meaning                                                                                  |
    | ----------- | ---------------------------------------------------------------------------------------- |
    | `found`     | positions that the trial found or searched                                               |
    | `all_found` | whether these are all                                                                    |
    | `speed`     | positions a second, in the trial; 0 if it ended before that was measured                 |
    | `each`      | bytes of memory for each position; 0 if the memory is that of one table, however many    |
    | `file_each` | bytes of the table on the disk for each position; 0 if none can be written               |
    """

    found: int
    all_found: bool
    speed: float
    each: float = 0.0
    file_each: float = 0.0

    def most(self, memory: float) -> float:
        """Return how many positions fit into so many bytes of memory; infinite where they are forgotten again."""
        return memory / self.each if self.each else float("inf")


def _each(positions: Positions) -> float:
    """Return the bytes of the graph for each position: its key, two places of the hash table or more, and its edges."""
    found = positions.found
    edges = 4 * int(found.counts[2]) / max(1, int(found.counts[1]))
    return _SLACK * (int(found.widths.sum()) + _PLACE_BYTES + edges)


class _Enough(Exception):
    """A trial has lasted long enough."""


class _Trial:
    """The clock of a trial, which runs from the first report on: what is compiled before it does not count."""

    def __init__(self) -> None:
        self._began = self._last = 0.0
        self._timed = self.count = 0

    def stop(self, count: int) -> None:
        """Note how many positions have been found or searched; raises `_Enough` once it has lasted long enough."""
        self._last = time.monotonic()
        if not self._began:
            self._began = self._last
        else:
            self._timed += max(0, count - self.count)  # a proof of draws begins to count again
        self.count = count
        if self._last - self._began > _TRIAL:
            raise _Enough

    @property
    def speed(self) -> float:
        """Positions a second; 0 if it ended before it was measured."""
        spent = self._last - self._began
        return self._timed / spent if spent > 0 else 0.0


def needs_of_positions(game: Game, form: CanonicalForm) -> Needs:
    """Return what finding all positions takes.

    >>> import ludarium
    >>> found = needs_of_positions(ludarium.load("ludo(goal=24,markers=1)"), CanonicalForm())
    >>> found.each > 10 and found.speed > 0
    True

    Raises `LudariumError` if the game is not of this kind.
    """
    positions, began = Positions.empty(game, form, Sides.of(game).vector, float("inf")), time.monotonic()
    arguments = game.kernel, form.function, game.tables, game.setup.start, positions.sides
    expand(*arguments, positions.found, 0)  # compiled, if it must be, before the clock counts
    began = time.monotonic()
    while (spent := time.monotonic() - began) < _TRIAL:
        status = expand(*arguments, positions.found, _QUOTA)
        if status == DONE and positions.found.counts[1] == positions.count:
            break
        positions.make_room(status)
    spent, done, count = max(spent, time.monotonic() - began, 1e-9), int(positions.found.counts[1]), positions.count
    key = int(positions.found.widths.sum())
    return Needs(count, done == count, done / spent, _each(positions) + _BOUND_BYTES, key + _VALUE_BYTES)


def needs_of_proof(game: Game, *, whole: bool) -> Needs:
    """Return what a proof takes; it seldom needs all positions.

    Raises `LudariumError` if the game is not of this kind.
    """
    trial = _Trial()
    found = ProofSolution.begin(game, float("inf"), trial.stop, whole=whole)
    found.wins.quota = found.draws.quota = _QUOTA
    all_found = True
    try:
        found.value(game.initial())
    except _Enough:
        all_found = False
    positions = found.wins.positions
    each = _each(positions) + _PROOF_BYTES
    key = int(positions.found.widths.sum())
    return Needs(positions.count, all_found, trial.speed, each, key + _VALUE_BYTES)


def needs_of_alphabeta(game: Game, form: CanonicalForm) -> Needs:
    """Return what alpha-beta takes: one table, and a time that only the speed tells.

    Raises `LudariumError` if the game is not of this kind.
    """
    trial = _Trial()
    search, all_found = AlphaBeta(game, form, _TRIAL_MEMORY, trial.stop, _QUOTA), True
    try:
        search.value(game.initial())
    except _Enough:
        all_found = False
    return Needs(trial.count, all_found, trial.speed)
