"""The bot for simultaneous turns: it draws its action from an equilibrium one turn ahead."""

import numpy as np

from ludarium.core.game import Game, State
from ludarium.core.payoffs import LEAST, SPAN
from ludarium.search.bot import BotKind, SearchInfo
from ludarium.search.evaluators import EVALUATE
from ludarium.search.greedy import Greedy
from ludarium.search.learned import Learned
from ludarium.search.matrix import find_strategy, new_table


class Equilibrium(Greedy):
    """Plays the turn with the best evaluation; in a simultaneous turn it draws from an equilibrium.

    All combinations of the seats' choices are valued, and regret matching finds how likely each choice should be.
    Where there are more than 4096 combinations, the action is random.

    >>> import ludarium
    >>> state = ludarium.load("grid").initial()
    >>> state.action_name(Equilibrium(state.game, seed=1).choose(state, 0), 0) in {"n", "e", "s", "w"}
    True
    """

    def __init__(self, game: Game, seed: int, *, evaluate: str | Learned = "default") -> None:
        super().__init__(game, seed, evaluate=evaluate)
        self._table = new_table(game.seats, game.num_ids)

    def _choose_among_others(self, state: State, seat: int) -> int:
        """Return an action of the seat, drawn from its strategy."""
        game, legal = self._game, state.legal(seat)
        likely, scale = np.zeros(game.num_ids), game.payoff_range.scale(game.seats)
        expected = find_strategy(
            game.kernel, self._evaluator, self._tables, state.vector, seat, self._table, game.num_ids, likely
        )
        if expected >= 0:
            value = float(expected * scale[SPAN] + scale[LEAST])
            self.info = SearchInfo(value, int(np.prod(self._table.counts)))
        parts = likely[: len(legal)]
        return legal[int(self._rng.choice(len(legal), p=parts / parts.sum()))]


EQUILIBRIUM = BotKind(
    Equilibrium,
    "Like greedy, but in a simultaneous turn drawn from an equilibrium of the evaluations after it.",
    (EVALUATE,),
)
"""The kind of the bot `equilibrium`."""
