"""Search with an evaluation of many positions at once, in Python."""

import math
from collections.abc import Callable
from zlib import crc32

import numpy as np
import pytest

import ludarium
from ludarium.core.errors import InvalidOption
from ludarium.core.game import Game, State
from ludarium.core.kernel import Floats
from ludarium.core.observe import observe
from ludarium.core.rng import generator
from ludarium.search.batched import EvaluationBatch, EvaluationFailed
from ludarium.search.mcts import Mcts
from ludarium.search.player import make_bot
from tests.search.info import info
from tests.tiny import GAMMON, PENNIES, RACE, STONES, VAULT

EXPLORE = 0.4


def even(batch: EvaluationBatch) -> Floats:
    """Value every position alike, at the middle of the game's payoffs."""
    return np.full((len(batch), batch.game.seats), batch.game.payoff_range.after_draw(batch.game.seats)[0])


def hashed(batch: EvaluationBatch) -> tuple[Floats, Floats]:
    """Return values and priors that differ from position to position, and are the same for the same position."""
    words = [crc32(state.data) for state in batch.states]
    values = np.array([[word % 997 / 997] for word in words])
    priors = np.array([[1.0 + (word >> k % 20) % 5 for k in range(batch.game.num_actions)] for word in words])
    return np.hstack([values, 1 - values]), priors


def nim(text: str) -> State:
    state: State = STONES.parse_position(text)
    return state


class Node:
    """A node of the search that the test writes anew, in plain Python: one leaf after another."""

    def __init__(self, state: State) -> None:
        self.state, self.children = state, dict[int, Node]()
        self.visits, self.totals = dict[int, int](), dict[int, float]()
        values, priors = hashed(EvaluationBatch(
            state.game, np.zeros((1, 1), np.float32), np.zeros((1, 1), np.int8), np.array(state.actors),
            np.frombuffer(state.data, np.int64)[None],
        ))  # fmt: skip
        legal = state.legal()
        self.values, total = values[0], sum(priors[0][action] for action in legal)
        self.priors = {action: priors[0][action] / total for action in legal}
        for action in legal:
            self.visits[action], self.totals[action] = 0, 0.0

    def select(self, rng: np.random.Generator) -> int:
        visits = sum(self.visits.values())
        unvisited = sum(self.totals.values()) / visits if visits else 0.5
        unit = 2 * EXPLORE * math.sqrt(visits + 1)
        legal = self.state.legal()
        start = int(rng.random() * len(legal))
        best, best_bound = legal[start], -1.0
        for action in (*legal[start:], *legal[:start]):
            n = self.visits[action]
            bound = (self.totals[action] / n if n else unvisited) + unit * self.priors[action] / (n + 1)
            if bound > best_bound:
                best, best_bound = action, bound
        return best

    def simulate(self, rng: np.random.Generator) -> Floats:
        action = self.select(rng)
        if action in self.children:
            values = self.children[action].simulate(rng)
        else:
            self.children[action] = Node(self.state.play(action))
            values = self.children[action].values
        self.visits[action] += 1
        self.totals[action] += values[self.state.actors[0]]
        return values


def test_batches_of_one_are_the_sequential_search() -> None:
    state = ludarium.load("orion").initial()
    bot = Mcts(state.game, seed=5, simulations=150, explore=EXPLORE, batch=1, evaluate=hashed)
    bot.choose(state, 0)
    root, rng = Node(state), generator(5, 0)
    for _ in range(info(bot).visits - 1):  # the root was valued, too
        root.simulate(rng)
    found = {action: (visits, value) for action, visits, value in info(bot).actions}
    assert len(found) > 10
    for action, (visits, value) in found.items():
        assert visits == root.visits[action]
        assert value == pytest.approx(root.totals[action] / visits)
    assert sum(visits for visits, _ in found.values()) == sum(root.visits.values())


def test_the_same_seed_gives_the_same_search() -> None:
    state = ludarium.load("ludo").initial()
    state = state.play(state.legal()[-1]).play(4)

    def search(batch: int) -> tuple[object, ...]:
        bot = Mcts(state.game, seed=3, simulations=200, batch=batch, evaluate=hashed)
        return bot.choose(state, state.actors[0]), bot.info

    assert search(16) == search(16)


def test_priors_find_what_equal_priors_do_not() -> None:
    """Only the stone of the last heap wins, far below what a dozen simulations see."""
    state = nim("4/4/1 x")

    def with_priors(batch: EvaluationBatch) -> tuple[Floats, Floats]:
        wins = [[by_nim_sum_is_zero(now.play(a)) if a in now.legal() else 0 for a in range(4)] for now in batch.states]
        return even(batch), np.array(wins) + 0.01

    def chooses_well(evaluate: Callable[[EvaluationBatch], object], seed: int) -> bool:
        action = Mcts(STONES, seed=seed, simulations=12, evaluate=evaluate, batch=4).choose(state, 0)
        return action in good

    good = {action for action in state.legal() if by_nim_sum_is_zero(state.play(action))}
    assert good == {2}
    assert all(chooses_well(with_priors, seed) for seed in range(10))
    assert sum(chooses_well(even, seed) for seed in range(10)) < 10


@pytest.mark.parametrize("game", [STONES, RACE, PENNIES], ids=["stones", "race", "pennies"])
def test_an_evaluation_gets_the_truth(game: Game) -> None:
    asked: list[EvaluationBatch] = []

    def note(batch: EvaluationBatch) -> Floats:
        asked.append(batch)
        return even(batch)

    state = game.initial()
    while state.actors == (-1,):
        state = state.play(state.legal()[0])
    Mcts(game, seed=1, simulations=100, evaluate=note, batch=8).choose(state, state.actors[0])
    assert max(map(len, asked)) > 1 or game is PENNIES
    for batch in asked:
        for row, now in enumerate(batch.states):
            seat = int(batch.to_move[row])
            assert seat == now.actors[0] >= 0
            assert tuple(batch.masks[row].nonzero()[0].tolist()) == now.legal(seat)
            assert (batch.observations[row] == observe(now, seat)).all()


def test_a_forced_win_is_proved_whatever_the_evaluation_says() -> None:
    state = nim("1/2/2 x")
    bot = Mcts(STONES, seed=1, simulations=5_000, evaluate=even)
    action = bot.choose(state, 0)
    assert info(bot).solved
    assert info(bot).value == 1.0
    assert by_nim_sum_is_zero(state.play(action))


def test_payoffs_of_a_games_own_are_searched_and_reported_in_their_range() -> None:
    least, greatest = GAMMON.payoff_range.least, GAMMON.payoff_range.greatest
    assert (least, greatest) != (0, 1)
    bot, state = Mcts(GAMMON, seed=1, simulations=2_000, evaluate=even), GAMMON.initial()
    compiled = Mcts(GAMMON, seed=1, simulations=5_000)
    assert bot.choose(state, state.actors[0]) == compiled.choose(state, state.actors[0])
    assert info(bot).value == pytest.approx(info(compiled).value, abs=0.2)
    top = Mcts(GAMMON, seed=1, simulations=1, evaluate=lambda batch: np.full((len(batch), 2), greatest))
    top.choose(state, state.actors[0])
    assert info(top).value == pytest.approx(greatest)


def test_the_tree_is_reused_with_its_priors() -> None:
    state = ludarium.load("orion").initial()
    bot = Mcts(state.game, seed=1, simulations=200, evaluate=hashed)
    state = state.play(bot.choose(state, 0))
    tree = bot._trees[0]
    kept = tree.edges_of(0)[0].sum(axis=0)[2]
    block = int(tree.arrays.nodes[0, 1])
    assert kept > 0
    assert tree.arrays.priors[block + 1 : block + 1 + len(tree.edges_of(0)[0])].sum() == pytest.approx(1)


def test_the_search_goes_on_with_a_full_tree() -> None:
    state = ludarium.load("orion").initial()
    bot = Mcts(state.game, seed=1, simulations=3_000, memory=1, evaluate=hashed, batch=64)
    assert bot.choose(state, 0) in state.legal()
    assert info(bot).visits >= 2_000


@pytest.mark.parametrize(("answer", "said"), [
    (lambda batch: np.zeros(len(batch)), r"values of the shape \(1,\), and \(1, 2\) was expected"),
    (lambda batch: np.zeros((len(batch), 3)), r"values of the shape \(1, 3\), and \(1, 2\) was expected"),
    (lambda batch: (even(batch), np.ones((len(batch), 2))), r"priors of the shape \(1, 2\), and \(1, 4\) was expected"),
    (lambda batch: np.full((len(batch), 2), np.nan), r"returned nan among its values, at \(0, 0\)"),
    (lambda batch: (even(batch), np.full(batch.masks.shape, np.inf)), "returned inf among its priors"),
    (lambda batch: np.full((len(batch), 2), 1.5), "the value 1.5 for seat 0, and payoffs of .* are from 0 to 1"),
    (lambda batch: (even(batch), -np.ones(batch.masks.shape)), "the prior -1, and at least 0 was expected"),
    (lambda batch: {"values": 1}, "as values, and numbers of the shape"),
    (lambda batch: "well", "'well'\" as values"),
    (lambda batch: 1 / 0, "the evaluation failed with ZeroDivisionError: 'division by zero'"),
])  # fmt: skip
def test_what_no_search_can_use_is_refused_in_a_sentence(
    answer: Callable[[EvaluationBatch], object], said: str
) -> None:
    bot = Mcts(STONES, seed=1, simulations=10, evaluate=answer)
    with pytest.raises(EvaluationFailed, match=said):
        bot.choose(nim("1/2/2 x"), 0)


def test_a_search_goes_on_after_an_evaluation_has_failed_once() -> None:
    calls = iter(range(1000))

    def fails_later(batch: EvaluationBatch) -> Floats:
        if next(calls) == 3:
            raise RuntimeError("on purpose")
        return even(batch)

    state = nim("4/5/6 x")
    bot = Mcts(STONES, seed=1, simulations=50, evaluate=fails_later)
    with pytest.raises(EvaluationFailed, match="RuntimeError: 'on purpose'"):
        bot.choose(state, 0)
    assert bot.choose(state, 0) in state.legal()


def test_a_solo_game_is_searched() -> None:
    state = VAULT.initial()
    while state.actors == (-1,):
        state = state.play(state.legal()[0])
    bot = Mcts(VAULT, seed=1, simulations=200, evaluate=even)
    assert bot.choose(state, state.actors[0]) in state.legal()


def test_options_that_do_not_fit_are_refused() -> None:
    with pytest.raises(InvalidOption, match="has one thread, no minimax, and does not widen"):
        Mcts(STONES, seed=1, threads=2, evaluate=even)
    with pytest.raises(InvalidOption, match="has one thread, no minimax, and does not widen"):
        Mcts(STONES, seed=1, widen=1.0, evaluate=even)


def test_a_spec_that_is_not_trusted_can_name_no_file() -> None:
    with pytest.raises(InvalidOption, match=r"evaluate='?net.py:f'? names a file, and this bot may not read files"):
        make_bot("mcts(evaluate=net.py:f)", ludarium.load("orion"), 0)


def by_nim_sum_is_zero(state: State) -> bool:
    """Return whether the seat that has moved wins: its turn is over, and the nim sum is 0."""
    a, b, c = (int(heap) for heap in str(state).split()[0].split("/"))
    return not state.in_turn and a ^ b ^ c == 0
