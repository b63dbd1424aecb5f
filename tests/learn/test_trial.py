"""The trial of a learnt player: which one meets the usual search, with which search, and what their games say."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest

import ludarium
from ludarium.core.game import Game
from ludarium.core.rng import generator
from ludarium.learn import luck as luck_module
from ludarium.learn import meeting as meeting_module
from ludarium.learn.duel import Rival
from ludarium.learn.learner import Learner
from ludarium.learn.luck import Luck
from ludarium.learn.meeting import Meeting, Side, even_share
from ludarium.learn.method import Method
from ludarium.learn.trial import LEAST_GAMES, choose, decide, suited_bot, tune
from ludarium.learn.trial_score import TrialScore
from ludarium.search.learned import Learned
from tests.tiny import GAMMON, STONES, VAULT

MEETING = Meeting(STONES, 1)
HIT = 1
"""The action in gammon after which a coin is tossed."""


def constant(side: Side) -> float:
    """Return the exploration constant of a player."""
    return float(side.spec.partition("explore=")[2].partition(",")[0])


@pytest.fixture(scope="module")
def player() -> Learned:
    """A player that has learnt nothing yet."""
    return Learner(STONES, Method(first=8, second=4)).player()


@pytest.fixture
def results(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Side, Side, int], float]], None]:
    """A function that says what a player gets in every game of a round."""

    def say(points: Callable[[Side, Side, int], float]) -> None:
        monkeypatch.setattr(Meeting, "play_round", lambda _, one, other, number: [points(one, other, number)] * 2)

    return say


@pytest.mark.parametrize("best", [0.2, 0.1, 0.05, 0.025])
def test_the_constant_of_exploration_is_the_one_that_wins(
    best: float, player: Learned, results: Callable[..., None]
) -> None:
    results(lambda one, other, _: float(abs(constant(one) - best) < abs(constant(other) - best)))
    assert tune(MEETING, player, suited_bot(STONES, dice=False), 0.0) == f"mcts(explore={best},widen=1)"
    assert tune(MEETING, player, "expectimax", 0.0) == "expectimax"


@pytest.mark.parametrize("best", range(7))
def test_the_best_of_several_players_is_chosen_and_the_worse_play_no_more(
    best: int, player: Learned, results: Callable[..., None]
) -> None:
    players = [replace(player) for _ in range(7)]
    strength = {id(one): 1 - abs(place - best) / 7 for place, one in enumerate(players)}
    played = list[tuple[int, int]]()

    def points(one: Side, other: Side, number: int) -> float:
        played.append((id(one.learned), number))
        return strength[id(one.learned)] + (number % 2) * 0.3  # an opening is as hard for all

    results(points)
    *_, left = choose(MEETING, players, ("mcts", "mcts"), None, math.inf)
    assert left == [best]
    assert len(played) == len(set(played))  # no game twice
    assert [sum(number == last for _, number in played) for last in (7, 8, 23, 24, 55)] == [7, 3, 3, 2, 2]


def test_the_last_player_is_chosen_where_nothing_shows_that_an_earlier_one_is_better(
    player: Learned, results: Callable[..., None]
) -> None:
    players, rng, specs = [replace(player) for _ in range(7)], generator(1), ("mcts", "mcts")
    assert list(choose(MEETING, players[:1], specs, None, 0.0)) == [[0]]
    results(lambda one, *_: float(one.learned is players[0]))
    assert list(choose(MEETING, players[:3], specs, None, 0.0)) == [[0, 1, 2], [0, 2], [2]]  # two rounds tell nothing
    results(lambda *_: float(rng.random() < 0.5))
    lucky = 0
    for _ in range(40):
        *_, (chosen,) = choose(MEETING, players, specs, None, math.inf)
        lucky += chosen != 6
    assert lucky <= 6


def test_players_by_plans_are_chosen_by_games_of_plans(player: Learned) -> None:
    better = replace(player, weights=player.weights + 1)

    def fight(game: Game, one: Rival, other: Rival, games: int, seed: int) -> float:
        assert (game, games, len(other.evaluator.weights)) == (STONES, STONES.seats, 0)
        return float(one.evaluator.weights[0] == better.weights[0])

    *_, left = choose(MEETING, [player, better, player], ("rolling(simulations=0)", "mcts"), fight, math.inf)
    assert left == [1]


@pytest.mark.parametrize(("points", "games"), [(1.0, LEAST_GAMES), (0.0, LEAST_GAMES), (0.5, 1000)])
def test_a_match_ends_when_it_is_clear(
    points: float, games: int, player: Learned, results: Callable[..., None]
) -> None:
    results(lambda *_: points)
    *_, last = decide(MEETING, player, ("mcts", "mcts"), 0.001, math.inf)
    assert (last.games, last.mean) == (games, points)
    assert (last.is_stronger, last.is_weaker) == (points > 0.5, points < 0.5)
    *_, last = decide(MEETING, player, ("mcts", "mcts"), 0.001, 0.0)
    assert last.games == LEAST_GAMES


def scores(game: Game, rounds: int) -> list[float]:
    """Return the points of a player that has learnt nothing against one with the same search."""
    learned = Learner(game, Method(first=8, second=4)).player()
    sides = Side("mcts(simulations=2)", learned), Side("mcts(simulations=2)")
    return [points for number in range(rounds) for points in Meeting(game, 1).play_round(*sides, number)]


def test_a_player_of_three_has_every_seat_and_a_third_is_even() -> None:
    game = ludarium.load("vortex(players=3,tokens=1)")
    assert even_share(game) == pytest.approx(1 / 3)
    assert len(scores(game, 1)) == 3


def test_where_payoffs_have_no_fixed_sum_a_player_is_compared_with_another_in_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert VAULT.payoff_range.total is None
    least, most = VAULT.payoff_range.least, VAULT.payoff_range.greatest
    payoffs = iter([[most] * VAULT.seats, *[[least] * VAULT.seats] * 3])
    monkeypatch.setattr(meeting_module, "play_game", lambda *_: next(payoffs))
    assert scores(VAULT, 1) == [1.0, 0.5]
    assert even_share(VAULT) == 0.5


@pytest.fixture(scope="module")
def taught() -> Learned:
    """A player that knows something of a game with dice."""
    learner = Learner(GAMMON, Method(first=16, second=8))
    for _ in range(20):
        learner.learn()
    return learner.player()


def test_luck_is_nothing_on_average_and_explains_most_of_a_result(taught: Learned) -> None:
    rolled = GAMMON.initial().play(HIT)

    def luck_of(outcome: int) -> float:
        luck = Luck(GAMMON, taught, 0)
        while luck.draw(rolled, rng) != outcome:
            luck.total = 0.0
        return luck.total

    rng, odds = generator(1), rolled.chance_outcomes()
    found = {outcome: luck_of(outcome) for outcome in odds}
    assert sum(chance * found[outcome] for outcome, chance in odds.items()) == pytest.approx(0.0, abs=1e-6)
    assert max(found.values()) > 0.01

    meeting, side = Meeting(GAMMON, 3), Side("greedy", taught)
    less = np.array([meeting.play_round(side, side, number) for number in range(100)])
    meeting.dice = False
    raw = np.array([meeting.play_round(side, side, number) for number in range(100)])
    assert less.var() < raw.var() / 4
    assert abs(less.mean() - 0.5) < 0.05


def test_of_chance_with_very_many_outcomes_the_luck_is_not_computed(
    taught: Learned, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(luck_module, "_MOST_OUTCOMES", 1)
    luck = Luck(GAMMON, taught, 0)
    luck.draw(GAMMON.initial().play(HIT), generator(1))
    assert luck.total == 0.0


def rounds_of(chance: float, luck: float, seed: int) -> Iterator[tuple[float, float]]:
    """Yield rounds of two games of a player that wins so often, or whose results without luck differ by so much."""
    rng = generator(seed)
    while True:
        yield tuple(rng.normal(chance, luck, 2)) if luck else tuple((rng.random(2) < chance) * 1.0)


@pytest.mark.parametrize("luck", [0.0, 0.02])
def test_an_equal_player_is_seldom_called_weaker_and_a_weaker_one_hardly_ever_stronger(luck: float) -> None:
    wrong = dict.fromkeys((0.5, 0.5 - (luck or 0.3)), 0)
    for chance in wrong:
        for seed in range(60):
            found = TrialScore("usual", 0.5, dice=luck > 0)
            for points in rounds_of(chance, luck, seed):
                found = found.add(points)
                if found.games >= 200 or (found.games >= LEAST_GAMES and found.is_clear):
                    break
            wrong[chance] += found.is_weaker if chance == 0.5 else not found.is_weaker
    assert wrong[0.5] <= 5  # of 60; 1.5 is expected
    assert wrong[0.5 - (luck or 0.3)] == 0


def test_games_that_are_all_won_leave_a_doubt_and_a_few_rounds_tell_nothing() -> None:
    won, dice = TrialScore("usual", 0.5), TrialScore("usual", 0.5, dice=True)
    for _ in range(3):
        won, dice = won.add([1.0, 1.0]), dice.add([0.6, 0.6])
    assert 0.5 < won.interval[0] < 0.8
    assert dice.interval == (0.0, 1.0)
    assert not dice.is_clear
