"""Grid Games to play, and the turns that a test reads of them."""

import ludarium
from ludarium.core.game import State
from ludarium.games.grid import rules

GRID = ludarium.load("grid")
SMALL = ludarium.load("grid(width=7,height=6)")
FOUR = ludarium.load("grid(players=4)")


def reported(state: State) -> int:
    return rules.reported_turns(state.game.tables, state.vector)
