"""Alpha-beta search, which is expectimax where there is chance: the bot around the compiled search."""

import math

import numpy as np

from ludarium.core.cached import cached_property
from ludarium.core.errors import InvalidOption
from ludarium.core.first_turn import first_turn
from ludarium.core.game import Game, State
from ludarium.core.kernel import Vector
from ludarium.core.payoffs import LEAST, SPAN
from ludarium.core.rng import generator
from ludarium.core.spec import Option
from ludarium.search import minimax
from ludarium.search.bot import SECONDS, BotKind, SearchBot, SearchInfo, format_pv
from ludarium.search.evaluators import EVALUATE, find_evaluator, has_evaluation
from ludarium.search.learned import Learned
from ludarium.search.network import Evaluator

_UNLIMITED = 2**62
_ENTRY_BYTES = 40
_MEGABYTES = 64


class AlphaBetaBot(SearchBot):
    """Alpha-beta with iterative deepening; at chance the value is the mean (expectimax with Star1 and Star2).

    Leaves have the value that the game's evaluation gives; if the game has none, only the end of a game counts. With
    more than two seats it supposes that all others play against it, except the seats of its own team. `nodes` and
    `seconds` limit a whole turn, however many actions it has.
    With `depth` or `nodes` the same seed gives the same play.

    >>> import ludarium
    >>> state = ludarium.load("orion").initial()
    >>> bot = AlphaBetaBot(state.game, seed=1, depth=2)
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
        memory: int = _MEGABYTES,
        evaluate: str | Learned = "default",
    ) -> None:
        if len(first_turn(game).actors) > 1:
            raise InvalidOption(f"{game.name} has simultaneous turns, which alphabeta cannot play; mcts can")
        if game.payoff_range.total is None and len(set(game.teams)) > 1:
            raise InvalidOption(
                f"in {game.name} one seat's gain is not the loss of the others, as alphabeta supposes; mcts can play it"
            )
        has_evaluation(game, evaluate)
        self._evaluate = evaluate
        super().__init__(game, nodes, math.inf if depth else seconds)
        self._depth = depth or minimax.DEEPEST
        places = 1 << int(memory * 1e6 / _ENTRY_BYTES).bit_length() - 1
        self._entries, self._values = np.zeros((places, 4), np.int64), np.zeros(places)
        self._rng = generator(seed)
        self._history = np.zeros((game.seats, game.num_ids))
        self._scale = game.payoff_range.scale(game.seats)

    def choose(self, state: State, seat: int) -> int:
        """Return the action with the best value."""
        counters = np.zeros(8, np.int64)
        self._history = self._history / 2 + self._rng.random(self._history.shape)  # random numbers break ties
        value = self._search(state, seat, counters)
        action = int(counters[minimax.CHOICE])
        self._budget.turn_continues_at(state.play_unchecked(action))
        chosen = {state.data: action}
        pv = format_pv(state, lambda here: chosen.get(here.data, self._table_action(here, seat)))
        value = value * self._scale[SPAN] + self._scale[LEAST]
        self.info = SearchInfo(float(value), int(counters[minimax.NODES]), pv, bool(counters[minimax.SOLVED]))
        return action

    def _search(self, state: State, seat: int, counters: Vector) -> float:
        """Return the scaled value of the choice that the search leaves in the counters.

        The search is cut into slices, between which others may search; this does not change its result.
        """
        (evaluator, tables), game = self._evaluator, self._game
        memory = minimax.Memory(self._entries, self._values, self._history, counters)
        goal = minimax.Goal(seat, self._team(seat), self._scale)
        stack = minimax.new_stack(len(state.vector), game.num_ids, game.seats)
        nodes, seconds = self._budget.allocate(state, seat, self.time_limit)
        most, value = max(1, int(min(nodes, _UNLIMITED))), 0.0
        for count in self._slices(most, seconds):
            counters[minimax.LIMIT] += count
            counters[minimax.STOP] = 0
            value = minimax.deepen(game.kernel, evaluator, tables, state.vector, memory, goal, stack, self._depth)
            if not 0 < counters[minimax.STOP] < most:
                break
        return value

    @cached_property
    def _evaluator(self) -> tuple[Evaluator, Vector]:
        """The evaluator and its tables; made at the first choice, because tables may take seconds to compute."""
        return find_evaluator(self._game, self._evaluate)

    def trim(self) -> int:
        """Return the bytes of the transposition table, which stays."""
        return self._entries.nbytes + self._values.nbytes

    def _team(self, seat: int) -> int:
        """Return the seats that play for a seat, itself included, as bits like those of a kernel's `actors`."""
        teams = self._game.teams
        return sum(2 << other for other in range(len(teams)) if teams[other] == teams[seat])

    def _table_action(self, state: State, maximizer: int) -> int | None:
        """Return the best action in a state by the transposition table, None if it knows none."""
        action = int(minimax.table_action(self._entries, state.vector, maximizer))
        return action if action in state.legal() else None


ALPHABETA = BotKind(
    AlphaBetaBot,
    "Alpha-beta search, and expectimax where there are dice; for games without simultaneous turns.",
    (
        SECONDS,
        Option("nodes", 0, range(10**12), "Number of positions a turn; 0: limited by time."),
        Option(
            "depth",
            0,
            range(minimax.DEEPEST + 1),
            "Number of actions of seats to look ahead, of which a turn may have several; rolls do not count; "
            "0: limited by time.",
        ),
        Option("memory", _MEGABYTES, range(1, 10**5), "Megabytes for the transposition table."),
        EVALUATE,
    ),
)
"""The kind of the bots `alphabeta` and `expectimax`."""
