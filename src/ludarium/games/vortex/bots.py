"""Players of Vortex: one that hunts, and the source's own, which counts points; and the game as a race, for others."""

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from ludarium.core.game import Game, State
from ludarium.core.rng import generator
from ludarium.games.vortex.kernel import AHEAD, DIE, EACH, FIRST, LAST, SEEN, SHELTER, TOKENS, TURNS, WIDTH
from ludarium.games.vortex.rules import bumped
from ludarium.search.bot import BotKind, SearchInfo
from ludarium.search.race import Race
from ludarium.search.race_evaluation import RaceLayout, race_evaluation


class Hunter:
    """Moves the token that bumps a rival, or else the one that gets furthest; of several that bump, the furthest."""

    info: SearchInfo | None = None

    def __init__(self, game: Game, seed: int) -> None:
        self._tables = game.tables

    def choose(self, state: State, seat: int) -> int:
        """The token to move."""
        v = state.vector
        return max(state.legal(seat), key=lambda cell: (bumped(self._tables, v, seat, cell) is not None, cell))


class Counter:
    """Plays the source's algorithm: the move after which its score is furthest ahead of the sum of the others'."""

    info: SearchInfo | None = None

    def __init__(self, game: Game, seed: int) -> None:
        self._dice = generator(seed)

    def choose(self, state: State, seat: int) -> int:
        """The token to move; of several that are as good, any."""
        gains = {cell: lead(state.play_unchecked(cell).points, seat) for cell in state.legal(seat)}
        best = [cell for cell, gain in gains.items() if gain == max(gains.values())]
        return best[int(self._dice.integers(len(best)))]


def lead(scores: Sequence[float], seat: int) -> float:
    """A seat's score less all the others'.

    >>> lead((90, 70, 40), 0)
    -20
    """
    return 2 * scores[seat] - sum(scores)


def track(game: Game) -> RaceLayout:
    """The game as a race by dice: its places are the cells of a path, from the start to the centre."""
    t, seats = game.tables, game.seats
    cells = np.arange(t[LAST] + 1)
    steps = (cells[:, None] + np.arange(1, t[DIE] + 1)).astype(np.int32)
    steps[(steps > t[LAST]) | (cells[:, None] == t[LAST])] = -1
    meets = np.full((seats, seats, len(cells)), -1, np.int32)
    for seat, rival in permutations(range(seats), 2):
        seen = SEEN + WIDTH * t[AHEAD + 4 * seat + rival]
        meets[seat, rival] = np.where(t[SHELTER + cells], -1, t[seen + cells])
    race = Race(int(t[EACH]), steps, meets, alone=True, even=True, order=-1)
    return RaceLayout(race, TOKENS, FIRST, TURNS, cells)


evaluate = race_evaluation(track)
"""What a position is worth: exactly where the tokens on their way are few, else by the turns still needed."""
BOTS = {
    "hunter": BotKind(Hunter, "bumps if it can, and else moves its foremost token"),
    "counter": BotKind(Counter, "counts points and risks as the source does, one move ahead"),
}
LEVELS = {"easy": "random", "medium": "hunter", "hard": "counter", "champion": "expectimax(depth=4)"}
