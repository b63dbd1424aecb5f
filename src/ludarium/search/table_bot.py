"""The bot that plays from a table of exact values, as `ludarium solve` writes it."""

from pathlib import Path

from ludarium.core.game import Game, State
from ludarium.search.bot import ActionInfo, Bot, SearchInfo
from ludarium.solve.table import Table
from ludarium.solve.tablefile import ENDING, BadTable


def is_table(spec: str) -> bool:
    """Return whether a spec names a table.

    >>> is_table("ludo2.table"), is_table("hard")
    (True, False)
    """
    return spec.strip().endswith(ENDING)


class TableBot(Bot):
    """Plays the first of the best actions by a table; as exact as the table, it never errs.

    Raises `BadTable` if the file is not a table of the game with these options, or does not hold a position.
    """

    def __init__(self, game: Game, path: Path) -> None:
        self._path, self._table = path, Table.open(path, game)

    def choose(self, state: State, seat: int) -> int:
        """Return the first of the best actions."""
        found = self._table.best_action(state, seat)
        if found is None:
            raise BadTable(f"{self._path} holds no value for {state}")
        action, value = found
        payoffs = ((other, self._table.payoffs(state.play_unchecked(other))) for other in state.legal(seat))
        actions = tuple(ActionInfo(other, 0, expected[seat]) for other, expected in payoffs if expected)
        self.info = SearchInfo(value, len(actions), solved=True, actions=actions, state=state)
        return action
