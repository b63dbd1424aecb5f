"""Exact values of a small race, by the game's own rules and nothing else."""

from collections.abc import Callable

import numpy as np

from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE, Floats


def exact_values(game: Game, same: Callable[[State], State]) -> tuple[list[State], Floats]:
    """Return every position in which the die is thrown, and seat 0's payoff there; `same` removes the turn number.

    With one seat the value is the number of turns that are left, which the seat minimizes.
    """
    starts = [same(game.initial().play_unchecked(seat)) for seat in range(game.seats)]
    number = {state: i for i, state in enumerate(starts)}
    states = list(starts)
    movers: list[list[int]] = []
    after: list[list[list[State]]] = []
    for state in states:  # the loop appends to it
        faces = [state.play_unchecked(roll) for roll in state.legal(CHANCE)]
        movers.append([max((0, *face.actors)) for face in faces])
        after.append([turns(face, same) for face in faces])
        for new in (one for face in after[-1] for one in face):
            if new.actors and new not in number:
                number[new] = len(states)
                states.append(new)
    most = max(len(face) for faces in after for face in faces)
    following = np.zeros((len(states), len(after[0]), most), np.int64)
    results: list[float] = []
    for i, outcomes in enumerate(after):
        for j, ends in enumerate(outcomes):
            for k in range(most):
                one = ends[min(k, len(ends) - 1)]
                following[i, j, k] = number.get(one, len(states) + len(results))
                if not one.actors:
                    assert one.payoffs is not None
                    results.append(one.payoffs[0] if game.seats > 1 else 0.0)
    values = np.array([*[0.0] * len(states), *results])
    greedy = (np.array(movers) == 0) & (game.seats > 1)
    change = 1.0
    while change > 1e-9:
        options = values[following]
        now = np.where(greedy, options.max(axis=2), options.min(axis=2)).mean(axis=1) + (game.seats == 1)
        change, values[: len(states)] = np.abs(now - values[: len(states)]).max(), now
    return states, values[: len(states)]


def turns(face: State, same: Callable[[State], State]) -> list[State]:
    """Return the positions after a roll: after every move that it allows, or the same one if it ended the turn."""
    if face.actors and face.actors != (CHANCE,):
        return [same(face.play_unchecked(action)) for action in face.legal()]
    return [same(face)]
