"""The kernel and the reference agree on thousands of random positions: what may come, who has won, how it ended."""

import random
from collections.abc import Iterator

import ludarium
from ludarium.core.game import State
from tests.games.agreement import compare
from tests.games.ludo.reference import PLAYERS, Reference, reachable

SEEN_AT_LEAST = {
    "draw of who begins": 5,
    "roll": 750,
    "one": 125,
    "move": 500,
    "over the goal": 125,
    "bump": 50,
    "retired": 10,
    "won": 8,
    "drawn": 3,
    "usual start": 5,
    "more than two players": 750,
    "other goal or die": 750,
}
"""What must come up among the positions, or the agreement says little."""

GOALS = (24, 30, 36, 48, 60, 72, 80, 90, 96, 100, 120, 144, 180, 240, 360)


def test_the_kernel_agrees_with_the_reference() -> None:
    compare(play_at_random, agree, kinds, SEEN_AT_LEAST)


def agree(reference: Reference, state: State) -> None:
    """Assert that kernel and reference find the same."""
    legal = reference.legal()
    assert [state.action_name(action) for action in state.legal()] == legal
    assert state.actors == (() if reference.over else (PLAYERS.index(reference.mover),) if reference.roll else (-1,))
    assert list(state.chance_outcomes().values()) == (
        [] if reference.over or reference.roll else [1 / len(legal)] * len(legal)
    )
    assert state.points == tuple(reference.retired(player) for player in reference.names)
    assert state.winners == ((PLAYERS.index(reference.winner),) if reference.winner else ())
    assert (state.payoffs is not None) == reference.over
    assert str(state) == str(reference)


def play_at_random(dice: random.Random) -> Iterator[tuple[Reference, State]]:
    """Some turns of a game from the usual or another position, in both engines."""
    players, markers = dice.randint(2, 4), dice.randint(1, 4)
    goal, die = (120, 6) if dice.random() < 0.5 else (dice.choice(GOALS), dice.choice((6, 8, 10, 12)))
    limit = dice.choice((10, 5000))
    game = ludarium.load(f"ludo(players={players},markers={markers},goal={goal},die={die},turn_limit={limit})")
    reference, state = Reference(players, markers, goal, die, limit), game.initial()
    if dice.random() < 0.9:
        reference = Reference(
            players,
            markers,
            goal,
            die,
            limit,
            scattered(reference, dice),
            reference.names[-1],
            turns=dice.randint(1, 19),
        )
        state = game.parse_position(str(reference))
    yield reference, state
    for _ in range(dice.choice((10, 40))):
        if reference.over:
            return
        turn = dice.choice(reference.legal())
        reference.play(turn)
        state = state.move(turn)
        yield reference, state


def scattered(reference: Reference, dice: random.Random) -> dict[str, int]:
    """Markers anywhere that they may be; few positions, so that markers meet; nobody is home."""
    some = dice.sample(sorted(reachable(reference.goal, reference.die)), 8)
    near = [place for place in some if reference.goal % place == 0]
    found: dict[str, int] = {}
    for marker in reference.positions:
        others = {place for other, place in found.items() if other[0] != marker[0]}
        free = [place for place in (near or some) if place not in others and place != reference.goal]
        found[marker] = dice.choice([1, *free, reference.goal if marker[1] != "1" else 1])
    return found


def kinds(reference: Reference) -> Iterator[str]:
    """What is worth counting about a position, and about the turn that led to it."""
    yield reference.happened or ("usual start" if not reference.turns else "scattered")
    if reference.drawn:
        yield "drawn"
    if reference.players > 2:
        yield "more than two players"
    if (reference.goal, reference.die) != (120, 6):
        yield "other goal or die"
