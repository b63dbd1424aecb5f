"""The shortest way to a proved result, and getting on with a game that is nearly won."""

import math

import numpy as np
import pytest

import ludarium
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import generator
from ludarium.search import tree
from ludarium.search.mcts import Mcts
from ludarium.search.repetition import Repetition
from ludarium.search.search_tree import shortest_edge
from ludarium.search.tree import proved_lengths
from tests.tiny import RACE, STONES


def length(state: State, arrays: tree.Tree, node: int) -> float:
    """Return the steps to the end from a node by the definition, step by step."""
    if not state.actors:
        return 0.0
    seats = state.game.seats
    bounds, block = arrays.bounds[node], int(arrays.nodes[node, tree.FIRST_BLOCK])
    if block < 0 or (bounds[seats:] - bounds[:seats]).sum() > 1e-9:
        return math.inf
    (actor,) = state.actors
    chances = state.chance_outcomes()
    found = []
    for action, child, _ in arrays.edges[block + 1 : block + 1 + arrays.edges[block, tree.ACTION]].tolist():
        if child >= 0 and (actor == CHANCE or (arrays.bounds[child, [actor, seats + actor]] == bounds[actor]).all()):
            after = length(state.play(action), arrays, child)
            if after < math.inf:
                found.append(after * chances.get(action, 1.0))
    if actor == CHANCE:
        return 1 + sum(found)
    return 1 + (min(found) if bounds[actor] > 0 else max(found))


@pytest.mark.parametrize(
    "state", [STONES.parse_position("2/3/2 x"), RACE.parse_position("22:1:4-5")], ids=["stones", "race"]
)
def test_the_steps_to_the_end_are_those_of_the_definition(state: State) -> None:
    bot = Mcts(state.game, seed=1, simulations=20_000)
    bot._move_to(state)
    bot._search(20_000, math.inf)
    arrays = bot._trees[0].arrays
    found = proved_lengths(arrays)
    edges, _ = bot._trees[0].edges_of(0)
    children = [(action, child) for action, child, _ in edges.tolist() if child >= 0]
    assert any(found[child] < math.inf for _, child in children)
    for action, child in children:
        assert found[child] == pytest.approx(length(state.play(action), arrays, child))


def test_of_equal_values_a_winner_takes_the_shorter_way_and_a_loser_the_longer() -> None:
    won = np.array([[9.0, 1.0, 1.0], [9.0, 1.0, 1.0], [0.0, 0.0, 0.0], [5.0, 0.0, 1.0]])
    assert shortest_edge(won, 0, np.array([7.0, 5.0, 1.0, math.inf])) == 1
    lost = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    assert shortest_edge(lost, 0, np.array([2.0, 6.0, math.inf])) == 1


def choice(state: State, visits: dict[str, int], value: float) -> str:
    """Return the turn that gets on, after a search that found the same value for all actions."""
    legal = state.legal()
    counts = [visits.get(state.action_name(action), 0) for action in legal]
    edges = np.array([(action, -1, count) for action, count in zip(legal, counts, strict=True)])
    values = np.array([(value * count, 0.0, 1.0) for count in counts])
    return state.action_name(
        int(edges[Repetition(state.game).choose(state, edges, values, int(np.argmax(counts))), tree.ACTION])
    )


def test_who_is_ahead_does_not_pass() -> None:
    state = ludarium.load("orion(clicks=1)").initial()
    assert choice(state, {"pass": 900, "p+": 50, "q+": 80}, 0.97) == "q+"
    assert choice(state, {"pass": 900, "p+": 50, "q+": 80}, 0.6) == "pass"
    assert choice(state, {"pass": 900, "q+": 1}, 0.97) == "pass"


def test_who_is_ahead_does_not_go_back() -> None:
    state = ludarium.load("orion(clicks=1)").initial()
    progress, seen = Repetition(state.game), set()
    rng = generator(3)
    for _ in range(12):
        legal = state.legal()
        edges = np.array([(action, -1, 100 + int(rng.integers(9))) for action in legal])
        values = np.array([(0.9 * count, 0.0, 1.0) for _, _, count in edges.tolist()])
        seen.add(state.text())
        state = state.play(int(edges[progress.choose(state, edges, values, 0), tree.ACTION]))
        assert state.text() not in seen
        state = state.move("pass")
    assert progress.effort == 2
