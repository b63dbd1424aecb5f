"""The bot that plays from a table of exact values, as `ludarium solve` writes it."""

from functools import cached_property
from pathlib import Path

from ludarium.core.game import Game, State
from ludarium.search.bot import ActionInfo, Bot, SearchInfo
from ludarium.solve.proof_solution import ProofSolution
from ludarium.solve.table import Table
from ludarium.solve.tablefile import ENDING, BadTable

_MEMORY = 2e9
"""Bytes that proofs beside the table may take."""


def is_table(spec: str) -> bool:
    """Return whether a spec names a table.

    >>> is_table("ludo2.table"), is_table("hard")
    (True, False)
    """
    return spec.strip().endswith(ENDING)


class TableBot(Bot):
    """Plays the first of the best actions by a table; as exact as the table, it never errs.

    A proof has no use for the positions after an error of the loser: there, the bot proves what to do.

    Raises `BadTable` if the file is not a table of the game with these options, or does not hold a position of a game
    with chance.
    """

    def __init__(self, game: Game, path: Path) -> None:
        self._path, self._table, self._game = path, Table.open(path, game), game

    @cached_property
    def _proofs(self) -> ProofSolution:
        """Proofs of positions that the table does not hold."""
        return ProofSolution.begin(self._game, _MEMORY, lambda count: None)

    def choose(self, state: State, seat: int) -> int:
        """Return the first of the best actions."""
        found = self._table.best_action(state, seat)
        if found is None:
            if self._game.max_chance_outcomes:
                raise BadTable(f"{self._path} holds no value for {state}")
            values = [self._proofs.value(state.play_unchecked(action)) for action in state.legal(seat)]
            best = self._table.best(seat, values)
            found = state.legal(seat)[values.index(best)], best if seat == 0 else 1 - best
        action, value = found
        payoffs = ((other, self._table.payoffs(state.play_unchecked(other))) for other in state.legal(seat))
        actions = tuple(ActionInfo(other, 0, expected[seat]) for other, expected in payoffs if expected)
        self.info = SearchInfo(value, len(actions), solved=True, actions=actions, state=state)
        return action
