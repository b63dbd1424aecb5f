"""Solve a game: find all its positions, and bounds of their values that meet."""

from __future__ import annotations

import math
import resource
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium.core.arguments import check_number
from ludarium.core.game import Game, State
from ludarium.core.kernel import Floats
from ludarium.core.registry import load_game
from ludarium.solve.canonical import CanonicalForm
from ludarium.solve.iteration import Bounds, iterate
from ludarium.solve.positions import END, Positions, look_up
from ludarium.solve.sides import Sides
from ludarium.solve.table import POSITIONS, Table, fill_hashes
from ludarium.solve.tablefile import Array, rules_digest, write_table

FINEST, COARSEST, LEAST_MEMORY = 1e-12, 0.1, 1e6
"""The bounds of a tolerance, and the least memory in bytes."""
TOLERANCE = 1e-9
"""How far apart the bounds of a value may be, in the unit of payoffs."""
Progress = Callable[[str, int, int], None]
"""`progress(what, done, of)`; `of` is 0 where it is not known."""


@dataclass(frozen=True)
class Solution:
    """The proved value of a game.

    | field       | meaning                                                                          |
    | ----------- | -------------------------------------------------------------------------------- |
    | `lower`     | what every seat is sure to expect at least, at the start                         |
    | `upper`     | what it can expect at most                                                       |
    | `gap`       | the largest difference of the bounds of any position                             |
    | `left_out`  | the rule that the values leave out; empty if they follow all of them             |
    | `positions` | the graph of all positions                                                       |
    | `bounds`    | bounds for seat 0, or for every seat where there are more than two sides         |
    | `seconds`   | how long it took                                                                 |
    """

    game: Game
    lower: tuple[float, ...]
    upper: tuple[float, ...]
    gap: float
    left_out: str
    positions: Positions
    bounds: tuple[Bounds, ...] = field(repr=False)
    seconds: float = 0.0

    @property
    def value(self) -> tuple[float, ...]:
        """The expected payoff of every seat at the start: the middle of its bounds."""
        return tuple((low + high) / 2 for low, high in zip(self.lower, self.upper, strict=True))

    def values(self, seat: int = 0) -> Floats:
        """Return the middle of the bounds of every position, for seat 0 or another where there are several bounds."""
        return (self.bounds[seat].lower + self.bounds[seat].upper) / 2

    def table(self) -> Table:
        """Return the values as a table that is asked for states."""
        return Table(self.game, _Found(self), self.gap, self.left_out)

    def write(self, path: Path) -> None:
        """Write the table of all positions that are not ends; raise `BadTable` if it cannot be written."""
        numbers = np.flatnonzero(self.positions.found.kinds[: self.positions.count] > END)
        header = {
            "left_out": self.left_out,
            "gap": self.gap,
            "value": self.value,
            "seconds": round(self.seconds, 1),
            "components": self.bounds[0].components,
            "largest_component": self.bounds[0].largest,
            "sweeps": self.bounds[0].sweeps,
        }
        write_positions(path, self.positions, numbers, self.values()[numbers], header)


def write_positions(
    path: Path, positions: Positions, numbers: npt.NDArray[np.int64], values: Floats, header: Mapping[str, Any]
) -> None:
    """Write a table of some positions with their values; raise `BadTable` if it cannot be written."""
    found, game = positions.found, positions.game
    keys, hashes = found.keys[numbers], np.empty(len(numbers), np.uint64)
    fill_hashes(keys, found.widths, np.empty(len(found.widths), np.int64), hashes)
    order = np.argsort(hashes, kind="stable")
    arrays: dict[str, Array] = {
        "hashes": hashes[order],
        "keys": keys[order],
        "widths": found.widths,
        "values": values[order],
    }
    write_table(path, {"kind": POSITIONS, "game": game.spec, "rules": rules_digest(game), **header}, arrays)


def solve(
    game: str | Game,
    *,
    tolerance: float = TOLERANCE,
    whole: bool = False,
    memory: float | None = None,
    progress: Progress = lambda what, done, of: None,
) -> Solution:
    """Solve a game exactly, for one or two sides, or for any number if nobody ever has a choice.

    `memory` is what may be used, in bytes; by default three quarters of what is free. With `whole` nothing is left out
    that the canonical form of the game leaves out, such as a limit of turns.

    Raises `LudariumError` if the game is not of this kind, or needs more memory, `InvalidOption` for a number out of
    range.

    >>> import ludarium
    >>> found = solve(ludarium.load("ludo(goal=24,markers=1)"))
    >>> round(found.value[0], 6), found.positions.count, found.left_out
    (0.5, 2225, 'the limit of turns')
    """
    game = load_game(game)
    check_number("tolerance", tolerance, FINEST, COARSEST)
    if memory is not None:
        check_number("memory", memory, LEAST_MEMORY)
    began, form, sides = time.monotonic(), CanonicalForm.of(game, whole=whole), Sides.of(game)
    memory = 0.75 * free_memory() if memory is None else memory
    positions = Positions.explore(
        game, form, sides.vector, memory, lambda found, done: progress("positions", done, 0 if done < found else found)
    )
    seats = range(game.seats) if 0 in sides.of_seats else range(1)
    bounds = tuple(
        iterate(positions, seat, tolerance, lambda done: progress("values", done, positions.count)) for seat in seats
    )
    if len(bounds) > 1:
        lower, upper = (tuple(float(getattr(one, name)[0]) for one in bounds) for name in ("lower", "upper"))
    else:
        ends = [sides.payoffs(float(bound[0])) for bound in (bounds[0].lower, bounds[0].upper)]
        lower, upper = (tuple(map(choose, *ends)) for choose in (min, max))
    gap = max(one.gap for one in bounds)
    return Solution(game, lower, upper, gap, form.left_out, positions, bounds, time.monotonic() - began)


def free_memory() -> float:
    """Return the bytes of memory that this process may still use; infinite where the system does not tell.

    These are what no program uses, or what is left of the process's limit (`ulimit -v`).
    """
    room, (limit, _) = _read("/proc/meminfo", "MemAvailable", math.inf), resource.getrlimit(resource.RLIMIT_AS)
    return room if limit == resource.RLIM_INFINITY else min(room, limit - _read("/proc/self/status", "VmSize", 0.0))


def _read(file: str, name: str, unknown: float) -> float:
    """Return a number of kilobytes that a file of the system tells, in bytes."""
    try:
        lines = Path(file).read_text("ascii").splitlines()
        return next(float(line.split()[1]) * 1024 for line in lines if line.startswith(f"{name}:"))
    except (OSError, StopIteration):
        return unknown


class _Found:
    """The values of a solution that is in memory."""

    def __init__(self, solution: Solution) -> None:
        self._positions, self._values = solution.positions, solution.values()
        self._key = np.empty(self._positions.found.keys.shape[1], np.uint8)

    def value(self, state: State) -> float | None:
        """Return what seat 0 can expect; None where the position cannot occur."""
        v, found = state.vector, self._positions.found
        self._positions.canonical.function(state.game.tables, v)
        slot = look_up(found, v, self._key)
        return float(self._values[found.slots[slot] - 1]) if slot >= 0 and found.slots[slot] else None
