"""A digest of the rules of a game with its options: by it a table that was computed under other rules is recognised."""

import hashlib

import numpy as np

from ludarium.core.game import Game
from ludarium.core.kernel import CHANCE

_GAMES, _STEPS = 8, 200


def rules_digest(game: Game) -> str:
    """Return 16 letters and digits that depend on the setup, and on the positions of a few games.

    The code may change as long as it does the same, so that tables stay good.

    >>> import ludarium
    >>> rules_digest(ludarium.load("ludo")) == rules_digest(ludarium.load("ludo(goal=60)"))
    False
    """
    found = hashlib.sha256(game.spec.encode())
    for vector in (game.tables, game.setup.start):
        found.update(np.ascontiguousarray(vector, "<i8").tobytes())
    number = 1
    for _ in range(_GAMES):
        state = game.initial()
        for _ in range(_STEPS):
            actors = state.actors
            if not actors:
                found.update(repr(state.payoffs).encode())
                break
            step = []
            for actor in actors:
                legal = state.legal(actor)
                number = number * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
                step.append(legal[(number >> 33) % len(legal)])
                found.update(repr(legal if actor == CHANCE else (actor, *legal)).encode())
            state = state.play_unchecked(*step)
            found.update(state.vector.astype("<i8").tobytes())
    return found.hexdigest()[:16]
