"""Solve a game without chance by proofs: its value, that of every first action, and a table of what they needed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, State
from ludarium.core.kernel import Floats
from ludarium.solve.canonical import CanonicalForm
from ludarium.solve.positions import Positions
from ludarium.solve.proof import Prover
from ludarium.solve.sides import Sides
from ludarium.solve.solution import write_positions
from ludarium.solve.table import Table

_WON, _DRAWN, _LOST = 1.0, 0.5, 0.0


@dataclass
class ProofSolution:
    """The proved value of a game that is won, drawn or lost.

    | field     | meaning                                                                              |
    | --------- | ------------------------------------------------------------------------------------ |
    | `wins`    | the proofs that seat 0's side wins, or does not                                      |
    | `draws`   | the proofs that it does not lose, or does; asked only where there are draws          |
    | `seconds` | how long it took                                                                     |
    """

    game: Game
    canonical: CanonicalForm
    wins: Prover
    draws: Prover
    seconds: float = 0.0

    @classmethod
    def begin(
        cls,
        game: Game,
        memory: float,
        progress: Callable[[int], None],
        *,
        whole: bool = False,
        prunes: bool = False,
    ) -> ProofSolution:
        """Return a solution that knows nothing yet; raise `LudariumError` if the game is not of this kind.

        With `prunes` it leaves out actions that do not matter, where a game tells: less to prove, and a table with
        which a player must search when the other side tries one of these.
        """
        if game.max_chance_outcomes:
            raise LudariumError(f"{game.spec} has chance: expected a game without, or another method")
        if game.setup.payoff_range is not None:
            raise LudariumError(f"{game.spec} has payoffs of its own: expected a game that is won, drawn or lost")
        form = CanonicalForm.of(game, whole=whole)
        if form.left_out:
            raise LudariumError(f"positions of {game.spec} repeat without {form.left_out}: expected another method")
        wins, draws = (Prover(game, form, threshold, memory, progress, prunes) for threshold in (_WON, _DRAWN))
        return cls(game, form, wins, draws)

    def value(self, state: State) -> float:
        """Return what seat 0 gets from a state if all play perfectly, and prove it if that has not been done."""
        began = time.monotonic()
        if self.wins.holds(state):
            found = _WON
        else:
            found = _DRAWN if self._may_be_drawn() and self.draws.holds(state) else _LOST
        self.seconds += time.monotonic() - began
        return found

    def _may_be_drawn(self) -> bool:
        """Return whether an end that is no win is a draw; else who can prevent a win can force a loss."""
        found = self.wins.positions.found
        ends = found.payoffs[: found.counts[3], 0]
        return bool(((ends < _WON) & (ends > _LOST)).any())

    def line(self, state: State) -> tuple[str, ...]:
        """Return turns from a state to the end of the game that keep its value."""
        value, turns, actions, begin = self.value(state), list[str](), list[int](), state
        while state.actors and (following := self._keeping(state, value)) is not None:
            action, state = following
            actions.append(action)
            if not state.in_turn:
                turns.append(begin.format_turn(actions))
                actions, begin = [], state
        return tuple(turns)

    def _keeping(self, state: State, value: float) -> tuple[int, State] | None:
        """Return an action that keeps a value, with what follows it; one for which that is proved comes first."""
        following = [(action, state.play_unchecked(action)) for action in state.legal()]
        table = self.table()
        known = (pair for pair in following if table.value(pair[1], 0) == value)
        return next(known, None) or next((pair for pair in following if self.value(pair[1]) == value), None)

    def settled(self) -> tuple[Positions, npt.NDArray[np.int64], Floats]:
        """Return positions whose value is proved: the graph, their numbers, and their values."""
        may_be_drawn, prover = self._may_be_drawn(), self.wins
        numbers = prover.settled()
        won = prover.proofs[numbers, 0] == 0
        if may_be_drawn:
            numbers, won = numbers[won], won[won]
        return prover.positions, numbers, np.where(won, _WON, _LOST)

    def table(self) -> Table:
        """Return the values as a table that is asked for states."""
        return Table(self.game, _Proved(self), 0.0)

    def write(self, path: Path) -> None:
        """Write all positions whose value is proved; raise `BadTable` if that is not possible.

        Where there are draws, only the positions that seat 0's side wins are written.
        """
        positions, numbers, values = self.settled()
        header = {"left_out": "", "gap": 0.0, "value": self._values_of_start(), "seconds": round(self.seconds, 1)}
        write_positions(path, positions, numbers, values, header)

    def _values_of_start(self) -> tuple[float, ...]:
        return Sides.of(self.game).payoffs(self.value(self.game.initial()))


class _Proved:
    """The values that proofs have found."""

    def __init__(self, solution: ProofSolution) -> None:
        self._solution = solution

    def value(self, state: State) -> float | None:
        """Return what seat 0 gets; None where that is not proved yet."""
        wins, draws = (prover.known(state) for prover in (self._solution.wins, self._solution.draws))
        if wins is not None and (wins or not self._solution._may_be_drawn()):
            return _WON if wins else _LOST
        return None if wins is None or draws is None else _DRAWN if draws else _LOST
