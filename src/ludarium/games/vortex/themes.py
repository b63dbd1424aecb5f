"""The themes of puzzles of Vortex: what a turn does, and what the others would do; § cites the README."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ludarium.core.game import State
from ludarium.core.kernel import Vector
from ludarium.games.vortex import kernel
from ludarium.games.vortex.rules import bumped, tokens


class Turn(NamedTuple):
    """A turn as the rules of the themes see it: the cells are those of the mover's path.

    `others` are the cells of the tokens that may move instead, and `after` the position after the turn.
    """

    state: State
    seat: int
    start: int
    to: int
    others: tuple[int, ...]
    after: State

    @property
    def last(self) -> int:
        """The number of the centre."""
        return int(self.state.game.tables[kernel.LAST])

    @property
    def moves(self) -> tuple[int, ...]:
        """The cells of all tokens that may move."""
        return self.start, *self.others

    def is_threatened(self, state: State, cell: int) -> bool:
        """§8: whether a rival can bump a token on this cell with the next roll."""
        return bool(0 < cell < self.last and kernel.threats(state.game.tables, state.vector, self.seat, cell, 0))

    def is_safe(self, cell: int) -> bool:
        """§4: whether no token is bumped on this cell, other than at the start and in the centre."""
        return bool(0 < cell < self.last and self.state.game.tables[kernel.SHELTER + cell])

    def numbers(self, state: State) -> int:
        """§5: return how many rolls bring a token home."""
        t = state.game.tables
        return len({self.last - cell for cell in tokens(t, state.vector, self.seat)} & {*range(1, t[kernel.DIE] + 1)})

    def rivals(self, state: State) -> tuple[int, ...]:
        """§4: return the cells on which a token would bump a rival."""
        t, v = state.game.tables, state.vector
        return tuple(cell for cell in range(1, self.last) if kernel.facing(t, v, self.seat, cell) >= 0)


def _brought_in(turn: Turn) -> bool:
    """The token moves from the start."""
    return turn.start == 0


def _brought_home(turn: Turn) -> bool:
    """§5: the token reaches the centre."""
    return turn.to == turn.last


def _catching_up(turn: Turn) -> bool:
    """The hindmost token moves, when none is at the start."""
    return 0 < turn.start == min(_own(turn.state, turn.seat))


def _number_kept(turn: Turn) -> bool:
    """§5: another move takes a token away that waits for its number, and does not bring it home."""
    die, step = int(turn.state.game.tables[kernel.DIE]), turn.to - turn.start
    return any(step < turn.last - cell <= die for cell in turn.others)


def _number_gained(turn: Turn) -> bool:
    """More rolls than before bring a token home."""
    return turn.numbers(turn.after) > turn.numbers(turn.state)


def _risk_taken(turn: Turn) -> bool:
    """A rival can bump the token where it lands."""
    return turn.is_threatened(turn.after, turn.to)


def _left_in_reach(turn: Turn) -> bool:
    """A rival can bump a token that stays."""
    return any(turn.is_threatened(turn.after, cell) for cell in _own(turn.after, turn.seat) if cell != turn.to)


def _escaping(turn: Turn) -> bool:
    """A rival can bump the token where it is, and not where it lands."""
    return turn.is_threatened(turn.state, turn.start) and not _risk_taken(turn)


def _safe_corner(turn: Turn) -> bool:
    """§4: the token reaches or leaves a safe corner, or another token could leave one."""
    return any(turn.is_safe(cell) for cell in (turn.to, *turn.moves))


def _bumping_or_not(turn: Turn) -> bool:
    """§4: a move bumps a rival."""
    return any(bumped(turn.state.game.tables, turn.state.vector, turn.seat, cell) is not None for cell in turn.moves)


def _lying_in_wait(turn: Turn) -> bool:
    """The token lands where the next roll can bump a rival."""
    die = int(turn.state.game.tables[kernel.DIE])
    return turn.to < turn.last and any(0 < cell - turn.to <= die for cell in turn.rivals(turn.after))


def _passing(turn: Turn) -> bool:
    """The token passes over a rival's."""
    return any(turn.start < cell < turn.to for cell in turn.rivals(turn.state))


def _own(state: State, seat: int) -> list[int]:
    t: Vector = state.game.tables
    return tokens(t, state.vector, seat)


THEMES: Mapping[str, Callable[[Turn], bool]] = {
    "bringing a token in": _brought_in,
    "bringing a token home": _brought_home,
    "catching up": _catching_up,
    "keeping a number for the centre": _number_kept,
    "another number for the centre": _number_gained,
    "taking a risk": _risk_taken,
    "leaving a token in reach": _left_in_reach,
    "escaping a bump": _escaping,
    "safe corners": _safe_corner,
    "to bump or not": _bumping_or_not,
    "lying in wait": _lying_in_wait,
    "passing a rival": _passing,
}
"""The themes, each with its rule."""


def themes(state: State, actions: Sequence[int]) -> tuple[str, ...]:
    """Return the themes of a position with a roll in which this turn is right.

    >>> import ludarium
    >>> state = ludarium.load("vortex(tokens=2)").parse_position("0,21/0,24 X 14 3")
    >>> themes(state, state.parse_turn("0-3"))
    ('bringing a token in', 'keeping a number for the centre')
    """
    (start,) = actions
    seat = int(kernel.mover(state.game.tables, state.vector))
    others = tuple(cell for cell in state.legal() if cell != start)
    to = start + int(state.vector[kernel.ROLL])
    turn = Turn(state, seat, start, to, others, state.play_actions(actions))
    return tuple(name for name, holds in THEMES.items() if holds(turn))
