"""The themes of puzzles of Orion: what a turn clicks, and what threatens around it; § cites the README.

To threaten is to win with one's next turn, if the other player passes.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ludarium.core.game import State
from ludarium.games.orion import kernel


class Turn(NamedTuple):
    """A turn as the rules of the themes see it: the rotor of each click, and the states around the turn.

    `threats` has the rotors of each turn with which the seat now threatens to win, `defended` tells whether the other
    player threatened before.
    """

    rotors: tuple[int, ...]
    before: State
    after: State
    threats: tuple[frozenset[int], ...]
    defended: bool

    @property
    def keys(self) -> frozenset[int]:
        """The rotors that every threat clicks."""
        return frozenset[int].intersection(*self.threats) if self.threats else frozenset()


def _corner(turn: Turn) -> bool:
    """A rotor in a corner of the board is clicked."""
    columns, rows = (int(turn.before.game.tables[at]) for at in (kernel.COLUMNS, kernel.ROWS))
    places = (divmod(rotor, columns) for rotor in turn.rotors)
    return any(row in (0, rows - 1) and column in (0, columns - 1) for row, column in places)


def _single(turn: Turn) -> bool:
    """One of the turns that threaten to win clicks one rotor only."""
    return any(len(rotors) == 1 for rotors in turn.threats)


def _own_pieces_only(turn: Turn) -> bool:
    """§3: clicks carry no piece of the other player."""
    other = kernel.O if turn.before.actors == (0,) else kernel.X
    return bool(turn.rotors and turn.before.vector[other] == turn.after.vector[other])


THEMES: Mapping[str, Callable[[Turn], bool]] = {
    "answering a threat": lambda turn: turn.defended,
    "threats by several rotors": lambda turn: bool(turn.threats) and not turn.keys and not _single(turn),
    "a single rotor threatens": _single,
    "one rotor decides": lambda turn: bool(turn.keys),
    "half a turn": lambda turn: len(set(turn.rotors)) < len(turn.rotors),
    "corner rotors": _corner,
    "own pieces only": _own_pieces_only,
}
"""The themes, each with its rule."""


def _passed(state: State) -> State:
    """Return the state after a pass; the state itself where nobody may pass (§5)."""
    end = int(state.game.tables[kernel.END])
    return state.play_actions((end,)) if state.actors and not state.in_turn and end in state.legal() else state


def _wins(state: State) -> Iterator[frozenset[int]]:
    """Yield the rotors of each turn that wins at once."""
    unfinished = [(state, frozenset[int]())]
    while unfinished:
        now, rotors = unfinished.pop()
        for action in now.legal() if now.actors else ():
            after, clicked = now.play_unchecked(action), rotors
            if action != now.game.tables[kernel.END]:
                clicked = rotors | {action // 2}
            if after.in_turn:
                unfinished.append((after, clicked))
            elif state.actors == after.winners:
                yield clicked


def themes(state: State, actions: Sequence[int]) -> tuple[str, ...]:
    """Return the themes of a position in which this turn, or this rest of one, is right.

    On large boards this takes long: every turn of both players is tried.

    >>> import ludarium
    >>> state = ludarium.load("orion(rows=3,columns=3,clicks=2)").parse_position("OOO/OOOO/OXO/1O2/XXX/XX1X/XXX x 11")
    >>> themes(state, state.parse_turn("f+e+"))
    ('answering a threat', 'threats by several rotors')
    """
    after, passed = state.play_actions(actions), _passed(state)
    waited = _passed(after)
    rotors = tuple(action // 2 for action in actions if action != state.game.tables[kernel.END])
    threats = tuple(_wins(waited)) if waited.actors == state.actors else ()
    defended = passed.actors != state.actors and any(True for _ in _wins(passed))
    turn = Turn(rotors, state, after, threats, defended)
    return tuple(name for name, holds in THEMES.items() if holds(turn))
