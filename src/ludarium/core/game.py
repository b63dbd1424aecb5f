"""A game with its options set, and its states: frozen values that are played forward by copying.

Size: `Game` creates states and `State` belongs to a game, so they share a file; apart they would import each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from operator import index
from typing import SupportsIndex

import numpy as np

from ludarium.core.cached import cached_property
from ludarium.core.definition import GameDefinition, HasDefaultAction, HasWinnerPoints, Notation, Setup, name_places
from ludarium.core.errors import GameOver, IllegalMove, LudariumError, ParseError
from ludarium.core.kernel import CHANCE, Floats, Kernel, Vector
from ludarium.core.observation import Observation, observation
from ludarium.core.payoffs import PayoffRange, reward_scale
from ludarium.core.rendering import renderer
from ludarium.core.spec import Value, format_game_spec
from ludarium.core.text import shorten, to_text


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """A game with its options set; two games with the same spec are equal.

    >>> import ludarium
    >>> game = ludarium.load("orion(clicks=2)")
    >>> game.spec, game.seats, game.num_actions
    ('orion(clicks=2)', 2, 51)
    """

    # Size: 20 public members, because 14 of them are fields and numbers of the setup that drivers and learners ask for.

    definition: GameDefinition
    options: dict[str, Value]
    setup: Setup = field(init=False)

    def __post_init__(self) -> None:
        ordered = {option.name: self.options[option.name] for option in self.definition.options} | self.options
        object.__setattr__(self, "options", ordered)
        object.__setattr__(self, "setup", self.definition.rules.setup(ordered))

    @property
    def name(self) -> str:
        """The game's name in specs."""
        return self.definition.name

    @cached_property
    def spec(self) -> str:
        """The text from which `load` returns this game: its name, and the options that differ from their defaults.

        The version of the rules stands behind the name, as in `orion@2`, unless the first is the newest.
        """
        definition = self.definition
        unusual = {o.name: self.options[o.name] for o in definition.options if self.options[o.name] != o.default}
        is_first = definition.rules_version == 1 and not definition.superseded
        return format_game_spec(self.name, None if is_first else definition.rules_version, unusual)

    @cached_property
    def kernel(self) -> Kernel:
        """The compiled rules."""
        return self.definition.kernel

    @property
    def notation(self) -> Notation[Game, State]:
        """The text of positions and turns."""
        return self.definition.notation

    @cached_property
    def tables(self) -> Vector:
        """The constants that the kernel reads: int64."""
        return self.setup.tables

    @cached_property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.setup.seat_names)

    @property
    def num_actions(self) -> int:
        """The number of ids of the actions of seats: every such id is at least 0 and below this."""
        return self.setup.num_actions

    @property
    def max_chance_outcomes(self) -> int:
        """The number of ids of the actions of chance, which are numbered apart from those of seats; 0 without chance.

        >>> import ludarium
        >>> game = ludarium.load("ludo(die=12)")
        >>> game.num_actions, game.max_chance_outcomes
        (4, 12)
        """
        return self.setup.max_chance_outcomes

    @cached_property
    def num_ids(self) -> int:
        """The length of a vector that holds the ids of all legal actions of any actor, chance included."""
        return max(self.num_actions, self.max_chance_outcomes)

    @property
    def max_steps(self) -> int:
        """An upper bound for the number of steps of a game."""
        return self.setup.max_steps

    @property
    def payoff_range(self) -> PayoffRange:
        """The payoffs that a game can end with; equal shares of 1 where the game declares none."""
        return self.setup.payoff_range or PayoffRange.of_shares(self.seats, self._winners)

    @property
    def teams(self) -> tuple[int, ...]:
        """The team of every seat, a number; the seats of a team have the same payoffs."""
        return self.setup.teams or tuple(range(self.seats))

    @cached_property
    def reward_scale(self) -> Floats:
        """The numbers that turn a payoff into the reward of a learner; see `ludarium.core.payoffs.reward_scale`."""
        return reward_scale(self.setup.payoff_range, self.seats, self._winners)

    @property
    def _winners(self) -> int:
        """The least number of seats that win where not all do: the size of the smallest team."""
        sizes = Counter(self.teams).values()
        return min(sizes) if len(sizes) > 1 else 1

    @cached_property
    def observation(self) -> Observation:
        """The format of a seat's observations; a game without one of its own shows the digits of its position."""
        return observation(self.definition, self.setup)

    def initial(self) -> State:
        """Return the initial state."""
        return self.state(self.setup.start)

    def state(self, vector: Vector) -> State:
        """Return the state with this position, as the kernel writes it.

        Raises `LudariumError` if the vector has another length than the initial position: the kernel checks no index.
        """
        found = np.asarray(vector)
        if found.shape != self.setup.start.shape or not np.issubdtype(found.dtype, np.integer):
            given = len(found) if found.ndim == 1 else shorten(to_text(vector))
            expected = f"a position of {self.name} has {len(self.setup.start)} numbers: expected as many"
            raise LudariumError(f"{expected}, not {given}")
        return State(self, found.astype(np.int64, copy=False).tobytes())

    def parse_position(self, text: str) -> State:
        """Parse a position, as `str(state)` writes it.

        Raises `ParseError` if the text is not a position, or is one that cannot occur.
        """
        if not isinstance(text, str):
            raise ParseError(f"{shorten(to_text(text))} is not a position as text")
        try:
            return self.notation.parse_position(self, text)
        except ParseError:
            raise
        except LudariumError as error:  # a position that contains its history may contain an illegal turn
            raise ParseError(str(error)) from error

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.spec == other.spec

    def __hash__(self) -> int:
        return hash(self.spec)

    def __repr__(self) -> str:
        return f"ludarium.load({self.spec!r})"


@dataclass(frozen=True, slots=True, repr=False)
class State:
    """A position of a game; states with the same game and the same bytes are equal, and hash and pickle alike.

    >>> import ludarium
    >>> start = ludarium.load("orion").initial()
    >>> start.actors, start.move("u+").actors
    ((0,), (1,))
    """

    # Size: over 15 public members, because this is the one object that bots, learners, pages and notebooks hold, and
    # each member answers one question about it: what it is (`game`, `data`, `vector`), who acts and how (`actors`,
    # `legal`, `chance_outcomes`, `in_turn`, `explain`, `default_action`), what follows (`play`, `play_unchecked`,
    # `play_actions`, `move`, `follow`), its texts and pictures (`parse_turn`, `format_turn`, `action_name`, `text`,
    # `svg`) and how it ended (`points`, `winners`, `winner_points`, `payoffs`, `ending`).

    game: Game
    data: bytes
    actors: tuple[int, ...] = field(init=False, compare=False)
    """The actors of the next step: seats in ascending order, `(CHANCE,)`, or none if the game is over."""

    def __reduce__(self) -> tuple[type[State], tuple[Game, bytes]]:
        """Pickle what makes the state, not what has been computed."""
        return State, (self.game, self.data)

    @property
    def vector(self) -> Vector:
        """A copy of the position as the kernel reads it: int64."""
        return np.frombuffer(bytearray(self.data), np.int64)

    def __getattr__(self, name: str) -> tuple[int, ...]:
        """Return the actors, which are computed when they are first asked for; they are then an attribute."""
        if name != "actors":
            raise AttributeError(name, name=name, obj=self)
        vector = np.frombuffer(bytearray(self.data), np.int64)  # as `vector` does, without its call at every step
        found = _actors(int(self.game.kernel.actors(self.game.tables, vector)), self.game.seats)
        object.__setattr__(self, name, found)
        return found

    def legal(self, seat: int | None = None) -> tuple[int, ...]:
        """Return the legal actions of a seat in ascending order; by default those of the first actor.

        A seat that need not act has none. Raises `IllegalMove` for a seat that the game does not have.
        """
        actors = self.actors
        seat = seat if seat is not None else actors[0] if actors else None
        if seat is not None:
            seat = self._check_seat(seat)
        return self._legal(seat) if seat in actors else ()

    def chance_outcomes(self) -> dict[int, float]:
        """Return the legal actions of chance with their probabilities; empty if chance need not act."""
        if self.actors != (CHANCE,):
            return {}
        out = np.empty(self.game.num_ids, np.float64)
        count = self.game.kernel.chance_outcomes(self.game.tables, self.vector, out)
        return dict(zip(self._legal(CHANCE), out[:count].tolist(), strict=True))

    def play(self, *actions: SupportsIndex) -> State:
        """Return the state after one step: one action for each actor, in the order of `actors`.

        Raises `GameOver` if the game is over, `IllegalMove` for an action that `legal` does not list.
        """
        actors = self.actors
        if not actors:
            raise GameOver(f"the game is over: {self.ending}")
        if len(actions) != len(actors):
            raise IllegalMove(f"{len(actions)} actions were given, and {len(actors)} must be chosen")
        chosen = _wholes(actions)
        for seat, action in zip(actors, chosen, strict=True):
            if action not in self._legal(seat):
                raise IllegalMove(self.explain(seat, action))
        return self.play_unchecked(*chosen)

    def play_unchecked(self, *actions: int) -> State:
        """Return the state after one step of legal actions; with illegal ones the result is undefined."""
        vector = np.frombuffer(bytearray(self.data), np.int64)  # as above
        self.game.kernel.apply(self.game.tables, vector, np.array(actions, np.int64))
        return State(self.game, vector.tobytes())

    def play_actions(self, actions: Sequence[int]) -> State:
        """Return the state after several steps, given as the actions of each step's actors in order.

        Raises as `play` does.
        """
        state, rest = self, _each(actions)
        while rest:
            count = max(1, len(state.actors))
            state, rest = state.play(*rest[:count]), rest[count:]
        return state

    def move(self, text: str) -> State:
        """Return the state after a whole turn, given as text.

        Raises as `parse_turn` does.
        """
        return self.follow(text)[1]

    def parse_turn(self, text: str) -> tuple[int, ...]:
        """Parse a turn; return its actions, which are legal.

        Raises `ParseError`, `IllegalMove`, `AmbiguousMove` or `GameOver`.
        """
        return self.follow(text)[0]

    def follow(self, text: str) -> tuple[tuple[int, ...], State]:
        """Parse a whole turn; return its actions, which are legal, and the state after them.

        Raises as `parse_turn` does.
        """
        if not isinstance(text, str):
            raise ParseError(f"{shorten(repr(text))} is not a turn as text: `play` plays actions")
        if not self.actors:
            raise GameOver(f"the game is over: {self.ending}")
        actions = self.game.notation.parse_turn(self, text)
        return actions, self.play_actions(actions)

    def format_turn(self, actions: Sequence[int]) -> str:
        """Return the canonical text of a turn, or of the beginning of one, that is played from here.

        Raises `IllegalMove` for a number that is no action of the game.
        """
        actions = _each(actions)
        for action in _wholes(actions):
            if not 0 <= action < self.game.num_ids:
                raise IllegalMove(f"{_shown(action)} is not an action of {self.game.name}")
        return self.game.notation.format_turn(self, actions)

    def action_name(self, action: int, seat: int | None = None) -> str:
        """Return a short name of a seat's legal action; by default of the first actor's.

        Raises `GameOver` if nobody acts, `IllegalMove` for a seat or an action that the game does not have.
        """
        if seat is None and not self.actors:
            raise GameOver(f"the game is over: {self.ending}")
        seat = self.actors[0] if seat is None else self._check_seat(seat)
        if not 0 <= _whole(action) < self._count_ids(seat):
            raise IllegalMove(self.explain(seat, action))
        return self.game.notation.action_name(self, seat, action)

    def default_action(self, seat: int) -> int:
        """Return the action of a seat that must act and chooses nothing: the game's default, or the first legal one.

        >>> import ludarium
        >>> state = ludarium.load("grid").initial()
        >>> state.action_name(state.default_action(0), 0), state.action_name(state.default_action(1), 1)
        ('e', 'w')

        Raises `IllegalMove` for a seat that need not act.
        """
        if seat not in self.actors:
            self._check_seat(seat)
            raise IllegalMove(f"seat {seat} need not act here")
        rules = self.game.definition.rules
        if isinstance(rules, HasDefaultAction):
            return rules.default_action(self, seat)
        return self._legal(seat)[0]

    def explain(self, seat: int, action: int, reader: int | None = None) -> str:
        """Return why this action is not legal here, as a sentence for the player.

        Where seats number the places differently, they are called as the `reader`'s seat does: by default the player.

        Raises `IllegalMove` for a seat that the game does not have, and for an action that is no number.
        """
        ids = self._count_ids(self._check_seat(seat))
        if not ids:
            return f"chance never acts in {self.game.name}"
        if not 0 <= (action := _whole(action)) < ids:
            return f"{_shown(action)} is not an action of {self.game.name}: expected 0 to {ids - 1}"
        why = self.game.definition.rules.explain(self, seat, action)
        return name_places(self.game.notation, self, why, max(0, seat if reader is None else self._check_seat(reader)))

    @property
    def in_turn(self) -> bool:
        """Whether a turn has begun and is not complete."""
        return self.game.definition.rules.in_turn(self)

    @property
    def points(self) -> tuple[float, ...]:
        """The points of every seat, as the rule book counts them."""
        return self._results()[0]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; several in a tie, none in a draw or if the game is not over."""
        return self._results()[1]

    @property
    def winner_points(self) -> dict[int, int]:
        """The points that each winner has earned for the high scores; empty if not over, or if the game has none.

        >>> import ludarium
        >>> ludarium.load("vortex(tokens=1)").parse_position("25/3 X 3").winner_points
        {0: 2200}
        """
        rules = self.game.definition.rules
        return rules.winner_points(self) if isinstance(rules, HasWinnerPoints) else {}

    @property
    def payoffs(self) -> tuple[float, ...] | None:
        """The payoff of every seat at the end of the game; None if it is not over.

        Where a game has no payoffs of its own, they are equal shares of 1 among the winners, or all in a draw.
        """
        if self.actors:
            return None
        out, kernel, vector = np.zeros(self.game.seats), self.game.kernel, self.vector
        winners = kernel.results(self.game.tables, vector, out)
        kernel.payoffs(self.game.tables, vector, winners, out)
        return tuple(out.tolist())

    @property
    def ending(self) -> str:
        """The end of the game, as a phrase; empty if it is not over."""
        return self.game.definition.rules.ending(self)

    def text(self) -> str:
        """Return the board as printed in the terminal."""
        return renderer().text(self)

    def svg(self) -> str:
        """Return the board as a standalone SVG image."""
        return renderer().svg(self)

    def _check_seat(self, seat: object) -> int:
        """Return a seat, or chance; raise `IllegalMove` if the game does not have it."""
        if isinstance(seat, int) and CHANCE <= seat < self.game.seats:
            return int(seat)  # at once, since to ask for a protocol takes longer than the kernel
        if not isinstance(seat, SupportsIndex) or not CHANCE <= index(seat) < self.game.seats:
            what = shorten(seat) if isinstance(seat, str) else to_text(seat)
            raise IllegalMove(f"{self.game.name} has no seat {what}: expected 0 to {self.game.seats - 1}, or CHANCE")
        return index(seat)

    def _count_ids(self, seat: int) -> int:
        return self.game.max_chance_outcomes if seat == CHANCE else self.game.num_actions

    def _legal(self, seat: int) -> tuple[int, ...]:
        """Return the legal actions of a seat that must act."""
        out, vector = np.empty(self.game.num_ids, np.int64), np.frombuffer(bytearray(self.data), np.int64)  # as above
        count = self.game.kernel.legal(self.game.tables, vector, int(seat), out)  # CHANCE is of a class of its own
        return tuple(out[:count].tolist())

    def _results(self) -> tuple[tuple[float, ...], tuple[int, ...]]:
        out = np.zeros(self.game.seats, np.float64)
        bits = int(self.game.kernel.results(self.game.tables, self.vector, out))
        return tuple(out.tolist()), tuple(s for s in range(self.game.seats) if bits >> s & 1)

    def __str__(self) -> str:
        return self.game.notation.format_position(self)

    def __repr__(self) -> str:
        return f"{self.game!r}.parse_position({str(self)!r})"


@cache
def _actors(bits: int, seats: int) -> tuple[int, ...]:
    """Return the actors whose bits a kernel has set: the lowest is chance's, then come the seats'."""
    return tuple(actor for actor in range(CHANCE, seats) if bits >> (actor - CHANCE) & 1)


def _each(actions: object) -> tuple[int, ...]:
    """Return actions as they are; raise `IllegalMove` if they are no list of numbers."""
    if isinstance(actions, str) or not isinstance(actions, Iterable):
        raise IllegalMove(f"{shorten(to_text(actions))} is no list of actions: `move` plays a turn as text")
    return tuple(actions)


def _shown(action: int) -> str:
    return str(action) if -(2**63) <= action < 2**63 else "this number"


def _wholes(actions: Iterable[SupportsIndex]) -> tuple[int, ...]:
    """Return actions as ints; raise `IllegalMove` for one that is not a whole number."""
    try:
        return tuple(map(index, actions))
    except TypeError:
        return tuple(map(_whole, actions))


def _whole(action: SupportsIndex) -> int:
    """Return an action as an int; raise `IllegalMove` if it is not a whole number."""
    try:
        return index(action)
    except TypeError:
        raise IllegalMove(f"{shorten(to_text(action))} is not an action: expected a whole number") from None
