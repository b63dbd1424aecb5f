"""The kernel and the slow twin agree on 100,000 random positions: what is legal, the scores, who has won, and why."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

import ludarium
from ludarium.core.state import State
from ludarium.games.throngs import kernel
from ludarium.games.throngs.rules import stones
from tests.games.throngs.twin import Point, Twin, first_stones, sites

CHUNKS, POSITIONS = 8, 12_500
SEEN_AT_LEAST = {
    "scattered": 1000,
    "board 63": 1000,
    "board 87": 1000,
    "board 93": 1000,
    "board 153": 200,
    "rules of the page": 1000,
    "pie": 20,
    "stone in hand": 2000,
    "must add or capture": 200,
    "can capture": 200,
    "forced pass": 3,
    "over by score": 5,
    "over by sum": 3,
    "over by passes": 5,
    "over by limit": 20,
}
"""What must come up among the positions of every chunk, or the agreement says little."""
SAID = ("pass", "accept", "swap")


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_kernel_agrees_with_the_twin(chunk: int):
    seen: Counter[str] = Counter()
    dice = random.Random(chunk)
    while seen["positions"] < POSITIONS:
        for twin, legal, state in play_at_random(dice):
            agree(twin, legal, state)
            seen["positions"] += 1
            seen.update(kinds(twin, legal))
    assert {kind: seen[kind] for kind, least in SEEN_AT_LEAST.items() if seen[kind] < least} == {}


def agree(twin: Twin, legal: set[Point | str], state: State) -> None:
    """Assert that kernel and twin find the same."""
    said = order(twin)
    assert {said[action] for action in state.legal()} == legal
    assert state.actors == (() if twin.over else (twin.actor,))
    assert stones(state.game.tables, state.vector) == "".join(twin.stones.get(point, ".") for point in twin.points)
    assert state.scores == (twin.scores["b"], twin.scores["w"])
    assert state.winners == (("bw".index(twin.winner),) if twin.winner else ())
    assert ("", "score", "sum", "passes", "limit")[int(state.vector[kernel.RESULT])] == twin.over
    counters = state.vector[kernel.COUNTER : kernel.COUNTER + 2].tolist()
    assert counters == [twin.counters["b"], twin.counters["w"]]


def order(twin: Twin) -> list[Point | str]:
    """What the ids of the kernel stand for."""
    return [*twin.points, *SAID]


def play_at_random(dice: random.Random) -> Iterator[tuple[Twin, set[Point | str], State]]:
    """Some play from a usual or another position, in both engines."""
    board = dice.choice((63, 63, 63, 87, 87, 93, 93, 153))
    pie, page = dice.random() < 0.2, dice.random() < 0.3
    limit = dice.choice((10, 500))
    spec = f"throngs(board={board},setup={'pie' if pie else 'standard'},rules={'page' if page else 'program'}"
    game = ludarium.load(f"{spec},turn_limit={limit})")
    if dice.random() < 0.2:
        twin = Twin(board, pie, page, limit, {} if pie else first_stones(board), placed=0 if pie else 3)
        twin.replied = not pie
        if not pie:
            twin.scores = {"b": 1, "w": 2}
        state = game.initial()
    else:
        twin = scattered(dice, board, pie, page, limit)
        state = game.read(position(twin))
    lazy = dice.choice((0, 0, 0, 0.9))
    for _ in range(dice.choice((6, 20, 60))):
        legal = twin.legal()
        yield twin, legal, state
        if twin.over:
            return
        way = "pass" if "pass" in legal and dice.random() < lazy else dice.choice(sorted(legal, key=str))
        twin.play(way)
        state = state.play_unchecked(order(twin).index(way))


def scattered(dice: random.Random, board: int, pie: bool, page: bool, limit: int) -> Twin:
    """Stones anywhere: few or many, mixed or in regions, with one colour perhaps ahead."""
    points = sites(board)
    share, ahead = dice.choice((0.1, 0.4, 0.7, 0.9, 1.0)), dice.choice((0.2, 0.5, 0.5, 0.8))
    middle, regions = dice.choice(points), dice.random() < 0.6
    found = {}
    for x, y in points:
        if dice.random() < share:
            near = abs(x - middle[0]) + 2 * abs(y - middle[1]) < 12 * ahead if regions else dice.random() < ahead
            found[x, y] = "bw"[near ^ (dice.random() < 0.05)]
    turn, second = dice.randint(3, limit), dice.random() < 0.5
    mover = dice.choice("bw") if pie else "wb"[turn % 2]
    counters = {player: dice.randint(0, 4) for player in "bw"}
    twin = Twin(board, pie, page, limit, found, mover, turn, second, counters, dice.choice((0, 0, 1, 2, 3)))
    twin.scores = {player: twin.score(player) for player in "bw"}
    twin.over = twin.end()
    return twin


def position(twin: Twin) -> str:
    """The position as text."""
    rows: dict[int, str] = {}
    for x, y in twin.points:
        rows[y] = rows.get(y, "") + twin.stones.get((x, y), ".")
    counters = f"{twin.counters['b']}:{twin.counters['w']}"
    return f"{'/'.join(rows.values())} {twin.mover} {twin.turn}.{twin.second + 1} {counters} {twin.passes}"


def kinds(twin: Twin, legal: set[Point | str]) -> Iterator[str]:
    """What is worth counting about a position."""
    yield f"board {twin.board}"
    if len(twin.stones) > twin.turn + 20:
        yield "scattered"
    if twin.page:
        yield "rules of the page"
    if twin.over:
        yield f"over by {twin.over}"
        return
    if twin.placed < 3 or not twin.replied:
        yield "pie"
        return
    if twin.hand is not None:
        yield "stone in hand"
        return
    if any(twin.stones.get(point) == twin.other for point in legal):
        yield "can capture"
    if twin.counters[twin.mover] >= 4:
        yield "forced pass" if legal == {"pass"} else "must add or capture"
