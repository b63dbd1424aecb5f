"""Every position of a small race, found and valued with the game's own rules and nothing else."""

from collections.abc import Callable

import numpy as np

from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE


def everything(game: Game, same: Callable[[State], State]) -> tuple[list[State], np.ndarray]:
    """Every position in which the die is thrown, and seat 0's share there; `same` forgets how long it took.

    With one seat it is the turns that are left, which the seat wants to be few.
    """
    begun = [same(game.initial().play_unchecked(seat)) for seat in range(game.seats)]
    number = {state: i for i, state in enumerate(begun)}
    states, movers, after = list(begun), [], []
    for state in states:  # it grows
        faces = [state.play_unchecked(roll) for roll in state.legal(CHANCE)]
        movers.append([max((0, *face.actors)) for face in faces])
        after.append([turns(face, same) for face in faces])
        for following in (one for face in after[-1] for one in face):
            if following.actors and following not in number:
                number[following] = len(states)
                states.append(following)
    most = max(len(face) for faces in after for face in faces)
    following = np.zeros((len(states), len(after[0]), most), np.int64)
    results: list[float] = []
    for i, faces in enumerate(after):
        for j, face in enumerate(faces):
            for k in range(most):
                one = face[min(k, len(face) - 1)]
                following[i, j, k] = number.get(one, len(states) + len(results))
                if not one.actors:
                    results.append(one.payoffs[0] if game.seats > 1 else 0.0)
    worth = np.array([*[0.0] * len(states), *results])
    greedy = (np.array(movers) == 0) & (game.seats > 1)
    change = 1.0
    while change > 1e-9:
        options = worth[following]
        now = np.where(greedy, options.max(axis=2), options.min(axis=2)).mean(axis=1) + (game.seats == 1)
        change, worth[: len(states)] = np.abs(now - worth[: len(states)]).max(), now
    return states, worth[: len(states)]


def turns(face: State, same: Callable[[State], State]) -> list[State]:
    """What may come of a roll: every move that it allows, or the turn that it ended by itself."""
    if face.actors and face.actors != (CHANCE,):
        return [same(face.play_unchecked(action)) for action in face.legal()]
    return [same(face)]
