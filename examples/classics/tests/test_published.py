"""Counts and values that are published, and plain reference implementations that count the same."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

import ludarium
import pytest
from ludarium import State
from ludarium.search import perft
from ludarium.solve import solve

Stones = dict[tuple[int, int], str]
KING = [(right, down) for right in (-1, 0, 1) for down in (-1, 0, 1) if right or down]


def counts(spec: str, depth: int) -> list[int]:
    start = ludarium.load(spec).initial()
    return [perft(start, steps) for steps in range(1, depth + 1)]


def test_tic_tac_toe_has_255168_games_and_random_play_its_known_results() -> None:
    """H. Bottomley, How many Tic-Tac-Toe games are possible?, 2001: 131,184 won by X, 77,904 by O, 46,080 drawn."""
    ends: Counter[tuple[int, ...]] = Counter()

    @cache
    def results(state: State) -> tuple[Fraction, Fraction, Fraction]:
        if not state.actors:
            return tuple(Fraction(state.winners == winners) for winners in ((0,), (1,), ()))  # type: ignore[return-value]
        following = [results(state.play(action)) for action in state.legal()]
        return tuple(sum(column, Fraction()) / len(following) for column in zip(*following, strict=True))  # type: ignore[return-value]

    def count(state: State) -> None:
        if not state.actors:
            ends[state.winners] += 1
        for action in state.legal() if state.actors else ():
            count(state.play_unchecked(action))

    start = ludarium.load("tic_tac_toe").initial()
    assert results(start) == (Fraction(737, 1260), Fraction(121, 420), Fraction(8, 63))
    assert [round(100 * float(part), 1) for part in results(start)] == [58.5, 28.8, 12.7]
    for first, times in ((0, 4), (1, 4), (4, 1)):  # by symmetry three first turns stand for all nine
        before = ends.copy()
        count(start.play(first))
        for winners, number in (ends - before).items():
            ends[winners] += number * (times - 1)
    assert ends == {(0,): 131_184, (1,): 77_904, (): 46_080}


def test_tic_tac_toe_is_a_draw() -> None:
    assert solve("tic_tac_toe").value == (0.5, 0.5)


def test_othello_begins_with_the_known_counts() -> None:
    assert counts("reversi(size=8)", 7) == [4, 12, 56, 244, 1396, 8200, 55092]


def test_reversi_on_16_cells_is_won_by_the_second_seat() -> None:
    assert solve("reversi(size=4)").value == (0.0, 1.0)


@pytest.mark.parametrize(("length", "first_wins"), [(2, True), (4, True), (6, False), (8, True)])
def test_clobber_on_a_row_is_won_as_albert_and_others_say(length: int, first_wins: bool) -> None:
    """M. Albert, J. Grossman, R. Nowakowski, D. Wolfe, 2005: the first seat wins on 1 x 2n, but for n = 3."""
    assert (solve(f"clobber(columns={length},rows=1)").value == (1.0, 0.0)) is first_wins


@pytest.mark.parametrize("spec", ["y(size=2)", "y(size=3)", "y(size=4)", "havannah(size=2)"])
def test_who_begins_wins_where_a_strategy_can_be_stolen(spec: str) -> None:
    assert solve(spec).value == (1.0, 0.0)


def slides(stones: Stones, size: int, place: tuple[int, int]) -> Iterator[tuple[int, int]]:
    for right, down in KING:
        column, row = place[0] + right, place[1] + down
        while 0 <= column < size and 0 <= row < size and (column, row) not in stones:
            yield column, row
            column, row = column + right, row + down


def amazons(stones: Stones, mover: str, size: int) -> Iterator[Stones]:
    for place in [place for place, stone in stones.items() if stone == mover]:
        rest = {other: stone for other, stone in stones.items() if other != place}
        for end in slides(stones, size, place):
            moved = {**rest, end: mover}
            for arrow in slides(moved, size, end):
                yield {**moved, arrow: "#"}


def breakthrough(stones: Stones, mover: str, columns: int, rows: int) -> Iterator[Stones]:
    goal, step = (0, -1) if mover == "X" else (rows - 1, 1)
    if any(stone != mover and row == rows - 1 - goal for (_, row), stone in stones.items()):
        return
    for (column, row), stone in stones.items():
        for side in (-1, 0, 1) if stone == mover else ():
            end = column + side, row + step
            there = stones.get(end, "")
            if 0 <= end[0] < columns and 0 <= end[1] < rows and there != mover and not (there and side == 0):
                yield {**{place: one for place, one in stones.items() if place != (column, row)}, end: mover}


def clobber(stones: Stones, mover: str) -> Iterator[Stones]:
    for (column, row), stone in stones.items():
        for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1)) if stone == mover else ():
            end = column + right, row + down
            if end in stones and stones[end] != mover:
                yield {**{place: one for place, one in stones.items() if place != (column, row)}, end: mover}


def stones_of(state: State) -> Stones:
    rules = state.game.definition.rules
    cells = rules.board(state.game.options).cells
    return {cell: stone for cell, stone in zip(cells, rules.stones(state), strict=True) if stone != "."}


def count(stones: Stones, mover: str, depth: int, turns: Callable[[Stones, str], Iterator[Stones]]) -> int:
    if not depth:
        return 1
    return sum(count(after, "O" if mover == "X" else "X", depth - 1, turns) for after in turns(stones, mover))


@pytest.mark.parametrize(
    ("spec", "turns", "depth", "steps"),
    [
        ("breakthrough", lambda stones, mover: breakthrough(stones, mover, 8, 8), 3, 3),
        ("breakthrough(columns=2,rows=4)", lambda stones, mover: breakthrough(stones, mover, 2, 4), 8, 8),
        ("clobber(columns=4,rows=3)", clobber, 4, 4),
        ("amazons(size=4)", lambda stones, mover: amazons(stones, mover, 4), 2, 4),
    ],
)
def test_the_kernel_counts_as_a_plain_program(
    spec: str, turns: Callable[[Stones, str], Iterator[Stones]], depth: int, steps: int
) -> None:
    start = ludarium.load(spec).initial()
    assert perft(start, steps) == count(stones_of(start), "X", depth, turns) > 0
