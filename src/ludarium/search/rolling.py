"""The bot for long games with simultaneous turns: it improves plans of every seat from turn to turn."""

from __future__ import annotations

from itertools import product
from math import prod

import numpy as np

from ludarium.core.errors import InvalidOption
from ludarium.core.game import Game, State
from ludarium.core.kernel import INTS, Vector, compiled, types
from ludarium.core.payoffs import LEAST, SPAN
from ludarium.core.rng import generator
from ludarium.core.spec import Option
from ludarium.search.bot import SECONDS, BotKind, SearchBot, SearchInfo
from ludarium.search.evaluators import EVALUATE, find_evaluator, has_evaluation
from ludarium.search.learned import Learned
from ludarium.search.plans import Effort, begin_plans, new_plans, search_plans, shift_plans
from ludarium.search.playout import new_scratch

_MEMORY = 400
"""Steps of every seat that the bot remembers."""
_FORGET = 0.2
"""How fast it forgets whether its predictions have held."""
_COMBINATIONS = 256
"""Combinations that it looks at, at most: of plans with more than two seats, of actions to find out what was done."""
_UNLIKELY = 0.25
"""Actions less likely than this part of the likeliest one are not played: the strategies are means of a search."""
_UNLIMITED = 2**62


@compiled(types.void(INTS, types.int64, INTS))
def predict(past: Vector, known: int, out: Vector) -> None:
    """Fill in the next actions of a seat: those that followed when it last acted as it just did, or the same again.

    `known` of the past actions are known, the last one at the end of these.

    >>> out = np.zeros(4, np.int64)
    >>> predict(np.array([0, 0, 1, 0, 0, 1, 0]), 7, out)
    >>> out.tolist()
    [0, 1, 0, 0]
    """
    best, period = 0, 1
    for back in range(1, known):
        same = 0
        while same + back < known and past[known - 1 - same] == past[known - 1 - same - back]:
            same += 1
        if same > best + back // 2:
            best, period = same, back
    for i in range(len(out)):
        out[i] = past[known - period + i % period] if known else 0


class Rolling(SearchBot):
    """Improves its plans for the coming steps, and those that it expects of the others, and plays the best one's first.

    `horizon` is the number of steps of a plan, `plans` how many it has itself and `replies` how many each other seat.
    An other seat's first plan is what it does if it goes on as before; the more often this has held lately, the more
    the bot trusts it, and otherwise it draws from an equilibrium of all plans.
    """

    def __init__(
        self, game: Game, seed: int, *, simulations: int = 96, seconds: float = 1.0, horizon: int = 40,
        plans: int = 16, replies: int = 3, evaluate: str | Learned = "default",
    ) -> None:  # fmt: skip
        if not has_evaluation(game, evaluate):
            raise InvalidOption(f"{game.name} has no evaluation, and a rolling bot needs one")
        super().__init__(game, simulations, seconds)
        while replies > 1 and plans * replies ** (game.seats - 1) > _COMBINATIONS:
            replies -= 1
        self._sizes, self._horizon, self._rng = (plans, replies), min(horizon, game.max_steps), generator(seed)
        self._evaluator, self._tables = find_evaluator(game, evaluate)
        self._scratch = new_scratch(game.num_ids, game.seats)
        self._past, self._known = np.zeros((game.seats, _MEMORY), np.int64), 0
        self._seat, self._last, self._action, self._held = -1, game.initial(), 0, 0.5

    def choose(self, state: State, seat: int) -> int:
        """Return the first action of a plan, drawn by the strategy that the search has found."""
        game, actions = self._game, self._actions_since(state, seat)
        if seat != self._seat:
            sizes = [self._sizes[other != seat] for other in range(game.seats)]
            self._plans, self._table = new_plans(sizes, self._horizon)
            begin_plans(self._plans, self._table, game.num_actions, self._rng)
            self._seat = seat
        else:
            self._remember(actions)
            shift_plans(self._plans, self._table, 1, game.num_actions, self._rng)
        for other in range(game.seats):
            if other != seat and self._known:
                predict(self._past[other], self._known, self._plans.lines[other, 0])
        played = self._search(state, seat)
        self._last, self._action = state, self._draw(state, seat)
        value = float((self._table.mean[seat] * self._plans.values[seat]).sum())  # `@` differs by processor
        scale = game.payoff_range.scale(game.seats)
        self.info = SearchInfo(value * float(scale[SPAN]) + float(scale[LEAST]), played)
        return self._action

    def _search(self, state: State, seat: int) -> int:
        """Improve the plans; return how many combinations have been played."""
        game, size, played = self._game, len(self._table.payoffs), 0
        simulations, seconds = self._budget.allocate(state, seat, self.time_limit)
        trust = max(0.0, 2 * self._held - 1) if self._known else 0.0
        for rounds in self._slices(max(1, int(min(simulations, _UNLIMITED)) // size), seconds, first=1):
            search_plans(
                game.kernel, self._evaluator, self._tables, state.vector, self._plans, self._table,
                Effort(rounds, game.num_actions, seat + 1, trust), self._scratch, self._rng,
            )  # fmt: skip
            played += rounds * size
        return played

    def _draw(self, state: State, seat: int) -> int:
        """Return an action, drawn by the strategy without what is much less likely than the likeliest action."""
        legal, likely = state.legal(seat), np.zeros(self._game.num_ids)
        for line, part in zip(self._plans.lines[seat], self._table.mean[seat], strict=True):
            number = int(line[0])
            likely[number if number in legal else legal[number % len(legal)]] += part
        likely[likely < likely.max() * _UNLIKELY] = 0.0
        return int(self._rng.choice(len(likely), p=likely / likely.sum()))

    def _actions_since(self, state: State, seat: int) -> dict[int, int] | None:
        """Return what every seat has done in the step since the last choice; None if it is not known."""
        last = self._last
        if seat != self._seat or seat not in last.actors:
            return None
        choices = [(self._action,) if actor == seat else last.legal(actor) for actor in last.actors]
        if prod(map(len, choices)) <= _COMBINATIONS:
            for actions in product(*choices):
                if last.play_unchecked(*actions) == state:
                    return dict(zip(last.actors, actions, strict=True))
        return None

    def _remember(self, actions: dict[int, int] | None) -> None:
        """Remember the actions of a step, and whether they had been predicted."""
        if actions is None:
            self._known, self._held = 0, 0.5
            return
        others = [actor for actor in actions if actor != self._seat]
        if self._known and others:
            held = np.mean([self._plans.lines[other, 0, 0] == actions[other] for other in others])
            self._held += _FORGET * (float(held) - self._held)
        if self._known == _MEMORY:
            self._known = _MEMORY // 2
            self._past[:, : self._known] = self._past[:, -self._known :]
        for actor, action in actions.items():
            self._past[actor, self._known] = action
        self._known += 1


ROLLING = BotKind(
    Rolling,
    "Plans of every seat, improved from turn to turn; for long games with simultaneous turns.",
    (
        SECONDS,
        Option("simulations", 96, range(10**9), "Combinations of plans that it plays a turn; 0: limited by time."),
        Option("horizon", 40, range(1, 1001), "Steps of a plan."),
        Option("plans", 16, range(2, 257), "Plans of its own."),
        Option("replies", 3, range(1, 17), "Plans of each other seat."),
        EVALUATE,
    ),
)
"""The kind of the bot `rolling`."""
