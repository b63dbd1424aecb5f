"""What is seen on the board: what fights cost, whose land is whose, where an army would go, what matters to a seat."""

import random
from collections.abc import Iterator, Sequence

import numpy as np

import ludarium
from ludarium.core.game import State
from ludarium.games.grid import rules
from ludarium.games.grid.kernel import TURN
from ludarium.games.grid.rules import STEPS
from ludarium.games.grid.sights import Box, Piece, boxes, land, losses, marching, pieces


def cells(state: State) -> list[list[rules.Cell]]:
    return rules.board(state.game.tables, state.vector)


def steps(spec: str, turns: int) -> Iterator[tuple[State, tuple[int, ...], State]]:
    """Yield the steps of a game in which every seat goes some turns in a direction, and then in another."""
    dice, state, actions = random.Random(7), ludarium.load(spec).initial(), tuple[int, ...]()
    for turn in range(turns):
        actions = tuple(dice.randrange(4) for _ in state.actors) if turn % 3 == 0 else actions
        after = state.play(*actions)
        if not after.actors:
            return
        yield state, actions, after
        state = after


def test_a_city_loses_what_the_picture_says() -> None:
    hurt_cities = 0
    for before, _, after in steps("grid(width=9,height=8)", 400):
        found = pieces(cells(before))
        hurt, left = losses(found), {(p.column, p.row): p.value for p in pieces(cells(after)) if p.city}
        for piece in found:
            place = piece.column, piece.row
            rest = piece.value - hurt.get(place, 0)
            if piece.city and rest > 0:
                assert left[place] == rest
                hurt_cities += place in hurt
    assert hurt_cities > 3


def test_an_army_goes_where_the_picture_says_while_no_enemy_is_near() -> None:
    """On the largest board, so that the armies do not meet."""
    for before, actions, after in steps("grid(width=40,height=30)", 40):
        for seat, action in enumerate(actions):
            spawning = int(before.vector[TURN]) % 3 == 0
            said = marching(cells(before), seat, STEPS[action], spawning)
            cities = {(p.column, p.row) for p in pieces(cells(before)) if p.city and p.seat == seat}
            assert said | cities == {(p.column, p.row) for p in pieces(cells(after)) if p.seat == seat}


def test_land_is_that_of_the_nearest_army_and_of_nobody_between() -> None:
    found = [Piece(0, 2, 2, 1, False), Piece(1, 6, 2, 1, False)]
    shown = {(seat, reach): path for seat, reach, path in land(found, 9, 5)}
    assert shown[0, 1] == "M1 1h3v1h-3zM1 2h3v1h-3zM1 3h3v1h-3z"
    assert shown[0, 3].startswith("M0 0h4")
    assert shown[1, 3].startswith("M5 0h4")


def box(found: Sequence[Piece], seat: int, columns: int, rows: int, before: Box | None = None) -> Box | None:
    """Return what matters to a seat on a board with these pieces."""
    own = np.zeros((2, rows), np.int64)
    for piece in found:
        own[piece.seat, piece.row] |= 1 << piece.column
    return boxes(own, columns, [before] * 2)[seat]


def test_a_seat_sees_its_pieces_and_the_enemies_near_them_in_the_shape_of_the_board() -> None:
    found = [Piece(0, 2, 2, 10, True), Piece(1, 5, 3, 1, False), Piece(1, 17, 9, 10, True)]
    seen = box(found, 0, 20, 12)
    assert seen is not None
    left, top, width, height = seen
    assert (left, top) == (0, 0)
    assert width / height == 20 / 12
    assert width >= 11
    assert height >= 7
    assert box([Piece(0, 0, 0, 1, False), Piece(0, 19, 11, 1, False)], 0, 20, 12) is None
    assert box(found[1:], 0, 20, 12) is None


def test_what_is_seen_stays_until_it_differs_by_two_cells() -> None:
    def seen(column: int, before: tuple[float, float, float, float] | None = None) -> object:
        return box([Piece(0, column, 5, 1, False)], 0, 40, 20, before)

    first = box([Piece(0, 15, 5, 1, False)], 0, 40, 20)
    assert seen(16, first) == first
    assert seen(18, first) == seen(18) != first


def test_an_enemy_matters_up_to_four_cells_away_in_every_direction() -> None:
    own = [Piece(0, column, row, 1, False) for column, row in ((25, 15), (30, 22))]
    alone = box(own, 0, 60, 40)
    for right, down in ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)):
        near, far = (Piece(1, 25 + away * right, 15 + away * down, 1, False) for away in (4, 5))
        beyond = Piece(1, 59, 0, 1, False)
        seen = box([*own, near, beyond], 0, 60, 40)
        assert seen is not None
        assert seen[0] <= near.column < seen[0] + seen[2]
        assert seen[1] <= near.row < seen[1] + seen[3]
        if right < 0 or down < 0:  # elsewhere the other own piece is near it
            assert box([*own, far, beyond], 0, 60, 40) == alone
