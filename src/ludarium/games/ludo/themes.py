"""The themes of puzzles of Multiplication Ludo: what a turn does, and what the others would do; § cites the README."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ludarium.core.game import State
from ludarium.games.ludo.kernel import DIE, GOAL, MOVER, ROLL
from ludarium.games.ludo.rules import board, landing, markers


class Move(NamedTuple):
    """A legal move: from which position, and to which (1 if the product is over the goal)."""

    start: int
    to: int


class Turn(NamedTuple):
    """A turn as the rules of the themes see it.

    `others` are the legal moves from other positions, `stay` the other markers of the mover, and `rivals` the markers
    of all opponents before the turn.
    """

    state: State
    chosen: Move
    others: tuple[Move, ...]
    stay: tuple[int, ...]
    rivals: tuple[int, ...]

    @property
    def goal(self) -> int:
        """The position that every marker must land on."""
        return int(self.state.game.tables[GOAL])

    def reaches(self, places: Sequence[int], place: int) -> bool:
        """§6: whether a marker on one of these places can bump one on this place with the next roll."""
        return bool(self.bumps(places, place))

    def bumps(self, places: Sequence[int], place: int) -> int:
        """§6: return how many rolls let a marker on one of these places bump one on this place."""
        rolls = range(2, int(self.state.game.tables[DIE]) + 1)
        return sum(any(one * roll == place for one in places) for roll in rolls) if 1 < place < self.goal else 0

    def is_penultimate(self, place: int) -> bool:
        """Whether the goal is one roll away."""
        return place in board(self.goal, int(self.state.game.tables[DIE])).penultimate

    def is_stranded(self, place: int) -> bool:
        """Whether the goal can be reached only by going back to 1 first."""
        return place != 1 and place not in board(self.goal, int(self.state.game.tables[DIE])).factors


def _escaping(turn: Turn) -> int:
    """Return with how many rolls a rival can bump the marker where it is; 0 if one can where it lands, too."""
    return 0 if turn.reaches(turn.rivals, turn.chosen.to) else turn.bumps(turn.rivals, turn.chosen.start)


def _left_in_reach(turn: Turn) -> bool:
    """A rival can bump a marker that stays."""
    return any(turn.reaches(turn.rivals, place) for place in turn.stay)


def _nothing_in_reach(turn: Turn) -> bool:
    """No rival can bump any marker with the next roll."""
    return not any(turn.reaches(turn.rivals, place) for place in (turn.chosen.start, *turn.stay))


def _penultimate_kept(turn: Turn) -> bool:
    """Another move takes a marker away that is one roll from the goal."""
    return any(turn.is_penultimate(move.start) and move.to != turn.goal for move in turn.others)


def _brought_in(turn: Turn) -> bool:
    """A move leads from 1 to a position that is one roll from the goal."""
    return any(move.start == 1 and turn.is_penultimate(move.to) for move in (turn.chosen, *turn.others))


def _over_the_goal(turn: Turn) -> bool:
    """§4: a move goes over the goal, back to 1."""
    return any(move.to == 1 for move in (turn.chosen, *turn.others))


def _stranded(turn: Turn) -> bool:
    """The mover has a marker that cannot reach the goal, or a move leads there."""
    places = (*turn.stay, turn.chosen.start, turn.chosen.to, *(move.to for move in turn.others))
    return any(turn.is_stranded(place) for place in places)


def _hunting(turn: Turn) -> bool:
    """A move bumps a rival, or lands where the next roll can."""
    targets = [move.to for move in (turn.chosen, *turn.others) if 1 < move.to < turn.goal]
    bumps = any(to in turn.rivals for to in targets)
    return bumps or any(turn.reaches(targets, rival) for rival in turn.rivals)


THEMES: Mapping[str, Callable[[Turn], bool]] = {
    "escaping a bump": lambda turn: _escaping(turn) == 1,
    "escaping several bumps": lambda turn: _escaping(turn) > 1,
    "leaving a marker in reach": _left_in_reach,
    "nothing in reach": _nothing_in_reach,
    "keeping a penultimate marker": _penultimate_kept,
    "from 1 to a penultimate position": _brought_in,
    "over the goal": _over_the_goal,
    "stranded markers": _stranded,
    "hunting a rival": _hunting,
}
"""The themes, each with its rule."""


def themes(state: State, actions: Sequence[int]) -> tuple[str, ...]:
    """Return the themes of a position with a roll in which this turn is right.

    >>> import ludarium
    >>> state = ludarium.load("ludo(markers=3,goal=36)").parse_position("6,4,12/1,24,15 A 3 20")
    >>> themes(state, state.parse_turn("12x3"))
    ('leaving a marker in reach', 'keeping a penultimate marker', 'hunting a rival')
    """
    t, v, (chosen,) = state.game.tables, state.vector, actions
    seat = int(v[MOVER])
    own = markers(t, v, seat)
    moves = {place: Move(place, int(landing(t, place, int(v[ROLL])))) for place in (own[one] for one in state.legal())}
    turn = Turn(
        state,
        moves.pop(own[chosen]),
        tuple(moves.values()),
        (*own[:chosen], *own[chosen + 1 :]),
        tuple(place for rival in range(state.game.seats) if rival != seat for place in markers(t, v, rival)),
    )
    return tuple(name for name, holds in THEMES.items() if holds(turn))
