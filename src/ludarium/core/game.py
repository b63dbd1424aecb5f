"""A game with its options settled: where every state comes from."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from ludarium.core.definition import GameDefinition, Setup
from ludarium.core.kernel import Kernel, Vector
from ludarium.core.observation import Observation, observation
from ludarium.core.spec import Value, format_spec
from ludarium.core.state import State, parse_state


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """A game that can be played; two with the same spec are the same game.

    >>> import ludarium
    >>> game = ludarium.load("orion(clicks=2)")
    >>> game.spec, game.seats, game.num_actions
    ('orion(clicks=2)', 2, 51)
    """

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

    @property
    def spec(self) -> str:
        """The text that `load` reads back to this game: its name, and the options that are not as usual."""
        unusual = {o.name: self.options[o.name] for o in self.definition.options if self.options[o.name] != o.default}
        return format_spec(self.name, unusual)

    @property
    def kernel(self) -> Kernel:
        """The rules, compiled."""
        return self.definition.kernel

    @property
    def tables(self) -> Vector:
        """The constants that the kernel reads."""
        return self.setup.tables

    @property
    def seats(self) -> int:
        """How many places there are at the table."""
        return len(self.setup.seat_names)

    @property
    def num_actions(self) -> int:
        """Every action id is below this."""
        return self.setup.num_actions

    @property
    def max_steps(self) -> int:
        """No game takes more steps."""
        return self.setup.max_steps

    @cached_property
    def observation(self) -> Observation:
        """What a learner sees of its states: the game's own description, or else every word of the position."""
        return observation(self.definition, self.setup)

    def initial(self) -> State:
        """The state in which play begins."""
        return State(self, self.setup.start.tobytes())

    def parse_position(self, text: str) -> State:
        """The state that a position's text names.

        Raises `ParseError` where it is no position, or one that cannot be.
        """
        return parse_state(self, text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.spec == other.spec

    def __hash__(self) -> int:
        return hash(self.spec)

    def __repr__(self) -> str:
        return f"ludarium.load({self.spec!r})"

    def __reduce__(self) -> tuple[object, ...]:
        from ludarium.core.registry import load  # a pickle holds the spec and nothing of it

        return load, (self.spec,)
