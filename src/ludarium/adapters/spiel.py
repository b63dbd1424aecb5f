"""Games of OpenSpiel for our players: a position is the history of a game, and the rules ask OpenSpiel.

The five functions of a kernel are compiled as those of any game, and each calls back into Python, where the states of
a game are kept by their histories. So whatever of ours takes a game takes these, matches and search above all.
They are not in the registry: a record of one is replayed with the game at hand.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np

from ludarium.core.definition import Facts, GameDefinition, Setup
from ludarium.core.errors import AmbiguousMove, IllegalMove, ParseError
from ludarium.core.extras import extra
from ludarium.core.game import Game
from ludarium.core.kernel import Vector
from ludarium.core.spec import Value
from ludarium.core.text import shorten

with extra("openspiel", "this adapter"):
    import pyspiel

    from ludarium.adapters.spiel_kernel import TABLES, Table, actors_of, kernel

_AND = " & "
"""Between the actions of a joint step in a turn's text."""


class _Rules:
    """What of the rules needs no speed."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def setup(self, options: Mapping[str, Value]) -> Setup:
        """The game, with a history long enough for all of it."""
        game, seats = self._table.game, self._table.seats
        chances = game.max_chance_nodes_in_history() if game.get_type().chance_mode.name != "DETERMINISTIC" else 0
        steps = game.max_game_length() + max(0, chances)
        each = seats if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS else 1
        return Setup(
            np.array([self._table.number], np.int64),
            np.zeros(1 + steps * each, np.int64),
            tuple(f"player {seat}" for seat in range(seats)),
            num_actions=max(game.num_distinct_actions(), game.max_chance_outcomes()),
            max_steps=steps,
        )

    def in_turn(self, t: Vector, v: Vector) -> bool:
        """Every action of OpenSpiel's is a turn of its own."""
        return False

    def explain(self, t: Vector, v: Vector, seat: int, action: int) -> str:
        """Why this action is not legal here, as far as OpenSpiel tells."""
        return f"{action} is not among the legal actions of {self._table.spec} here"

    def ending(self, t: Vector, v: Vector) -> str:
        """How the game ended."""
        state = self._table.state(v)
        return f"returns {', '.join(f'{payoff:g}' for payoff in state.returns())}" if state.is_terminal() else ""


class _Notation:
    """Turns in OpenSpiel's words; a position is the numbers of its actions, and `-` the first one."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def action_name(self, t: Vector, v: Vector, seat: int, action: int) -> str:
        """What OpenSpiel calls the action."""
        return self._table.name(self._table.state(v), seat, action)

    def format_turn(self, t: Vector, v: Vector, walk: Sequence[int]) -> str:
        """What OpenSpiel calls the actions."""
        state = self._table.state(v)
        steps = zip(actors_of(state), walk, strict=False)
        return _AND.join(self._table.name(state, seat, action) for seat, action in steps)

    def parse_turn(self, t: Vector, v: Vector, text: str) -> tuple[int, ...]:
        """The actions of that name."""
        state = self._table.state(v)
        actors, words = actors_of(state), [" ".join(word.split()) for word in text.split(_AND)]
        if len(words) != len(actors):
            raise ParseError(f"{shorten(text)} names {len(words)} actions, and {len(actors)} must be chosen")
        walk = []
        for seat, word in zip(actors, words, strict=True):
            names = {action: self._table.name(state, seat, action) for action in self._table.legal(state, seat)}
            found = [action for action, name in names.items() if name == word]
            if not found:
                some = next(iter(names.values()))
                raise IllegalMove(f"{shorten(word)} is no legal action of {self._table.spec} here, such as {some}")
            if len(found) > 1:
                raise AmbiguousMove(f"{shorten(word)} names {len(found)} actions")
            walk += found
        return tuple(walk)

    def format_position(self, t: Vector, v: Vector) -> str:
        """The numbers of the actions that were played."""
        return " ".join(str(action) for action in v[1 : 1 + v[0]]) or "-"

    def parse_position(self, t: Vector, text: str) -> Vector:
        """The position after actions of these numbers."""
        if not re.fullmatch(r"-|[0-9]{1,9}( [0-9]{1,9})*", text.strip()):
            raise ParseError(f"{shorten(text)} is no position: expected the numbers of actions, or - for the first one")
        actions = [] if text.strip() == "-" else [int(word) for word in text.split()]
        self._table.replay(actions, checked=True)
        v = np.zeros_like(_Rules(self._table).setup({}).start)
        v[0], v[1 : 1 + len(actions)] = len(actions), actions
        return v


class _Kit(GameDefinition):
    """A kit whose name is what OpenSpiel calls the game."""

    @property
    def name(self) -> str:
        """What OpenSpiel calls the game, with its parameters."""
        return TABLES[int(self.rules.setup({}).tables[0])].spec


@cache
def load(spec: str) -> Game:
    """A game of OpenSpiel's, which our players play as one of ours.

    >>> game = load("tic_tac_toe")
    >>> state = game.initial().move("x(1,1)").move("o(0,0)")
    >>> str(state), state.actors, len(state.legal())
    ('4 0', (0,), 7)

    Raises `UnknownGame`, `ParseError` or, for a game that our players cannot play, `LudariumError`.
    """
    table = Table(spec)
    about = table.game.get_type().long_name
    facts = Facts(designer="", year=0, category="", source="OpenSpiel")
    definition = _Kit("ludarium.adapters", about, about, facts, (), _Rules(table), kernel(), _Notation(table))
    return Game(definition, {})
