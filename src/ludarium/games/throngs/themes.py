"""The themes of puzzles of Throngs: what the moves of a turn do, and who is ahead; § cites the README."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ludarium.core.game import State


class Turn(NamedTuple):
    """A turn as the rules of the themes see it: its moves as text, and by how many points its seat is ahead before."""

    moves: tuple[str, ...]
    lead: float


def _moving(turn: Turn) -> bool:
    """§3: a stone of one's own moves."""
    return any(move != "pass" and move[0] not in "+x-" for move in turn.moves)


def _travelling(turn: Turn) -> bool:
    """§4: a stone that was added or captured travels."""
    return any(move[0] in "+x-" and "-" in move for move in turn.moves)


THEMES: Mapping[str, Callable[[Turn], bool]] = {
    "adding": lambda turn: any(move.startswith("+") for move in turn.moves),
    "capturing": lambda turn: any(move.startswith("x") for move in turn.moves),
    "moving": _moving,
    "travelling": _travelling,
    "one move left": lambda turn: len(turn.moves) == 1,
    "keeping a lead": lambda turn: turn.lead > 0,
    "from equal points": lambda turn: turn.lead == 0,
    "from behind": lambda turn: turn.lead < 0,
}
"""The themes, each with its rule."""


def themes(state: State, actions: Sequence[int]) -> tuple[str, ...]:
    """Return the themes of a position in which this turn, or this rest of one, is right.

    >>> import ludarium
    >>> state = ludarium.load("throngs").parse_position("3/6/4b3/8/4w3/5w2/4w3/7/5/2 w 8.1 2:2 0")
    >>> themes(state, state.parse_turn("+f6-f4 pass"))
    ('adding', 'travelling', 'keeping a lead')
    """
    points, (seat,) = state.points, state.actors
    turn = Turn(tuple(state.format_turn(actions).split()), points[seat] - points[1 - seat])
    return tuple(name for name, holds in THEMES.items() if holds(turn))
