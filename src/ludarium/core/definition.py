"""A game's folder as the house sees it: one `GameDefinition`, made in the folder's `__init__`."""

import importlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from types import ModuleType
from typing import Protocol, runtime_checkable

from ludarium.core.kernel import Kernel, Vector
from ludarium.core.spec import Option, Value


@dataclass(frozen=True)
class Setup:
    """A game with its options settled: the constants, the first position and the sizes.

    `tables` and `start` are int64 vectors; every position has the length of `start`.
    `num_actions` bounds the ids of seats and of nature; no game takes more than `max_steps` steps.
    """

    tables: Vector
    start: Vector
    seat_names: tuple[str, ...]
    num_actions: int
    max_steps: int


_EXAMPLE = re.compile(r"^```python\n(>>> .*?)^```\n\n?", re.MULTILINE | re.DOTALL)
_PRINTED = re.compile(r"^>>> print\(.*\n((?:(?!>>> |\n).*\n){2,})", re.MULTILINE)
"""Lines that an example prints, where they are more than one."""
_FOR_PROGRAMS = re.compile(r"^## What a learner sees\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)


class Rules(Protocol):
    """`rules.py`: what of the rules needs no speed."""

    def setup(self, options: Mapping[str, Value]) -> Setup:
        """The game with these options."""

    def in_turn(self, t: Vector, v: Vector) -> bool:
        """Whether a turn has begun and is not complete."""

    def explain(self, t: Vector, v: Vector, seat: int, action: int) -> str:
        """Why this action is not legal here, as a sentence for the player."""

    def ending(self, t: Vector, v: Vector) -> str:
        """How the game ended, as a phrase; empty while it goes on."""


@runtime_checkable
class HasWinnerPoints(Protocol):
    """What `rules.py` may add where winners earn points, of which the house keeps a table of the best."""

    def winner_points(self, t: Vector, v: Vector) -> dict[int, int]:
        """The winners and the points that each has earned; nobody while the game goes on."""


@runtime_checkable
class HasDefaultAction(Protocol):
    """What `rules.py` may add where a seat that chooses nothing goes on as before."""

    def default_action(self, t: Vector, v: Vector, seat: int) -> int:
        """The action of a seat that must act and chooses nothing."""


class Notation(Protocol):
    """`notation.py`: positions and turns as text and back, in words of the game's own.

    A turn is a walk: its actions in order, one for each actor of each step.
    The readers raise `ParseError`, `IllegalMove` or `AmbiguousMove` and nothing else.
    """

    def action_name(self, t: Vector, v: Vector, seat: int, action: int) -> str:
        """A short name of the action, unlike that of every other legal one."""

    def format_turn(self, t: Vector, v: Vector, walk: Sequence[int]) -> str:
        """The turn, or the beginning of one, that leads on from `v`."""

    def parse_turn(self, t: Vector, v: Vector, text: str) -> tuple[int, ...]:
        """The walk of the turn that the text names."""

    def format_position(self, t: Vector, v: Vector) -> str:
        """The position in one line."""

    def parse_position(self, t: Vector, text: str) -> Vector:
        """The position that the text names."""


@dataclass(frozen=True)
class Facts:
    """What a games database keeps of a game."""

    designer: str
    year: int
    category: str
    source: str
    similar: tuple[str, ...] = ()
    publisher: str = ""


@dataclass(frozen=True)
class GameDefinition:
    """Everything that the house knows of a game.

    `package` is the folder's import name: `view`, `bots`, `observation` and `README.md` are found there when they are
    asked for.
    `palette` names other colours of the style sheet for the seats, such as `stones`, which are black and white.
    `hints` says what the look `hint` marks in the pictures, which a page may hide, and `overlay` what the look
    `overlay` marks, which a page shows when it is asked to; they are empty where nothing has that look.
    `keys` are for playing live: a set for each of the people at one keyboard, a key for each action from 0 on, named by
    its place on the keyboard as browsers do, `KeyW` or `ArrowUp`.
    """

    package: str
    title: str
    tagline: str
    facts: Facts
    options: tuple[Option, ...]
    rules: Rules
    kernel: Kernel
    notation: Notation
    palette: str = ""
    hints: str = ""
    overlay: str = ""
    keys: tuple[tuple[str, ...], ...] = ()

    @property
    def name(self) -> str:
        """The last word of the package, which is the game's name in specs."""
        return self.package.rpartition(".")[2]

    @property
    def has_winner_points(self) -> bool:
        """Whether winners earn points."""
        return isinstance(self.rules, HasWinnerPoints)

    def module(self, name: str) -> ModuleType:
        """The folder's module `view`, `bots` or `observation`."""
        return importlib.import_module(f"{self.package}.{name}")

    def optional_module(self, name: str) -> ModuleType | None:
        """The same for a module that a game may do without; None where it has no such file."""
        try:
            return self.module(name)
        except ModuleNotFoundError as error:
            if error.name != f"{self.package}.{name}":  # the file is there, and misses something else
                raise
            return None

    @cached_property
    def readme(self) -> str:
        """The rules page, in Markdown, with examples for who programs."""
        return files(self.package).joinpath("README.md").read_text("utf-8")

    @cached_property
    def rules_page(self) -> str:
        """The rules page for who plays, without programs: of their examples only the pictures that they print."""

        def printed(example: re.Match[str]) -> str:
            return "".join(f"```text\n{lines}```\n\n" for lines in _PRINTED.findall(example[1]))

        return _EXAMPLE.sub(printed, _FOR_PROGRAMS.sub("", self.readme))
