"""The themes of puzzles of Grid Game: what is to be beaten, and how the answer does it; § cites the README."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from ludarium.core.game import State
from ludarium.games.grid.kernel import DIRECTION
from ludarium.games.grid.rules import board
from ludarium.games.grid.sights import Piece, pieces

_QUICK, _LONG = 8, 16
"""Turns that a quick end takes at most, and a long march at least."""


class Duel(NamedTuple):
    """A duel that the right answer wins, as the rules of the themes see it.

    `own` and `rival` have the pieces of both sides before each turn, and at the end; `ways` are the directions that
    were chosen, each once for all turns in which it was kept.
    """

    own: tuple[tuple[Piece, ...], ...]
    rival: tuple[tuple[Piece, ...], ...]
    ways: tuple[int, ...]

    @property
    def turns(self) -> int:
        """How many turns it takes."""
        return len(self.own) - 1

    @property
    def survivors(self) -> tuple[Piece, ...]:
        """The pieces that the rival has left before the turn in which the last one is removed."""
        return next(found for found in reversed(self.rival) if found)


def _cities(found: Sequence[Piece]) -> int:
    return sum(piece.city for piece in found)


def _walkers_left(duel: Duel) -> bool:
    """§4: when its last city has fallen, the rival still has walkers."""
    return _cities(duel.rival[0]) > 0 and not _cities(duel.survivors)


THEMES: Mapping[str, Callable[[Duel], bool]] = {
    "hunting walkers": lambda duel: not _cities(duel.rival[0]),
    "storming the only city": lambda duel: _cities(duel.rival[0]) == 1,
    "storming several cities": lambda duel: _cities(duel.rival[0]) > 1,
    "walkers outlive their city": _walkers_left,
    "from a single city": lambda duel: _cities(duel.own[0]) == 1,
    "building a city": lambda duel: max(map(_cities, duel.own)) > _cities(duel.own[0]),
    "one change of direction": lambda duel: len(duel.ways) == 2,
    "many changes of direction": lambda duel: len(duel.ways) > 3,
    "a quick end": lambda duel: duel.turns <= _QUICK,
    "a long march": lambda duel: duel.turns >= _LONG,
}
"""The themes, each with its rule."""


def duel_themes(states: Sequence[State], seat: int) -> tuple[str, ...]:
    """Return the themes of a duel that a seat wins, by the states before each turn and at the end.

    >>> import ludarium
    >>> states = [ludarium.load("grid(width=12,height=6)").parse_position(".g5.r3/////G10 e/w 2")]
    >>> states += [states[-1].move("e/w")]
    >>> states += [states[-1].move("e/w")]
    >>> duel_themes(states, 0)
    ('hunting walkers', 'from a single city', 'a quick end')
    """
    found = [pieces(board(state.game.tables, state.vector)) for state in states]
    own, rival = (
        tuple(tuple(piece for piece in one if (piece.seat == seat) is ours) for one in found) for ours in (True, False)
    )
    ways = (int(state.vector[DIRECTION + seat]) for state in states[1:])
    duel = Duel(own, rival, tuple(way for way, _ in groupby(ways)))
    return tuple(name for name, holds in THEMES.items() if holds(duel))
