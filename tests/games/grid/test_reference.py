"""The kernel and the reference agree on thousands of random positions: what is where, who has lost, how it ended."""

import random
from collections.abc import Iterator
from itertools import product

import numpy as np

import ludarium
from ludarium.core.game import State
from tests.games.agreement import compare
from tests.games.grid.corpus import codes
from tests.games.grid.reference import Cell, Piece, Reference

WAYS: dict[str | None, int] = {"n": 0, "e": 1, "s": 2, "w": 3, None: 4}
SEEN_AT_LEAST = {
    "two seats": 250,
    "three seats": 250,
    "four seats": 250,
    "rocks": 250,
    "enemies touch": 250,
    "a seat has lost": 75,
    "won": 8,
    "drawn": 2,
    "over on time": 8,
    "a city": 750,
}
"""What must come up among the positions, or the agreement says little."""


def test_the_kernel_agrees_with_the_reference() -> None:
    compare(play_at_random, agree, kinds, SEEN_AT_LEAST)


def agree(reference: Reference, state: State) -> None:
    """Assert that kernel and reference have the same position and find the same in it."""
    assert state.actors == (() if reference.over else tuple(reference.alive))
    assert all(state.legal(seat) == (0, 1, 2, 3) for seat in state.actors)
    assert list(state.points) == reference.points
    assert list(state.winners) == reference.winners
    assert [int(way) for way in state.vector[2 : 2 + len(reference.directions)]] == [
        WAYS[way] for way in reference.directions
    ]
    assert int(state.vector[0]) == reference.turn
    expected = np.zeros((reference.height, reference.width), np.int64)
    for x, y in reference.rocks:
        expected[y, x] = 1 << 5
    for (x, y), piece in reference.pieces.items():
        expected[y, x] = piece.value + (piece.city << 4) + (1 << 6 + piece.seat)
    assert (codes(state) == expected.ravel()).all()


def play_at_random(dice: random.Random) -> Iterator[tuple[Reference, State]]:
    """A few turns from a random position, in both engines; a direction is often kept."""
    seats, width, height = dice.choice((2, 2, 3, 4)), dice.randint(7, 12), dice.randint(6, 10)
    interval, city_at, limit = dice.randint(1, 4), dice.choice((2, 4, 6, 10, 10, 15)), 40
    game = ludarium.load(
        f"grid(players={seats},width={width},height={height},spawn_interval={interval},city_at={city_at},"
        f"turn_limit={limit})"
    )
    cells = dice.sample(list(product(range(width), range(height))), width * height)
    rocks = frozenset(cells[: dice.choice((0, 0, 5))])
    pieces = scattered(dice, cells[len(rocks) :], seats, city_at)
    turn = dice.choice((0, 1, 2, 30, 36))
    directions = [dice.choice("nesw") for _ in range(seats)]
    reference = Reference(width, height, interval, city_at, limit, pieces, [*directions], rocks, turn)
    state = game.parse_position(position(reference))
    yield reference, state
    for _ in range(dice.choice((4, 8))):
        if reference.over:
            return
        directions = [way if dice.random() < 0.6 else dice.choice("nesw") for way in directions]
        chosen = {seat: directions[seat] for seat in reference.alive}
        reference.play(chosen)
        state = state.play(*("nesw".index(way) for way in chosen.values()))
        yield reference, state


def scattered(dice: random.Random, cells: list[Cell], seats: int, city_at: int) -> dict[Cell, Piece]:
    """Pieces anywhere: some boards are crowded, some nearly empty."""
    pieces = {}
    for cell in cells[: dice.choice((seats, 6, 12, 30))]:
        seat, city = dice.randrange(seats), dice.random() < 0.3
        pieces[cell] = Piece(seat, dice.randint(1, 10 if city else city_at - 1), city)
    return pieces


def position(reference: Reference) -> str:
    """The reference's position as text, with no runs."""
    rows = "/".join(
        "".join(written(reference, (x, y)) for x in range(reference.width)) for y in range(reference.height)
    )
    return f"{rows} {'/'.join(direction or 'x' for direction in reference.directions)} {reference.turn}"


def written(reference: Reference, cell: Cell) -> str:
    if cell not in reference.pieces:
        return "#" if cell in reference.rocks else "."
    piece = reference.pieces[cell]
    return ("GRYB" if piece.city else "gryb")[piece.seat] + str(piece.value)


def kinds(reference: Reference) -> Iterator[str]:
    """What is worth counting about a position."""
    yield {2: "two seats", 3: "three seats", 4: "four seats"}[len(reference.directions)]
    if reference.rocks:
        yield "rocks"
    if None in reference.directions:
        yield "a seat has lost"
    if reference.over:
        yield "over on time" if len(reference.alive) > 1 else "won" if reference.winners else "drawn"
    if any(piece.city for piece in reference.pieces.values()):
        yield "a city"
    if any(
        (x + dx, y + dy) in reference.pieces and reference.pieces[x + dx, y + dy].seat != piece.seat
        for (x, y), piece in reference.pieces.items()
        for dx, dy in ((1, -1), (1, 0), (1, 1), (0, 1))
    ):
        yield "enemies touch"
