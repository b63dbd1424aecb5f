"""The kernel and the reference agree on thousands of random positions: what is legal, the scores, who has won."""

import random
from collections import Counter
from collections.abc import Iterator

import ludarium
from ludarium.core.game import State
from tests.games.agreement import compare
from tests.games.vortex.reference import Place, Reference

SEEN_AT_LEAST = {
    "usual start": 50,
    "scattered": 1250,
    "round board": 500,
    "turn without a move": 25,
    "own token in the way": 75,
    "bump to play": 75,
    "safe cell shared": 25,
    "threatened": 500,
    "more threats than sides": 3,
    "won": 5,
    "tied": 3,
    "at home and waiting": 5,
    "turn limit": 3,
}
"""What must come up among the positions, or the agreement says little."""


def test_the_kernel_agrees_with_the_reference() -> None:
    compare(play_at_random, agree, kinds, SEEN_AT_LEAST)


def agree(reference: Reference, state: State) -> None:
    """Assert that kernel and reference find the same."""
    assert str(state) == reference.text()
    actors = (
        () if reference.over else (-1,) if reference.mover is None or reference.roll is None else (reference.mover,)
    )
    assert state.actors == actors
    assert {state.action_name(action) for action in state.legal()} == reference.legal()
    assert state.points == tuple(reference.points())
    assert state.winners == tuple(reference.winners)


def play_at_random(dice: random.Random) -> Iterator[tuple[Reference, State]]:
    """A game from the usual or another position, in both engines."""
    board = dice.choice(("square3", "square5", "square5", "square7", "square9", "round2", "round3", "round4"))
    players, die, tokens, limit = (
        dice.randint(1, 4),
        dice.choice((2, *range(2, 13))),
        dice.randint(1, 4),
        dice.choice((10, 2000)),
    )
    game = ludarium.load(f"vortex(board={board},players={players},die={die},tokens={tokens},turn_limit={limit})")
    reference, state = Reference(board, players, die, tokens, limit), game.initial()
    if dice.random() < 0.8:
        scatter(reference, dice)
        state = game.parse_position(reference.text())
    yield reference, state
    for _ in range(dice.choice((10, 40))):
        if reference.over:
            return
        way = dice.choice(sorted(reference.legal()))
        state = state.move(way)
        reference.play(way)
        yield reference, state


def scatter(reference: Reference, dice: random.Random) -> None:
    """Put the tokens anywhere, near the end more often than not, and let some turns have been taken."""
    last = len(reference.paths[0])
    taken = dict[Place | None, int]()
    for player in range(reference.players):
        lowest, own = dice.choice((0, 0, last // 2, last - 3)), list[int]()
        while len(own) < reference.each:
            steps = dice.choice((0, last, dice.randint(max(lowest, 0), last), dice.randint(max(lowest, 0), last)))
            place = reference.place(player, steps)
            free = place == reference.centre or place in reference.safe or taken.get(place, player) == player
            if not steps or (free and (steps == last or steps not in own)):
                own.append(steps)
                taken[place] = player
        reference.tokens[player] = own
    rounds, reference.mover = dice.randint(0, min(reference.limit, 12) - 1), dice.randrange(reference.players)
    had = dice.randrange(reference.players)
    reference.turns = [rounds] * reference.players
    for step in range(1, had + 1):
        reference.turns[(reference.mover + step) % reference.players] += 1


def kinds(reference: Reference) -> Iterator[str]:
    """What is worth counting about a position."""
    yield "usual start" if not any(map(sum, reference.tokens)) else "scattered"
    if reference.board.startswith("round"):
        yield "round board"
    if reference.skipped:
        yield "turn without a move"
    if reference.over:
        yield ("turn limit", "won", "tied", "tied", "tied")[len(reference.home)]
    elif reference.home:
        yield "at home and waiting"
    places = Counter(reference.place(p, s) for p in range(reference.players) for s in reference.tokens[p] if s)
    if any(places[place] > 1 for place in reference.safe):
        yield "safe cell shared"
    threats = [number for own in reference.all_threats() for number in own.values()]
    if any(threats):
        yield "threatened"
    if max(threats) > reference.die:
        yield "more threats than sides"
    if reference.roll is not None and not reference.over:
        assert reference.mover is not None
        if any("x" in way for way in reference.legal()):
            yield "bump to play"
        own = reference.tokens[reference.mover]
        if any(steps + reference.roll in own and not reference.lands(steps) for steps in own):
            yield "own token in the way"
