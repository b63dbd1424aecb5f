"""Self-play elsewhere: a block depends on what it is sent alone, and a learner that is interrupted goes on with it."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import ludarium
from ludarium.learn.experience import GAMES, POSITIONS
from ludarium.learn.learner import Learner
from ludarium.learn.method import Method
from ludarium.learn.self_play.actor import Actor, Block, Harvest, add, play_block

GAME = "vortex(tokens=1)"
SMALL = Method(first=8, second=4, ahead=3)


def block(method: Method, number: int, spec: str = GAME) -> Block:
    game = ludarium.load(spec)
    suited = method.suited(game)
    weights = Learner(game, suited).weights.now
    return Block(spec, suited, number, np.array([20, 900, 600]), weights)


def same(one: Harvest, other: Harvest) -> bool:
    arrays = (one.targets, other.targets), (one.counters, other.counters)
    return one.inputs == other.inputs and all(np.array_equal(*pair) for pair in arrays)


@pytest.mark.parametrize(
    ("spec", "method"),
    [
        (GAME, SMALL),
        ("orion(turn_limit=10)", Method(first=8, second=4, targets="search", before=0, simulations=8)),
        ("grid(width=9,height=8,turn_limit=30)", Method(first=4, second=4)),
    ],
)
def test_a_block_is_the_same_whatever_was_played_before_it_and_wherever(spec: str, method: Method) -> None:
    one, other = block(method, 1, spec), block(method, 2, spec)
    first, second = play_block(one), play_block(other)
    assert first.counters[GAMES] > 0
    assert not same(first, second)
    assert same(play_block(one), first)
    with ThreadPoolExecutor(1) as elsewhere:  # with an actor of its own
        assert same(elsewhere.submit(play_block, other).result(), second)
        assert same(elsewhere.submit(play_block, one).result(), first)


def test_of_a_block_larger_than_the_ring_the_latest_positions_are_stored_where_they_belong() -> None:
    wide, narrow = (Method(first=8, second=4, buffer=size).suited(ludarium.load(GAME)) for size in (50_000, 70))
    whole, part = (play_block(block(method, 1)) for method in (wide, narrow))
    positions = int(whole.counters[POSITIONS])
    assert positions > 70 == len(part.targets)
    assert np.array_equal(part.targets, whole.targets[-70:])
    ring = Actor(ludarium.load(GAME), narrow).experience()
    ring.counters[POSITIONS] = 600
    add(part, ring)
    assert ring.counters[POSITIONS] == 600 + positions
    assert ring.targets[(600 + positions - 1) % 70] == whole.targets[-1]


def test_workers_make_no_difference_and_rounds_ahead_do() -> None:
    game, found = ludarium.load(GAME), list[np.ndarray]()
    for ahead, workers in ((3, 1), (3, 2), (2, 1)):
        with ThreadPoolExecutor(workers) as executor:
            learner = Learner(game, Method(first=8, second=4, ahead=ahead), executor)
            for _ in range(6):
                learner.learn()
            learner.stop()
        found.append(learner.weights.now)
    assert np.array_equal(found[0], found[1])
    assert not np.array_equal(found[0], found[2])


def test_a_learner_goes_on_with_the_rounds_that_were_under_way(tmp_path: Path) -> None:
    game = ludarium.load(GAME)
    whole, part = Learner(game, SMALL), Learner(game, SMALL)
    for _ in range(6):
        whole.learn()
    for _ in range(3):
        part.learn()
    part.stop()
    part.save(tmp_path / "ada.part", {})
    again, _ = Learner.resume(tmp_path / "ada.part", game, SMALL)
    for _ in range(3):
        again.learn()
    assert np.array_equal(again.weights.average, whole.weights.average)
    assert again.games == whole.games
