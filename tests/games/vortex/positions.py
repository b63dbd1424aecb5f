"""Positions of Vortex, and what can be done in them."""

import ludarium
from ludarium.core.game import State

VORTEX = ludarium.load("vortex")
ALONE = "vortex(tokens=1)"


def names(state: State) -> set[str]:
    return {state.action_name(action) for action in state.legal()}


def plays(state: State, *turns: str) -> State:
    for turn in turns:
        state = state.move(turn)
    return state


def at(spec: str, position: str) -> State:
    return ludarium.load(spec).parse_position(position)
