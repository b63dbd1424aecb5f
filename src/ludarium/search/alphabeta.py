"""Players that look at every line of play for so many steps: alpha-beta, and with dice expectimax."""

import math
from functools import partial
from threading import Timer

import numpy as np

from ludarium.core.errors import InvalidOption
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import generator
from ludarium.core.spec import Option
from ludarium.search import minimax
from ludarium.search.bot import SECONDS, BotKind, Search, SearchInfo, tell

_NO_LIMIT = 2**62
_ENTRY = 40
"""Bytes."""
_MEMORY = 64


class AlphaBeta(Search):
    """Looks deeper and deeper, a step at a time, and leaves out what cannot matter; chance is weighed by its odds.

    At the end of a line stands the game's evaluation; without one only the end of the game counts, and everything else
    is even. With more than two seats it expects the others to be all against it. With `depth` or `nodes` the same seed
    gives the same play. `nodes` and `seconds` are for a whole turn, however many actions it takes.

    >>> import ludarium
    >>> state = ludarium.load("orion").initial()
    >>> bot = AlphaBeta(state.game, seed=1, depth=2)
    >>> state.action_name(bot.choose(state, 0)) in {state.action_name(action) for action in state.legal()}
    True
    """

    def __init__(
        self,
        game: Game,
        seed: int,
        *,
        seconds: float = 1.0,
        nodes: int = 0,
        depth: int = 0,
        memory: int = _MEMORY,
    ) -> None:
        state = game.initial()
        while state.actors == (CHANCE,):
            state = state.play_unchecked(state.legal()[0])
        if len(state.actors) > 1:
            raise InvalidOption(f"in {game.name} several choose at once, which this player cannot foresee; mcts can")
        super().__init__(game, nodes, math.inf if depth else seconds)
        self._depth = depth or minimax.DEEPEST
        places = 1 << int(memory * 1e6 / _ENTRY).bit_length() - 1
        self._entries, self._worths = np.zeros((places, 4), np.int64), np.zeros(places)
        self._dice = generator(seed)
        self._wishes = np.zeros((game.seats, game.num_actions))

    def choose(self, state: State, seat: int) -> int:
        """The best action, as far as it can see."""
        evaluate, tables = self._informed
        game, counts = self._game, np.zeros(8, np.int64)
        nodes, seconds = self._purse.spend(state, seat, self.within)
        counts[minimax.LIMIT] = max(1, int(min(nodes, _NO_LIMIT)))
        self._wishes = self._wishes / 2 + self._dice.random(self._wishes.shape)  # so chance decides between equals
        alarm = Timer(seconds, partial(counts.__setitem__, minimax.STOP, 1))
        alarm.daemon = True  # who interrupts the search does not wait for it
        if seconds < math.inf:
            alarm.start()
        worth = minimax.deepen(
            *game.kernel, evaluate, tables, state.vector, self._entries, self._worths, self._wishes,
            counts, seat, game.num_actions, self._depth,
        )  # fmt: skip
        alarm.cancel()
        action = int(counts[minimax.CHOICE])
        self._purse.goes_on(state.play_unchecked(action))
        chosen = {state.data: action}
        line = tell(state, lambda here: chosen.get(here.data, self._known(here, seat)))
        self.info = SearchInfo(float(worth), int(counts[minimax.NODES]), line, bool(counts[minimax.PROVED]))
        return action

    def _known(self, state: State, maximizer: int) -> int | None:
        """What the table holds for the best action of a position."""
        action = int(minimax.recall(self._entries, state.vector, maximizer))
        return action if action in state.legal() else None


ALPHABETA = BotKind(
    AlphaBeta,
    "looks at every line of play, deeper and deeper, and weighs dice by their odds",
    (
        SECONDS,
        Option("nodes", 0, range(10**12), "how many positions it looks at for a turn, whatever the time; 0: by time"),
        Option(
            "depth", 0, range(minimax.DEEPEST + 1), "how many actions it looks ahead, whatever the time; 0: by time"
        ),
        Option("memory", _MEMORY, range(1, 10**5), "megabytes for what it has found"),
    ),
)
"""Where there are dice people call it expectimax."""
