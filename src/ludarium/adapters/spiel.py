"""OpenSpiel's games for Ludarium's players: a position is the history of a game, and OpenSpiel knows the rules.

The functions of the kernel are compiled like those of any game, and each calls back into Python, where the states
of a game are cached by their histories. Therefore matches, search and everything else that takes a game accepts them.
They are not in the registry: to replay a record, pass the game itself.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np

from ludarium.core.definition import Facts, GameDefinition, Setup
from ludarium.core.errors import AmbiguousMove, IllegalMove, LudariumError, ParseError
from ludarium.core.extras import extra
from ludarium.core.game import Game, State
from ludarium.core.payoffs import PayoffRange
from ludarium.core.spec import Value
from ludarium.core.text import shorten

with extra("openspiel", "this adapter"):
    import pyspiel

    from ludarium.adapters.spiel_kernel import GAMES, SpielStates, actors_of, kernel

_AND = " & "
"""Separates the actions of a simultaneous turn in its text."""


class _Rules:
    """The part of the rules that is not compiled."""

    def __init__(self, states: SpielStates) -> None:
        self._states = states

    def setup(self, options: Mapping[str, Value]) -> Setup:
        """Return the tables and the initial position; a position has room for the longest history."""
        game, seats = self._states.game, self._states.seats
        chances = game.max_chance_nodes_in_history() if game.get_type().chance_mode.name != "DETERMINISTIC" else 0
        steps = game.max_game_length() + max(0, chances)
        per_step = seats if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS else 1
        return Setup(
            np.array([self._states.number], np.int64),
            np.zeros(1 + steps * per_step, np.int64),
            tuple(f"player {seat}" for seat in range(seats)),
            num_actions=game.num_distinct_actions(),
            max_steps=steps,
            max_chance_outcomes=game.max_chance_outcomes(),
            payoff_range=PayoffRange(game.min_utility(), game.max_utility(), game.utility_sum()),
            teams=(0,) * seats if game.get_type().utility == pyspiel.GameType.Utility.IDENTICAL else (),
        )

    def in_turn(self, state: State) -> bool:
        """Return False: every action of OpenSpiel's is a whole turn."""
        return False

    def explain(self, state: State, seat: int, action: int) -> str:
        """Return why this action is not legal here."""
        return f"{action} is not among the legal actions of {self._states.spec} here"

    def ending(self, state: State) -> str:
        """Return how the game ended; empty while it goes on."""
        now = self._states.state(state.vector)
        return f"returns {', '.join(f'{payoff:g}' for payoff in now.returns())}" if now.is_terminal() else ""


class _Notation:
    """Turns as OpenSpiel writes actions; a position is the ids of the actions played, `-` for the initial one."""

    def __init__(self, states: SpielStates) -> None:
        self._states = states

    def action_name(self, state: State, seat: int, action: int) -> str:
        """Return OpenSpiel's name of the action."""
        return self._states.name(self._states.state(state.vector), seat, action)

    def format_turn(self, state: State, actions: Sequence[int]) -> str:
        """Return OpenSpiel's names of the actions."""
        now = self._states.state(state.vector)
        steps = zip(actors_of(now), actions, strict=False)
        return _AND.join(self._states.name(now, seat, action) for seat, action in steps)

    def parse_turn(self, state: State, text: str) -> tuple[int, ...]:
        """Return the actions with these names."""
        now = self._states.state(state.vector)
        actors, words = actors_of(now), [" ".join(word.split()) for word in text.split(_AND)]
        if len(words) != len(actors):
            raise ParseError(f"{shorten(text)} names {len(words)} actions, expected {len(actors)}")
        actions = list[int]()
        for seat, word in zip(actors, words, strict=True):
            names = {action: self._states.name(now, seat, action) for action in self._states.legal(now, seat)}
            found = [action for action, name in names.items() if name == word]
            if not found:
                some = next(iter(names.values()))
                raise IllegalMove(f"{shorten(word)} is not a legal action of {self._states.spec} here; {some} is one")
            if len(found) > 1:
                raise AmbiguousMove(f"{shorten(word)} names {len(found)} actions")
            actions += found
        return tuple(actions)

    def format_position(self, state: State) -> str:
        """Return the ids of the actions that were played, `-` if there are none."""
        v = state.vector
        return " ".join(str(action) for action in v[1 : 1 + v[0]]) or "-"

    def parse_position(self, game: Game, text: str) -> State:
        """Return the position after actions with these ids."""
        if not re.fullmatch(r"-|[0-9]{1,9}( [0-9]{1,9})*", text.strip()):
            raise ParseError(
                f"{shorten(text)} is not a position: expected the ids of actions, or - for the initial position"
            )
        actions = [] if text.strip() == "-" else [int(word) for word in text.split()]
        self._states.replay(actions, checked=True)
        v = np.zeros_like(game.setup.start)
        v[0], v[1 : 1 + len(actions)] = len(actions), actions
        return game.state(v)


class _SpielDefinition(GameDefinition):
    """A definition whose name is OpenSpiel's spec of the game."""

    @property
    def name(self) -> str:
        """OpenSpiel's spec of the game, with its parameters."""
        return GAMES[int(self.rules.setup({}).tables[0])].spec


@cache
def load(spec: str, *, reveal_hidden: bool = False) -> Game:
    """Return one of OpenSpiel's games as a `Game`, for Ludarium's players.

    Games with hidden information are refused, since Ludarium's players see the whole position and would play with
    every hand on the table; with `reveal_hidden` they are loaded to be played so.

    >>> game = load("tic_tac_toe")
    >>> state = game.initial().move("x(1,1)").move("o(0,0)")
    >>> str(state), state.actors, len(state.legal())
    ('4 0', (0,), 7)

    Raises `UnknownGame`, `ParseError`, or `LudariumError` for a game that Ludarium's players cannot play.
    """
    states = SpielStates(spec)
    hides = states.game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    if hides and not reveal_hidden:
        raise LudariumError(
            f"{spec} has hidden information, which Ludarium's players would see: load it with reveal_hidden=True to "
            "play it with everything in the open"
        )
    title = states.game.get_type().long_name
    facts = Facts(designer="", year=0, category="", source="OpenSpiel")
    definition = _SpielDefinition(
        "ludarium.adapters", title, title, facts, (), _Rules(states), kernel(), _Notation(states)
    )
    return Game(definition, {})
