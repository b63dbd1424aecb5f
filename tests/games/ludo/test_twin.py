"""The kernel and the slow twin agree on 100,000 random positions: what may come, who has won, how it ended."""

import random
from collections.abc import Iterator

import pytest

import ludarium
from ludarium.core.state import State
from tests.games.agreement import CHUNKS, compare
from tests.games.ludo.twin import PLAYERS, Twin, reachable

SEEN_AT_LEAST = {
    "draw of who begins": 20,
    "roll": 3000,
    "one": 500,
    "move": 2000,
    "over the goal": 500,
    "bump": 200,
    "retired": 40,
    "won": 30,
    "drawn": 10,
    "usual start": 20,
    "more than two players": 3000,
    "other goal or die": 3000,
}
"""What must come up among the positions of every chunk, or the agreement says little."""

OPTIONS = {option.name: option for option in ludarium.load("ludo").kit.options}


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_kernel_agrees_with_the_twin(chunk: int):
    compare(chunk, play_at_random, agree, kinds, SEEN_AT_LEAST)


def agree(twin: Twin, state: State) -> None:
    """Assert that kernel and twin find the same."""
    legal = twin.legal()
    assert [state.name(action) for action in state.legal()] == legal
    assert state.actors == (() if twin.over else (PLAYERS.index(twin.mover),) if twin.roll else (-1,))
    assert list(state.odds().values()) == ([] if twin.over or twin.roll else [1 / len(legal)] * len(legal))
    assert state.scores == tuple(twin.retired(player) for player in twin.names)
    assert state.winners == ((PLAYERS.index(twin.winner),) if twin.winner else ())
    assert (state.outcome is not None) == twin.over
    assert str(state) == str(twin)


def play_at_random(dice: random.Random) -> Iterator[tuple[Twin, State]]:
    """Some turns of a game from the usual or another position, in both engines."""
    players, markers = dice.randint(2, 4), dice.randint(1, 4)
    goal, die = (120, 6) if dice.random() < 0.5 else (dice.choice(OPTIONS["goal"].values), dice.choice((6, 8, 10, 12)))
    limit = dice.choice((10, 5000))
    game = ludarium.load(f"ludo(players={players},markers={markers},goal={goal},die={die},turn_limit={limit})")
    twin, state = Twin(players, markers, goal, die, limit), game.initial()
    if dice.random() < 0.9:
        twin = Twin(
            players, markers, goal, die, limit, scattered(twin, dice), twin.names[-1], turns=dice.randint(1, 19)
        )
        state = game.read(str(twin))
    yield twin, state
    for _ in range(dice.choice((10, 40))):
        if twin.over:
            return
        turn = dice.choice(twin.legal())
        twin.play(turn)
        state = state.move(turn)
        yield twin, state


def scattered(twin: Twin, dice: random.Random) -> dict[str, int]:
    """Markers anywhere that they may be; few positions, so that markers meet; nobody is home."""
    some = dice.sample(sorted(reachable(twin.goal, twin.die)), 8)
    near = [place for place in some if twin.goal % place == 0]
    found: dict[str, int] = {}
    for marker in twin.positions:
        others = {place for other, place in found.items() if other[0] != marker[0]}
        free = [place for place in (near or some) if place not in others and place != twin.goal]
        found[marker] = dice.choice([1, *free, twin.goal if marker[1] != "1" else 1])
    return found


def kinds(twin: Twin) -> Iterator[str]:
    """What is worth counting about a position, and about the turn that led to it."""
    yield twin.happened or ("usual start" if not twin.turns else "scattered")
    if twin.drawn:
        yield "drawn"
    if twin.players > 2:
        yield "more than two players"
    if (twin.goal, twin.die) != (120, 6):
        yield "other goal or die"
