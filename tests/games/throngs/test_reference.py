"""The kernel and the reference agree on thousands of random positions: legal actions, scores, who has won and why."""

import random
from collections.abc import Iterator

import ludarium
from ludarium.core.game import State
from ludarium.games.throngs import kernel
from ludarium.games.throngs.rules import stones
from tests.games.agreement import compare
from tests.games.throngs.pictures import Point, first_stones, sites
from tests.games.throngs.reference import Reference

SEEN_AT_LEAST = {
    "scattered": 250,
    "board 63": 250,
    "board 87": 250,
    "board 93": 250,
    "board 153": 50,
    "rules of the page": 250,
    "pie": 5,
    "stone in hand": 500,
    "must add or capture": 50,
    "can capture": 50,
    "forced pass": 3,
    "over by score": 3,
    "over by sum": 3,
    "over by passes": 3,
    "over by limit": 5,
}
"""What must come up among the positions, or the agreement says little."""
SAID = ("pass", "accept", "swap")
Turn = tuple[Reference, set[Point | str]]
"""The reference, and what it says is legal, which takes a while to find."""


def test_the_kernel_agrees_with_the_reference() -> None:
    compare(play_at_random, agree, kinds, SEEN_AT_LEAST)


def agree(turn: Turn, state: State) -> None:
    """Assert that kernel and reference find the same."""
    reference, legal = turn
    said = order(reference)
    assert {said[action] for action in state.legal()} == legal
    assert state.actors == (() if reference.over else (reference.actor,))
    assert stones(state.game.tables, state.vector) == "".join(
        reference.stones.get(point, ".") for point in reference.points
    )
    assert state.points == (float(reference.scores["b"]), float(reference.scores["w"]))
    assert state.winners == (("bw".index(reference.winner),) if reference.winner else ())
    assert ("", "score", "sum", "passes", "limit")[int(state.vector[kernel.RESULT])] == reference.over
    counters = state.vector[kernel.COUNTER : kernel.COUNTER + 2].tolist()
    assert counters == [reference.counters["b"], reference.counters["w"]]


def order(reference: Reference) -> list[Point | str]:
    """What the ids of the kernel stand for."""
    return [*reference.points, *SAID]


def play_at_random(dice: random.Random) -> Iterator[tuple[Turn, State]]:
    """Some play from a usual or another position, in both engines."""
    board = dice.choice((63, 63, 63, 87, 87, 93, 93, 153))
    pie, page = dice.random() < 0.2, dice.random() < 0.3
    limit = dice.choice((10, 500))
    spec = f"throngs(board={board},setup={'pie' if pie else 'standard'},rules={'page' if page else 'program'}"
    game = ludarium.load(f"{spec},turn_limit={limit})")
    if dice.random() < 0.2:
        reference = Reference(board, pie, page, limit, {} if pie else first_stones(board), placed=0 if pie else 3)
        reference.replied = not pie
        if not pie:
            reference.scores = {"b": 1, "w": 2}
        state = game.initial()
    else:
        reference = scattered(dice, board, pie, page, limit)
        state = game.parse_position(position(reference))
    lazy = dice.choice((0, 0, 0, 0.9))
    for _ in range(dice.choice((6, 20, 60))):
        legal = reference.legal()
        yield (reference, legal), state
        if reference.over:
            return
        way = "pass" if "pass" in legal and dice.random() < lazy else dice.choice(sorted(legal, key=str))
        reference.play(way)
        state = state.play_unchecked(order(reference).index(way))


def scattered(dice: random.Random, board: int, pie: bool, page: bool, limit: int) -> Reference:
    """Stones anywhere: few or many, mixed or in regions, with one colour perhaps ahead."""
    points = sites(board)
    payoff, ahead = dice.choice((0.1, 0.4, 0.7, 0.9, 1.0)), dice.choice((0.2, 0.5, 0.5, 0.8))
    middle, regions = dice.choice(points), dice.random() < 0.6
    found = {}
    for x, y in points:
        if dice.random() < payoff:
            near = abs(x - middle[0]) + 2 * abs(y - middle[1]) < 12 * ahead if regions else dice.random() < ahead
            found[x, y] = "bw"[near ^ (dice.random() < 0.05)]
    turn, second = dice.randint(3, limit), dice.random() < 0.5
    mover = dice.choice("bw") if pie else "wb"[turn % 2]
    counters = {player: dice.randint(0, 4) for player in "bw"}
    reference = Reference(board, pie, page, limit, found, mover, turn, second, counters, dice.choice((0, 0, 1, 2, 3)))
    reference.scores = {player: reference.score(player) for player in "bw"}
    reference.over = reference.end()
    return reference


def position(reference: Reference) -> str:
    """The position as text."""
    rows: dict[int, str] = {}
    for x, y in reference.points:
        rows[y] = rows.get(y, "") + reference.stones.get((x, y), ".")
    counters = f"{reference.counters['b']}:{reference.counters['w']}"
    board = "/".join(rows.values())
    return f"{board} {reference.mover} {reference.turn}.{reference.second + 1} {counters} {reference.passes}"


def kinds(turn: Turn) -> Iterator[str]:
    """What is worth counting about a position."""
    reference, legal = turn
    yield f"board {reference.board}"
    if len(reference.stones) > reference.turn + 20:
        yield "scattered"
    if reference.page:
        yield "rules of the page"
    if reference.over:
        yield f"over by {reference.over}"
        return
    if reference.placed < 3 or not reference.replied:
        yield "pie"
        return
    if reference.hand is not None:
        yield "stone in hand"
        return
    if any(not isinstance(point, str) and reference.stones.get(point) == reference.other for point in legal):
        yield "can capture"
    if reference.counters[reference.mover] >= 4:
        yield "forced pass" if legal == {"pass"} else "must add or capture"
