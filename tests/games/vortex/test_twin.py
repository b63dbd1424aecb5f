"""The kernel and the slow twin agree on 100,000 random positions: what is legal, the scores, who has won."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

import ludarium
from ludarium.core.state import State
from tests.games.agreement import CHUNKS, compare
from tests.games.vortex.twin import Twin

SEEN_AT_LEAST = {
    "usual start": 200,
    "scattered": 5000,
    "round board": 2000,
    "turn without a move": 100,
    "own token in the way": 300,
    "bump to play": 300,
    "safe cell shared": 100,
    "threatened": 2000,
    "more threats than sides": 3,
    "won": 20,
    "tied": 3,
    "at home and waiting": 20,
    "turn limit": 10,
}
"""What must come up among the positions of every chunk, or the agreement says little."""


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_kernel_agrees_with_the_twin(chunk: int):
    compare(chunk, play_at_random, agree, kinds, SEEN_AT_LEAST)


def agree(twin: Twin, state: State) -> None:
    """Assert that kernel and twin find the same."""
    assert str(state) == twin.text()
    actors = () if twin.over else (-1,) if twin.mover is None or twin.roll is None else (twin.mover,)
    assert state.actors == actors
    assert {state.name(action) for action in state.legal()} == twin.legal()
    assert state.scores == tuple(twin.scores())
    assert state.winners == tuple(twin.winners)


def play_at_random(dice: random.Random) -> Iterator[tuple[Twin, State]]:
    """A game from the usual or another position, in both engines."""
    board = dice.choice(("square3", "square5", "square5", "square7", "square9", "round2", "round3", "round4"))
    players, die, tokens, limit = (
        dice.randint(1, 4),
        dice.choice((2, *range(2, 13))),
        dice.randint(1, 4),
        dice.choice((10, 2000)),
    )
    game = ludarium.load(f"vortex(board={board},players={players},die={die},tokens={tokens},turn_limit={limit})")
    twin, state = Twin(board, players, die, tokens, limit), game.initial()
    if dice.random() < 0.8:
        scatter(twin, dice)
        state = game.read(twin.text())
    yield twin, state
    for _ in range(dice.choice((10, 40))):
        if twin.over:
            return
        way = dice.choice(sorted(twin.legal()))
        state = state.move(way)
        twin.play(way)
        yield twin, state


def scatter(twin: Twin, dice: random.Random) -> None:
    """Put the tokens anywhere, near the end more often than not, and let some turns have been taken."""
    last, taken = len(twin.paths[0]), {}
    for player in range(twin.players):
        lowest, own = dice.choice((0, 0, last // 2, last - 3)), []
        while len(own) < twin.each:
            steps = dice.choice((0, last, dice.randint(max(lowest, 0), last), dice.randint(max(lowest, 0), last)))
            place = twin.place(player, steps)
            free = place == twin.centre or place in twin.safe or taken.get(place, player) == player
            if not steps or (free and (steps == last or steps not in own)):
                own.append(steps)
                taken[place] = player
        twin.tokens[player] = own
    rounds, twin.mover = dice.randint(0, min(twin.limit, 12) - 1), dice.randrange(twin.players)
    had = dice.randrange(twin.players)
    twin.turns = [rounds] * twin.players
    for step in range(1, had + 1):
        twin.turns[(twin.mover + step) % twin.players] += 1


def kinds(twin: Twin) -> Iterator[str]:
    """What is worth counting about a position."""
    yield "usual start" if not any(map(sum, twin.tokens)) else "scattered"
    if twin.board.startswith("round"):
        yield "round board"
    if twin.skipped:
        yield "turn without a move"
    if twin.over:
        yield ("turn limit", "won", "tied", "tied", "tied")[len(twin.home)]
    elif twin.home:
        yield "at home and waiting"
    places = Counter(twin.place(p, s) for p in range(twin.players) for s in twin.tokens[p] if s)
    if any(places[place] > 1 for place in twin.safe):
        yield "safe cell shared"
    threats = [number for own in twin.all_threats() for number in own.values()]
    if any(threats):
        yield "threatened"
    if max(threats) > twin.die:
        yield "more threats than sides"
    if twin.roll is not None and not twin.over:
        assert twin.mover is not None
        if any("x" in way for way in twin.legal()):
            yield "bump to play"
        own = twin.tokens[twin.mover]
        if any(steps + twin.roll in own and not twin.lands(steps) for steps in own):
            yield "own token in the way"
