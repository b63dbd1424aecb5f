"""The first turn of a game in which seats act, after the rolls before it."""

from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import generator


def first_turn(game: Game) -> State:
    """Return a state in which seats act for the first time; the rolls before it are always the same.

    They are drawn at random from a fixed seed: a rule that always takes the first roll may never let anybody begin.

    >>> import ludarium
    >>> len(first_turn(ludarium.load("ludo")).actors)
    1
    """
    state = game.initial()
    if state.actors == (CHANCE,):
        rng = generator(0)
        while state.actors == (CHANCE,):
            state = state.play_unchecked(int(rng.choice(state.legal())))
    return state
