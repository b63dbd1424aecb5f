"""Plans of simultaneous games: improved against each other, and against what another seat is predicted to do."""

import time
from itertools import count

import numpy as np
import pytest

from ludarium.core.errors import InvalidOption, LudariumError
from ludarium.core.game import Game
from ludarium.core.kernel import EVALUATE, Floats, Vector, rule
from ludarium.core.rng import generator
from ludarium.learn.learner import Learner
from ludarium.learn.method import Method
from ludarium.search.bot import Bot
from ludarium.search.evaluators import plain_evaluator
from ludarium.search.learned import Learned
from ludarium.search.plans import Effort, begin_plans, new_plans, search_plans, shift_plans
from ludarium.search.player import make_bot
from ludarium.search.playout import new_scratch
from ludarium.search.rolling import Rolling, predict
from tests.tiny import BIDS, PENNIES, STONES
from tests.tiny.pennies import game as pennies

LONG = pennies(rounds=25)


@rule(EVALUATE)
def even(t: Vector, v: Vector, out: Floats) -> int:
    """The further ahead, the more."""
    out[0] = 0.5 + 0.02 * (v[1] - v[2])
    out[1] = 1.0 - out[0]
    return 0


def untaught(game: Game) -> Learned:
    """Return a player that has learnt nothing: what it knows, it finds out by search."""
    return Learner(game, Method(first=4, second=4)).player()


def play(game: Game, bots: list[Bot]) -> float:
    """Return the payoff of seat 0."""
    state = game.initial()
    while state.actors:
        state = state.play(*(bots[seat].choose(state, seat) for seat in state.actors))
    assert state.payoffs is not None
    return state.payoffs[0]


@pytest.mark.parametrize(
    ("past", "expected"),
    [([0, 1, 1, 2] * 5, [0, 1, 1, 2, 0, 1, 1, 2, 0]), ([], [0] * 9), ([3], [3] * 9), ([0, 1, 2], [2] * 9)],
)
def test_repeated_actions_are_predicted(past: list[int], expected: list[int]) -> None:
    out = np.ones(9, np.int64)
    predict(np.array(past, np.int64), len(past), out)
    assert out.tolist() == expected


class Repeating(Bot):
    """Plays the same actions over and over."""

    def __init__(self, *actions: int) -> None:
        self._actions, self._turn = actions, 0

    def choose(self, state: object, seat: int) -> int:
        self._turn += 1
        return self._actions[(self._turn - 1) % len(self._actions)]


@pytest.mark.parametrize("actions", [(0,), (1, 0), (0, 0, 1)])
def test_who_repeats_a_pattern_is_seen_through(actions: tuple[int, ...]) -> None:
    player = untaught(LONG)
    won = [play(LONG, [Rolling(LONG, seed, evaluate=player), Repeating(*actions)]) for seed in range(6)]
    assert sum(won) >= 5


def test_nobody_who_repeats_nothing_is_trusted() -> None:
    player, rng = untaught(PENNIES), generator(5)
    bot, state, shown = Rolling(PENNIES, 1, evaluate=player), PENNIES.initial(), list[int]()
    for _ in range(120):
        action = bot.choose(state, 0)
        shown.append(action)
        state = state.play(action, int(rng.integers(2)))
        state = state if state.actors else PENNIES.initial()
    assert 30 < sum(shown) < 90  # heads as often as tails, more or less: nobody can tell


def test_a_plan_whose_actions_are_not_all_legal_plays_legal_ones() -> None:
    player = untaught(BIDS)
    for seed in range(10):
        play(
            BIDS, [Rolling(BIDS, seed, evaluate=player), make_bot("random", BIDS, seed)]
        )  # raises for a card bid twice


def test_the_same_seed_gives_the_same_play_and_a_clock_stops_it() -> None:
    player = untaught(BIDS)
    one, again = (Rolling(BIDS, 3, evaluate=player) for _ in range(2))
    state = BIDS.initial()
    while state.actors:
        actions = [one.choose(state, 0), again.choose(state, 0)]
        assert actions[0] == actions[1]
        state = state.play(actions[0], state.legal(1)[0])
    hurried = Rolling(BIDS, 3, simulations=10**8, evaluate=player)
    hurried.time_limit = 0.001
    hurried.choose(BIDS.initial(), 0)
    assert hurried.info is not None
    assert hurried.info.visits < 10**7


def test_more_rounds_find_better_plans_against_what_is_expected() -> None:
    values, predicted = list[float](), generator(1).integers(2, size=LONG.max_steps)
    for rounds in (1, 40):
        plans, table = new_plans([4, 1], LONG.max_steps)
        rng = generator(1)
        begin_plans(plans, table, 2, rng)
        plans.lines[1, 0] = predicted
        search_plans(
            LONG.kernel, plain_evaluator(LONG, even), LONG.tables, LONG.setup.start, plans, table,
            Effort(rounds, 2, 1, 1.0), new_scratch(2, 2), rng,
        )  # fmt: skip
        values.append(plans.values[0].max())
        assert (plans.lines[1, 0] == predicted).all()  # what is predicted is not varied
    assert values[1] > values[0] + 0.03


def test_a_step_is_dropped_from_every_plan() -> None:
    plans, table = new_plans([3, 2], 6)
    begin_plans(plans, table, 5, generator(1))
    before = plans.lines.copy()
    shift_plans(plans, table, 2, 5, generator(2))
    assert (plans.lines[0, :, :4] == before[0, :, 2:]).all()
    assert (plans.lines[1, :2, :4] == before[1, :2, 2:]).all()
    assert ((plans.lines >= 0) & (plans.lines < 5)).all()


def test_it_needs_an_evaluation_and_knows_its_options() -> None:
    with pytest.raises(InvalidOption, match="stones has no evaluation, and a rolling bot needs one"):
        Rolling(STONES, 1)
    with pytest.raises(LudariumError, match="plans"):
        make_bot("rolling(plans=1)", BIDS, 1, learned=untaught(BIDS))


def test_a_take_back_or_another_match_leaves_nothing_predicted() -> None:
    bot, start = Rolling(LONG, 1, evaluate=untaught(LONG)), LONG.initial()
    state = start
    for _ in range(3):
        state = state.play(bot.choose(state, 0), 1)
    bot.choose(state, 0)
    assert bot._known == 3
    bot.choose(start, 0)
    assert bot._known == 0
    assert np.isclose(bot._table.mean[0].sum(), 1.0)


@pytest.mark.parametrize("pace", [1e-6, 1.0])
def test_how_much_is_played_does_not_depend_on_the_speed(pace: float, monkeypatch: pytest.MonkeyPatch) -> None:
    moments = count(0.0, pace)
    monkeypatch.setattr(time, "perf_counter", lambda: next(moments))
    bot = Rolling(PENNIES, 1, simulations=250, evaluate=untaught(PENNIES))
    bot.choose(PENNIES.initial(), 0)
    assert bot.info is not None
    assert bot.info.visits == 240  # whole rounds of 48 combinations
