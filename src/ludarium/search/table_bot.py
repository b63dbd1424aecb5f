"""The bot that plays from a table of exact values, as `ludarium solve` writes it."""

import math

from ludarium.core.cached import cached_property
from ludarium.core.game import State
from ludarium.search.bot import ActionInfo, Bot, BotKind, SearchInfo
from ludarium.solve.installed import require_table
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

    What the table does not tell, the bot `beyond` chooses. Without one a game without chance is proved, since a proof
    has no use for the positions after an error of the loser; in a game with chance `choose` raises `BadTable`.
    """

    def __init__(self, table: Table, beyond: Bot | None = None) -> None:
        self._table, self._beyond = table, beyond

    @cached_property
    def _proofs(self) -> ProofSolution:
        """Proofs of positions that the table does not hold."""
        return ProofSolution.begin(self._table.game, _MEMORY, lambda count: None)

    def choose(self, state: State, seat: int) -> int:
        """Return the first of the best actions."""
        found = self._table.best_action(state, seat)
        if found is None or math.isnan(found[1]):
            if self._beyond:
                return self._ask(self._beyond, state, seat)
            found = self._prove(state, seat)
        action, value = found
        payoffs = ((other, self._table.payoffs(state.play_unchecked(other))) for other in state.legal(seat))
        actions = tuple(ActionInfo(other, 0, expected[seat]) for other, expected in payoffs if expected)
        solved, gap = self._table.is_proved, self._table.gap
        self.info = SearchInfo(value, len(actions), solved=solved, actions=actions, state=state, gap=gap)
        return action

    def _ask(self, beyond: Bot, state: State, seat: int) -> int:
        """Return the action of the fallback bot, for positions that the table does not have."""
        beyond.time_limit, beyond.clock = self.time_limit, self.clock
        beyond.threads, beyond.give_way = self.threads, self.give_way
        action = beyond.choose(state, seat)
        self.info = beyond.info
        return action

    def _prove(self, state: State, seat: int) -> tuple[int, float]:
        """Return the first of the best actions and its payoff, by a proof."""
        game = self._table.game
        if game.max_chance_outcomes:
            raise BadTable(f"the table of {game.spec} holds no value for {state}")
        values = [self._proofs.value(state.play_unchecked(action)) for action in state.legal(seat)]
        best = self._table.best(seat, values)
        return state.legal(seat)[values.index(best)], best if seat == 0 else 1 - best


TABLE = BotKind(
    lambda game, seed: TableBot(require_table(game)), "Plays by an installed table of exact values, and never errs."
)
