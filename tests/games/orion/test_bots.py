"""How near a chain is, counted by the evaluation and by a slow search, and the bots that use it."""

import random
from collections import deque

import numpy as np
import pytest

import ludarium
from ludarium.games.orion.bots import (
    _BOTTOM,
    _LEVEL,
    _TOP,
    _UPRIGHT,
    LEARNED_LEVELS,
    LEVELS,
    evaluate,
    layers,
    prospect,
)
from ludarium.games.orion.rules import BOARD
from ludarium.search.evaluators import find_evaluator
from ludarium.search.player import levels, make_bot

ORION = ludarium.load("orion")
POINTS = {point for slot in range(BOARD.slots) for point in BOARD.tips(slot)}


def missing_to(slots: set[int], edge: int) -> dict[int, int]:
    """How many slots are missing on the way from an edge to each point: the nearest points first."""
    away = {point: 0 for point in POINTS if edge >> point & 1}
    queue = deque(away)
    while queue:
        here = queue.popleft()
        for slot in range(BOARD.slots):
            if here in BOARD.tips(slot):
                there, steps = sum(BOARD.tips(slot)) - here, away[here] + (slot not in slots)
                if steps < away.get(there, 99):
                    away[there] = steps
                    (queue.append if slot not in slots else queue.appendleft)(there)
    return away


def word(slots: set[int]) -> int:
    return sum(1 << slot for slot in slots)


@pytest.mark.parametrize("seed", range(200))
def test_the_layers_are_the_points_with_so_many_slots_missing(seed: int) -> None:
    dice = random.Random(seed)
    slots = set(dice.sample(range(BOARD.slots), dice.randint(0, 24)))
    for edge in (_TOP, _BOTTOM):
        away = missing_to(slots, edge)
        found = layers(edge, word(slots) & _LEVEL, word(slots) >> 5 & _UPRIGHT)
        for steps, points in enumerate(found):
            assert {point for point in POINTS if points >> point & 1} == {p for p in POINTS if away[p] <= steps}


@pytest.mark.parametrize("seed", range(50))
def test_a_board_turned_upside_down_has_the_same_prospect(seed: int) -> None:
    slots = random.Random(seed).sample(range(BOARD.slots), 20)
    points = {frozenset(BOARD.tips(slot)): slot for slot in range(BOARD.slots)}
    turned = {points[frozenset(60 - point for point in BOARD.tips(slot))] for slot in slots}
    assert prospect(word(set(slots))) == pytest.approx(prospect(word(turned)))


def test_a_missing_slot_counts_for_more_than_any_number_of_ways() -> None:
    dice = random.Random(1)
    best, worst = dict[int, float](), dict[int, float]()
    for _ in range(3000):
        slots = set(dice.sample(range(BOARD.slots), dice.randint(0, 16)))
        away = missing_to(slots, _TOP)
        missing = min(away[point] for point in POINTS if _BOTTOM >> point & 1)
        value = prospect(word(slots))
        best[missing] = max(value, best.get(missing, value))
        worst[missing] = min(value, worst.get(missing, value))
    assert set(best) == set(range(6))
    assert all(best[missing + 1] < worst[missing] for missing in best if missing + 1 in best)


@pytest.mark.parametrize("position", ["O4/X5/5/X5/5/6/5/6/5/6/5 x 5", "5/6/5/6/5/6/5/6/5/6/5 x 5"])
def test_the_shares_sum_to_one_and_are_exchanged_with_the_pieces(position: str) -> None:
    payoffs = []
    for text in (position, position.translate(str.maketrans("XO", "OX"))):
        out = np.zeros(2)
        evaluate(ORION.tables, ORION.parse_position(text).vector, out)
        assert out.sum() == pytest.approx(1)
        payoffs.append(out.tolist())
    assert payoffs[0] == pytest.approx(payoffs[1][::-1])
    assert (payoffs[0][0] > 0.5) == ("X5" in position)


@pytest.mark.parametrize("name", [*LEVELS, "chain"])
def test_a_chain_that_can_be_completed_is_completed(name: str) -> None:
    state = ORION.parse_position("5/2X3/2X2/3X2/3X1/4X1/1X1X1/1XX1X1/2X2/1XX3/5 x 3")
    bot = make_bot(name, ORION, seed=1)
    while state.actors == (0,):
        state = state.play(bot.choose(state, 0))
    assert state.winners == (0,)


def test_the_champion_asks_the_learnt_player_where_it_has_learnt_and_else_the_evaluation() -> None:
    evaluator, _ = find_evaluator(ORION, "learned")
    assert len(evaluator.weights)
    assert levels(ORION) == LEVELS | LEARNED_LEVELS
    assert "evaluate=learned" in LEARNED_LEVELS["champion"]
    for spec in ("orion(clicks=2)", "orion(reversal=allowed)", "orion(turn_limit=10)"):
        game = ludarium.load(spec)
        evaluator, _ = find_evaluator(game, "learned")
        assert (len(evaluator.weights), levels(game)) == (0, LEVELS)
