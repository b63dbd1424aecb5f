"""A learner learns small games to the best play, and the same seed gives the same player."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import ludarium
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE, Singles
from ludarium.learn import learner as learner_module
from ludarium.learn import method as method_module
from ludarium.learn.duel import Rival, random_rival
from ludarium.learn.learner import Learner
from ludarium.learn.method import Method
from ludarium.learn.self_play.greedy import draw_evenly
from ludarium.learn.self_play.plans import duel_by_plans
from ludarium.search.alphabeta import AlphaBetaBot
from ludarium.search.evaluators import network_evaluator
from ludarium.search.learned import BadPlayer, Learned
from ludarium.search.matrix import find_strategy, new_table
from ludarium.search.network import values_of
from tests.tiny import BIDS, GAMMON, LUCK, LUCK_TO_WIN, PAIRS, PENNIES, RACE, STONES, VAULT

SMALL = Method(first=16, second=8)


def best_values(game: Game) -> dict[bytes, tuple[float, ...]]:
    """Return the payoffs of the best play from every position; every seat wants the most for itself."""
    values: dict[bytes, tuple[float, ...]] = {}

    def value(state: State) -> tuple[float, ...]:
        if state.data not in values:
            if state.payoffs is not None:
                values[state.data] = state.payoffs
            elif state.actors == (CHANCE,):
                parts = [(odds, value(state.play(roll))) for roll, odds in state.chance_outcomes().items()]
                values[state.data] = tuple(sum(p * v[s] for p, v in parts) for s in range(game.seats))
            else:
                (seat,) = state.actors
                values[state.data] = max((value(state.play(a)) for a in state.legal()), key=lambda v: v[seat])
        return values[state.data]

    value(game.initial())
    return values


def loss(game: Game, learned: Learned) -> float:
    """Return what the player, one action ahead, gets less than the best player, in the seat it likes least.

    The other seats reply as is best for them, with knowledge of what the player will do.
    """
    bot, best = AlphaBetaBot(game, 1, depth=1, evaluate=learned), best_values(game)[game.initial().data]

    def least(mine: int) -> float:
        values: dict[bytes, tuple[float, ...]] = {}

        def value(state: State) -> tuple[float, ...]:
            if state.data not in values:
                if state.payoffs is not None:
                    values[state.data] = state.payoffs
                elif state.actors == (CHANCE,):
                    parts = [(odds, value(state.play(roll))) for roll, odds in state.chance_outcomes().items()]
                    values[state.data] = tuple(sum(p * v[s] for p, v in parts) for s in range(game.seats))
                else:
                    (seat,) = state.actors
                    chosen = (bot.choose(state, seat),) if seat == mine else state.legal()
                    values[state.data] = max((value(state.play(a)) for a in chosen), key=lambda v: v[seat])
            return values[state.data]

        return value(game.initial())[mine]

    return max(best[seat] - least(seat) for seat in range(game.seats))


@pytest.mark.parametrize(
    ("game", "rounds", "most"), [(STONES, 300, 0.0), (VAULT, 80, 0.0), (GAMMON, 80, 0.1), (LUCK_TO_WIN, 80, 0.01)]
)
def test_it_plays_tiny_games_as_well_as_the_best_player(game: Game, rounds: int, most: float) -> None:
    learner = Learner(game, Method(first=32, second=8, epsilon=0.1))
    for _ in range(rounds):
        learner.learn()
    assert loss(game, learner.player()) <= most


def test_the_values_of_a_search_are_learnt_to_the_best_play() -> None:
    learner = Learner(STONES, Method(first=32, second=8, epsilon=0.1, targets="search", before=4000))
    while learner.positions < 400_000:
        learner.learn()
    assert loss(STONES, learner.player()) == 0.0


def test_luck_teaches_nothing_where_chance_has_few_outcomes() -> None:
    """A position has one target while the network stays the same, however the dice have fallen."""

    def spread(outcomes: int) -> float:
        method = Method(first=8, second=4, trace=0.0, epsilon=0.5, outcomes=outcomes, rate=0.0)
        learner, targets = Learner(LUCK_TO_WIN, method), dict[bytes, list[float]]()
        for _ in range(20):
            learner.learn()
        experience = learner._experience
        for row, target in zip(experience.inputs[: learner.positions], experience.targets, strict=False):
            targets.setdefault(row.tobytes(), []).append(float(target))
        return max(max(found) - min(found) for found in targets.values())

    assert spread(4) < 1e-5
    assert spread(3) > 1e-2


def test_values_of_a_game_with_dice_are_learnt() -> None:
    learner, out, wrong = Learner(GAMMON, Method(first=32, second=8, epsilon=0.1)), np.empty(2), list[float]()
    for _ in range(60):
        learner.learn()
    evaluator = network_evaluator(GAMMON, learner.player())
    for data, payoffs in best_values(GAMMON).items():
        state = GAMMON.state(np.frombuffer(data, np.int64))
        if state.actors == (CHANCE,):
            values_of(evaluator, GAMMON.tables, state.vector, out)
            wrong.append(abs(float(out[0]) - payoffs[0]))
    assert len(wrong) > 80
    assert np.mean(wrong) < 0.085  # 0.066; from single outcomes of chance 0.113


def test_after_millions_of_steps_the_mean_of_the_weights_still_moves() -> None:
    learner, before = Learner(RACE, Method(first=8, second=4, rate=0.0)), 10**8
    learner.learn()  # a game; the next round has many
    learner.weights.average[:], learner.weights.now[:] = 2.0, 2.5
    learner.steps = before
    learner.learn()
    moved = 0.5 * 9 * (learner.steps - before) / before
    assert learner.weights.average == pytest.approx(np.full_like(learner.weights.now, 2.0 + moved), abs=2.5e-7)
    assert moved > 1e-6


@pytest.mark.parametrize("game", [VAULT, LUCK, PENNIES, PAIRS])
def test_a_search_teaches_only_two_seats_that_take_turns_for_a_fixed_sum(game: Game) -> None:
    with pytest.raises(LudariumError, match="can be learnt by play"):
        Learner(game, Method(targets="search"))


def test_the_same_seed_gives_the_same_player_and_another_seed_another() -> None:
    one, again, other = (Learner(RACE, Method(seed=seed, first=8, second=4)) for seed in (3, 3, 4))
    for learner in (one, again, other):
        learner.learn()
        learner.learn()
    assert (one.player().weights == again.player().weights).all()
    assert (one.player().weights != other.player().weights).any()


def test_a_checkpoint_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    method, path = Method(first=8, second=4, buffer=3000), tmp_path / "checkpoint"
    learner = Learner(LUCK, method)
    for _ in range(3):
        learner.learn()
    learner.save(path, {"seconds": 1.5})
    resumed, more = Learner.resume(path, LUCK, method)
    assert (more, resumed.games, resumed.rounds) == ({"seconds": 1.5}, learner.games, 3)
    assert learner.learn() == resumed.learn()
    for name in ("now", "average", "mean", "square"):
        assert (getattr(learner.weights, name) == getattr(resumed.weights, name)).all()


def test_earlier_players_are_kept_equally_far_apart_and_survive_a_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learner_module, "_FIRST_APART", 2)
    method, path, known = Method(first=8, second=4, buffer=3000), tmp_path / "checkpoint", dict[int, Singles]()
    learner = Learner(RACE, method)
    for rounds, kept in [(1, []), (12, [2, 4, 6, 8, 10, 12]), (15, [4, 8, 12]), (29, [8, 16, 24])]:
        while learner.rounds < rounds:
            learner.learn()
            known[learner.rounds] = learner.player().weights
            learner.save(path, {})
            learner, _ = Learner.resume(path, RACE, method)
        assert [one.rounds for one in learner.earlier] == kept
    for one, player in learner.candidates():
        assert (player.weights == known[one.rounds]).all()
    assert [one.rounds for one, _ in learner.candidates()] == [8, 16, 24, 29]
    assert [one.games for one, _ in learner.candidates()][-1] == learner.games


def test_a_checkpoint_of_another_game_or_method_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    Learner(RACE, SMALL).save(path, {})
    for game, method in ((STONES, SMALL), (RACE, Method(first=8, second=8))):
        with pytest.raises(BadPlayer, match="is a checkpoint of race with other options"):
            Learner.resume(path, game, method)


def test_a_checkpoint_that_is_cut_short_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    Learner(RACE, SMALL).save(path, {})
    whole = path.read_bytes()
    for length in (0, 10, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(BadPlayer, match="is damaged: remove it to begin again"):
            Learner.resume(path, RACE, SMALL)
    for at in range(0, len(whole), len(whole) // 40):
        path.write_bytes(whole[:at] + bytes(64) + whole[at + 64 :])
        with suppress(BadPlayer):  # of the directory some bytes say nothing that is read
            Learner.resume(path, RACE, SMALL)


def test_simultaneous_turns_are_learnt_towards_an_equilibrium() -> None:
    """In an equilibrium every round is even, so a position is worth what fair coins make of it.

    Eight seeds had errors of 0.01 to 0.07 after as many rounds, and of 0.25 to 0.29 before the first; the other seat
    could take 0 to 0.07 of a payoff from their strategies, where it takes 0.25 from one that never changes.
    """

    def worth(state: State) -> float:
        return state.payoffs[0] if state.payoffs else sum(worth(state.play(side, 0)) for side in (0, 1)) / 2

    start, out, likely = PENNIES.initial(), np.empty(2), np.empty(2)
    wrong, lost = list[float](), list[float]()
    states = [start, start.play(0, 0), start.play(0, 1)]
    for seed in range(2):
        learner = Learner(PENNIES, Method(seed=seed, first=16, second=8, epsilon=0.1))
        for _ in range(60):
            learner.learn()
        evaluator = network_evaluator(PENNIES, learner.player()).renewed(2)
        for state in states:
            values_of(evaluator, PENNIES.tables, state.vector, out)
            wrong.append(abs(out[0] - worth(state)))
        table = new_table(2, 2)
        find_strategy(PENNIES.kernel, evaluator, PENNIES.tables, start.vector, 0, table, 2, likely)
        lost.append(abs(likely[0] - likely[1]) * (worth(states[1]) - worth(states[2])) / 2)
    assert np.mean(wrong) < 0.12
    assert np.mean(lost) < 0.1  # nobody should be able to tell heads from tails


def test_long_games_and_many_choices_are_learnt_by_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Method().suited(PENNIES).targets == "play"
    monkeypatch.setattr(method_module, "MOST_COMBINATIONS", 3)
    assert Method().suited(PENNIES).targets == "plans"


def test_plans_are_learnt_and_a_checkpoint_of_them_goes_on(tmp_path: Path) -> None:
    method, path = Method(first=16, second=8, targets="plans", passes=4, buffer=8000), tmp_path / "checkpoint"
    learner, again = Learner(BIDS, method), Learner(BIDS, method)
    for one in (learner, again):
        for _ in range(3):
            one.learn()
    assert (learner.player().weights == again.player().weights).all()
    learner.save(path, {})
    resumed, _ = Learner.resume(path, BIDS, method)
    assert learner.learn() == resumed.learn()
    player, ahead, found = learner.player(), BIDS.parse_position("3:28:7:9:0"), np.zeros(2)
    values_of(network_evaluator(BIDS, player), BIDS.tables, ahead.vector, found)
    assert found[0] > 0.8  # nine points to none, and three are left
    taught, untaught = Rival(network_evaluator(BIDS, player), BIDS.tables, 1), random_rival(BIDS)
    assert duel_by_plans(BIDS, taught, untaught, 200) > 0.55
    assert duel_by_plans(BIDS, untaught, taught, 200) < 0.45


def test_no_moment_of_the_gradients_is_denormal() -> None:
    learner = Learner(VAULT, SMALL)
    for _ in range(3):
        learner.learn()
    moments = np.concatenate([np.abs(learner.weights.mean), learner.weights.square])
    assert (moments[moments > 0] > np.finfo(np.float32).tiny).all()


def test_self_play_begins_from_the_given_positions(tmp_path: Path) -> None:
    orion = ludarium.load("orion(rows=3,columns=3,turn_limit=10)")
    near = ("OOO/OOOO/OOO/4/XXX/XXXX/XXX x 9", "OX1/4/1O1/4/3/4/2X o 10")
    learner = Learner(orion, replace(SMALL, starts=near, opening=0, epsilon=0.0))
    learner.learn()
    usual = Learner(orion, replace(SMALL, opening=0, epsilon=0.0))
    usual.learn()
    assert learner.length <= 6 < usual.length  # two turns are left, of three clicks each
    learner.save(tmp_path / "part", {})
    again, _ = Learner.resume(tmp_path / "part", orion, replace(SMALL, starts=near, opening=0, epsilon=0.0))
    assert (again.weights.now == learner.weights.now).all()
    with pytest.raises(BadPlayer, match="other options"):
        Learner.resume(tmp_path / "part", orion, replace(SMALL, opening=0, epsilon=0.0))


def test_outcomes_that_are_drawn_have_the_same_mean_as_all() -> None:
    rng, chances = np.random.default_rng(1), np.array([0.5, 0.2, 0.2, 0.06, 0.04])
    drawn = np.empty((4000, 5))
    for row in drawn:
        row[:] = chances
        draw_evenly(row, 5, 3, rng)  # type: ignore[no-untyped-call]  # compiled rules have no types
    assert np.allclose(drawn.sum(axis=1), 1)
    assert np.allclose(drawn.mean(axis=0), chances, atol=0.02)
    assert drawn[:, 0].min() > 0  # an outcome of a half is among any three that are evenly spread
