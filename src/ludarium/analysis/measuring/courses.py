"""The course of the seats' expectations in games between equal players, turn by turn."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ludarium.analysis.measuring.traits import NOTHING_SEEN, Traits, Watch, is_turn
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE, Floats
from ludarium.core.payoffs import verdicts
from ludarium.core.rng import derive, generator
from ludarium.core.rolls import number_turns, turn_number
from ludarium.search.bot import Bot
from ludarium.search.learned import find_player
from ludarium.search.player import make_bot
from ludarium.search.playout import random_outcome

ANALYST = "mcts(simulations=200)"
"""The bot that values positions if a player reports no values."""
_SURE = 0.9
"""A seat whose expectation is above this, of payoffs between 0 and 1, has as good as won."""


@dataclass(frozen=True)
class Course:
    """The expectations of the seats of one game, before each turn with a choice, as parts of the range of payoffs.

    | field      | shape and type         | holds                                                           |
    | ---------- | ---------------------- | --------------------------------------------------------------- |
    | `values`   | (n, seats) float64     | what each seat could expect when it was last asked              |
    | `final`    | (seats,) float64       | the payoffs                                                     |
    | `won`      | bool                   | whether somebody has won                                        |
    | `first`    | int                    | the seat that chose first; -1 if several did                    |
    | `turns`    | int                    | turns, those without a choice among them                        |
    | `traits`   | `Traits`               | what else was seen: the board, points, the worth of actions     |
    """

    values: Floats
    final: Floats
    won: bool
    first: int
    turns: int
    traits: Traits = NOTHING_SEEN

    @property
    def leaders(self) -> list[int]:
        """The seat with the highest expectation before each turn; turns in which several seats lead are left out.

        >>> Course(np.array([[0.5, 0.5], [0.6, 0.4], [0.3, 0.7]]), np.array([0.0, 1.0]), True, 0, 3).leaders
        [0, 1]
        """
        best = self.values == self.values.max(axis=1, keepdims=True)
        return np.argmax(best[best.sum(axis=1) == 1], axis=1).tolist()  # type: ignore[no-any-return]  # NumPy says Any

    @property
    def lead_changes(self) -> int:
        """The number of times that the lead went from one seat to another.

        Ludii divides by the moves of the game, and counts ties and the first leader as changes.
        """
        leaders = self.leaders
        return sum(one != other for one, other in pairwise(leaders))

    @property
    def drama(self) -> float:
        """The winner's mean distance behind the leader over all turns: the root of the distance, after C. Browne.

        Ludii takes the distance itself. NaN without a winner.
        """
        return float(np.sqrt(self._behind).mean()) if len(self._behind) else math.nan

    @property
    def greatest_drama(self) -> float:
        """The root of how far the winner was behind in the worst turn; NaN without a winner.

        Ludii's maximum of drama is the distance itself.
        """
        return float(np.sqrt(self._behind.max())) if len(self._behind) else math.nan

    @property
    def killer(self) -> float:
        """The most that the later winner's expectation rose from one turn to the next; NaN without a winner.

        C. Browne calls such turns killer moves.
        """
        if not self.won or not len(self.values):
            return math.nan
        winner = int(self.final.argmax())
        return float(np.diff(np.append(self.values[:, winner], self.final[winner])).max())

    @property
    def stability(self) -> float:
        """The variance of what a seat could expect, on average over the seats; 0 if nothing ever changed.

        Ludii adds the variances of the seats.
        """
        return float(self.values.var(axis=0).mean()) if len(self.values) else math.nan

    @property
    def threshold(self) -> float:
        """The most that a seat which did not win could expect: the threshold of decisiveness, as in Ludii.

        NaN without a winner and a loser.
        """
        losers = self.final < self.final.max()
        return float(self.values[:, losers].max()) if self.won and len(self.values) and losers.any() else math.nan

    @property
    def decisiveness(self) -> float:
        """The part of the turns from the one at which a winner first is above the threshold; 0 if never.

        So Ludii describes its concept of the moves after the threshold. NaN without a winner and a loser.
        """
        if math.isnan(self.threshold):
            return math.nan
        best = self.values[:, self.final == self.final.max()].max(axis=1)
        above = np.flatnonzero(best > self.threshold)
        return float(1 - above[0] / len(self.values)) if len(above) else 0.0

    @property
    def _behind(self) -> Floats:
        """The winner's distance behind the leader before each turn; empty without a winner."""
        if not self.won:
            return np.zeros(0)
        return np.asarray(self.values.max(axis=1) - self.values[:, int(self.final.argmax())])

    def uncertainty(self, at: float) -> float:
        """Return how open the game was after this part of its turns: 1 if all seats were equal, 0 if one was sure."""
        if not len(self.values):
            return math.nan
        return _open(self.values[min(int(at * len(self.values)), len(self.values) - 1)])

    @property
    def mean_uncertainty(self) -> float:
        """How open the game was on average over all turns."""
        return float(np.mean([_open(values) for values in self.values])) if len(self.values) else math.nan

    @property
    def settled(self) -> float:
        """The part of the turns after which the winner was never again unsure; 1 if that was only at the end."""
        if not self.won or not len(self.values):
            return math.nan
        unsure = np.flatnonzero(self.values[:, int(self.final.argmax())] < _SURE)
        return float((unsure[-1] + 1) / len(self.values)) if len(unsure) else 0.0


def _open(values: Floats) -> float:
    return float((1 - values.max()) / (1 - values.mean())) if values.mean() < 1 else 0.0


def observe_game(
    game: Game, player: str, seed: int, seen: Callable[[State, tuple[int, ...]], object] = lambda state, step: None
) -> Course:
    """Play a game between equal players and return its course.

    The values are those that the players report; if they report none, those of the analyst. `seen` is called with every
    state in which seats choose, and what they choose.

    Raises what `make_bot` raises.
    """
    bots = [make_bot(player, game, derive(seed, seat), read=find_player) for seat in range(game.seats)]
    analysts = [make_bot(ANALYST, game, derive(seed, game.seats + seat)) for seat in range(game.seats)]
    dice, state = generator(seed), game.initial()
    now, rows, first = np.full(game.seats, 1 / max(2, game.seats)), [], -2
    begun: list[State] = []
    watch, before, step = Watch(game), state, tuple[int, ...]()
    while actors := state.actors:
        if not state.in_turn:
            begun.append(state)
        if is_turn(state):
            watch.turn(state)
        before = state
        if actors == (CHANCE,):
            step = (random_outcome(state, dice),)
            state = state.play_unchecked(*step)
            continue
        if first == -2:
            first = actors[0] if len(actors) == 1 else -1
        for seat in actors:
            watch.choice(state, seat)
        step = tuple(bots[seat].choose(state, seat) for seat in actors)
        seen(state, step)
        if not state.in_turn:
            now = _known(now, game, {seat: _value(bots[seat], analysts[seat], state, seat) for seat in actors})
            rows.append(now)
        state = state.play_unchecked(*step)
    watch.turn(state)
    payoffs = state.payoffs
    assert payoffs is not None
    final = np.array([payoffs])
    won = bool((verdicts(final, game.teams, game.payoff_range) == 1).any())
    parts = np.array(game.payoff_range.parts(payoffs))
    turns = turn_number(number_turns(begun, ["played"] * len(begun)), len(begun))
    return Course(np.array(rows).reshape(-1, game.seats), parts, won, first, turns, watch.traits(before, step))


def _value(bot: Bot, analyst: Bot, state: State, seat: int) -> float:
    """Return what a seat can expect, as a part of the range of payoffs."""
    info = bot.info
    if info is None:
        analyst.choose(state, seat)
        info = analyst.info
    assert info is not None  # the analyst searches
    [part] = state.game.payoff_range.parts((info.value,))
    return part


def _known(values: Floats, game: Game, known: Mapping[int, float]) -> Floats:
    """Return the expectations after those of some seats are known.

    Of two rivals the other has the rest; if both say what they expect at once, each counts a half.
    """
    values = values.copy()
    for seat, value in known.items():
        values[seat] = min(max(value, 0.0), 1.0)
    if game.seats == 2 and game.payoff_range.total is not None:
        rests = [1 - values[1 - seat] for seat in (0, 1)]
        for seat, rest in enumerate(rests):
            values[seat] = (values[seat] + rest) / 2 if len(known) == 2 else values[seat] if seat in known else rest
    return values
