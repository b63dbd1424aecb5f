"""Players of Vortex: one that hunts, and the source's own, which counts points."""

from collections.abc import Sequence

from ludarium.core.game import Game
from ludarium.core.rng import generator
from ludarium.core.state import State
from ludarium.games.vortex.rules import bumped
from ludarium.search.bot import BotKind, Thought


class Hunter:
    """Moves the token that bumps a rival, or else the one that gets furthest; of several that bump, the furthest."""

    thought: Thought | None = None

    def __init__(self, game: Game, seed: int) -> None:
        self._tables = game.tables

    def choose(self, state: State, seat: int) -> int:
        """The token to move."""
        v = state.vector
        return max(state.legal(seat), key=lambda cell: (bumped(self._tables, v, seat, cell) is not None, cell))


class Counter:
    """Plays the source's algorithm: the move after which its score is furthest ahead of the sum of the others'."""

    thought: Thought | None = None

    def __init__(self, game: Game, seed: int) -> None:
        self._dice = generator(seed)

    def choose(self, state: State, seat: int) -> int:
        """The token to move; of several that are as good, any."""
        gains = {cell: lead(state.play_unchecked(cell).scores, seat) for cell in state.legal(seat)}
        best = [cell for cell, gain in gains.items() if gain == max(gains.values())]
        return best[int(self._dice.integers(len(best)))]


def lead(scores: Sequence[float], seat: int) -> float:
    """A seat's score less all the others'.

    >>> lead((90, 70, 40), 0)
    -20
    """
    return 2 * scores[seat] - sum(scores)


BOTS = {
    "hunter": BotKind(Hunter, "bumps if it can, and else moves its foremost token"),
    "counter": BotKind(Counter, "counts points and risks as the source does, one move ahead"),
}
LEVELS = {"easy": "random", "medium": "hunter", "hard": "counter", "champion": "mcts(playouts=20000)"}
