"""How near a chain is, counted by the evaluation and by a slow search, and the bots that use it."""

import random
import re
from collections import deque
from itertools import pairwise

import numpy as np
import pytest

import ludarium
from ludarium.boards.rotors import RotorLattice
from ludarium.core.game import Game
from ludarium.games.orion.bots import (
    _TOP,
    LEARNED_LEVELS,
    LEVELS,
    evaluate,
    layers,
    prospect,
)
from ludarium.games.orion.kernel import EAST, SOUTH, O, X
from ludarium.games.orion.rules import board_of, word_of
from ludarium.search.evaluators import find_evaluator
from ludarium.search.player import levels, make_bot
from tests.cases import each

ORION = ludarium.load("orion")
SMALL = ludarium.load("orion(rows=3,columns=4)")


def points_of(board: RotorLattice) -> dict[int, int]:
    """The bit of every lattice point in the kernel's words."""
    points = {point for slot in range(board.slots) for point in board.tips(slot)}
    return {point: 11 * (point // board.stride) + point % board.stride for point in points}


def edge_of(board: RotorLattice, *, bottom: bool) -> int:
    return _TOP << 11 * board.rows * bottom


def missing_to(board: RotorLattice, slots: set[int], edge: int) -> dict[int, int]:
    """How many slots are missing on the way from an edge to each point: the nearest points first."""
    away = {point: 0 for point, bit in points_of(board).items() if edge >> bit & 1}
    queue = deque(away)
    while queue:
        here = queue.popleft()
        for slot in range(board.slots):
            if here in board.tips(slot):
                there, steps = sum(board.tips(slot)) - here, away[here] + (slot not in slots)
                if steps < away.get(there, 99):
                    away[there] = steps
                    (queue.append if slot not in slots else queue.appendleft)(there)
    return away


@pytest.mark.parametrize("game", [ORION, SMALL], ids=str)
@each("seed", range(100))
def test_the_layers_are_the_points_with_so_many_slots_missing(seed: int, game: Game) -> None:
    dice, board, t = random.Random(seed), board_of(game), game.tables
    slots = set(dice.sample(range(board.slots), dice.randint(0, 24)))
    word = word_of(board, slots)
    for bottom in (False, True):
        edge = edge_of(board, bottom=bottom)
        away = missing_to(board, slots, edge)
        found = layers(t, edge, word & int(t[EAST]), word >> 5 & int(t[SOUTH]))
        for steps, points in enumerate(found):
            reached = {point for point, bit in points_of(board).items() if points >> bit & 1}
            assert reached == {point for point, missing in away.items() if missing <= steps}


@pytest.mark.parametrize("game", [ORION, SMALL], ids=str)
@each("seed", range(50))
def test_a_board_turned_upside_down_has_the_same_prospect(seed: int, game: Game) -> None:
    board = board_of(game)
    slots = random.Random(seed).sample(range(board.slots), board.slots // 3)
    points = {frozenset(board.tips(slot)): slot for slot in range(board.slots)}
    last = board.stride * board.rows + board.columns
    turned = {points[frozenset(last - point for point in board.tips(slot))] for slot in slots}
    assert prospect(game.tables, word_of(board, slots)) == pytest.approx(prospect(game.tables, word_of(board, turned)))


@pytest.mark.parametrize("game", [ORION, SMALL], ids=str)
def test_a_missing_slot_counts_for_more_than_any_number_of_ways(game: Game) -> None:
    dice, board = random.Random(1), board_of(game)
    best, worst = dict[int, float](), dict[int, float]()
    bottom = edge_of(board, bottom=True)
    for _ in range(3000):
        slots = set(dice.sample(range(board.slots), dice.randint(0, 16)))
        away = missing_to(board, slots, edge_of(board, bottom=False))
        missing = min(away[point] for point, bit in points_of(board).items() if bottom >> bit & 1)
        value = prospect(game.tables, word_of(board, slots))
        best[missing] = max(value, best.get(missing, value))
        worst[missing] = min(value, worst.get(missing, value))
    assert set(best) == set(range(board.rows + 1))
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
    assert "evaluate=learned" in LEARNED_LEVELS["champion"]
    for spec in ("orion", "orion(clicks=2)"):
        game = ludarium.load(spec)
        evaluator, _ = find_evaluator(game, "learned")
        assert len(evaluator.weights)
        assert levels(game) == LEVELS | LEARNED_LEVELS
    for spec in ("orion(clicks=1)", "orion(clicks=2,rows=4)", "orion(reversal=allowed)", "orion(turn_limit=10)"):
        game = ludarium.load(spec)
        evaluator, _ = find_evaluator(game, "learned")
        assert (len(evaluator.weights), levels(game)) == (0, LEVELS)


def clicks(turn: str) -> set[str]:
    """Return the clicks of a turn, such as p+."""
    return {f"{rotor}{way}" for rotor, ways in re.findall("([a-z])([+-]+)", turn) for way in ways}


@each("seed", range(4))
def test_the_easy_level_turns_no_wheel_back_that_it_has_just_turned(seed: int) -> None:
    record = ludarium.play_match("orion(turn_limit=40)", ["easy", "random"], seed=seed)
    own = [clicks(entry.text) for entry in record.turns[::2]]
    back = {"+": "-", "-": "+"}
    for before, turn in pairwise(own):
        assert not turn & {f"{click[0]}{back[click[1]]}" for click in before}
        assert not turn & {f"{click[0]}{back[click[1]]}" for click in turn}


def test_the_easy_level_mostly_comes_nearer_to_a_chain() -> None:
    record, better, count = ludarium.play_match("orion(turn_limit=40)", ["easy", "random"], seed=1), 0, 0
    state = ORION.initial()
    for number, entry in enumerate(record.turns):
        after = state.play_actions(state.parse_turn(entry.text))
        if number % 2 == 0:
            gain = prospect(ORION.tables, after.vector[X]) - prospect(ORION.tables, state.vector[X])
            loss = prospect(ORION.tables, after.vector[O]) - prospect(ORION.tables, state.vector[O])
            better, count = better + (gain >= loss), count + 1
        state = after
    assert better > 0.8 * count


def test_a_turn_that_was_begun_by_somebody_else_is_ended() -> None:
    state, bot = ORION.initial(), make_bot("easy", ORION, 1)
    state = state.play(int(state.legal(0)[0]))
    while state.in_turn:
        state = state.play(bot.choose(state, 0))
    assert state.actors == (1,)
