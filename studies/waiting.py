"""Two players who only wait, for `studies.finishing`."""

import numpy as np

import ludarium

_before: list[np.ndarray] = []
"""What the shuffler saw before its last two turns of this match."""


def passer(state: ludarium.State, seat: int) -> int:
    """Return the action that passes; the default action where there is none."""
    passes = [action for action in state.legal(seat) if state.action_name(action, seat) == "pass"]
    return passes[0] if passes else state.default_action(seat)


def shuffler(state: ludarium.State, seat: int) -> int:
    """Return the action after which the board is most like the one before its previous turn."""
    if not state.in_turn:
        _before[:] = [*_before[-1:], ludarium.observe(state, seat)]
    if len(state.actors) > 1:
        return state.default_action(seat)

    def distance(action: int) -> float:
        return float(np.abs(ludarium.observe(state.play(action), seat) - _before[0]).sum())

    return min(state.legal(seat), key=distance)
