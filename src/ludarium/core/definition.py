"""What a package of a game provides: one `GameDefinition`, made in its `__init__`.

The hooks of a game are typed by the game and the state that they are given, `GameT` and `StateT`: those of `core.game`,
which is built on this module.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, Protocol, TypeVar, runtime_checkable

from ludarium.core.cached import cached_property
from ludarium.core.errors import InvalidOption
from ludarium.core.kernel import Kernel, Vector
from ludarium.core.payoffs import PayoffRange
from ludarium.core.spec import Option, Value

GameT = TypeVar("GameT", contravariant=True)
StateT = TypeVar("StateT")
SeenT = TypeVar("SeenT", contravariant=True)
"""A state that a hook only reads."""


@dataclass(frozen=True)
class Setup:
    """A game with its options set, as the kernel needs it.

    | field                 | meaning                                                                    |
    |-----------------------|----------------------------------------------------------------------------|
    | `tables`              | the constants, an int64 vector (`t` in the kernel)                         |
    | `start`               | the initial position, an int64 vector (`v`); every position has its length |
    | `seat_names`          | the name of every seat                                                     |
    | `num_actions`         | the ids of the actions of seats are below this                             |
    | `max_steps`           | no game takes more steps                                                   |
    | `max_chance_outcomes` | the ids of the actions of chance are below this; 0 without chance          |
    | `payoff_range`        | what the kernel's own payoffs can be; None for equal shares of 1           |
    | `teams`               | the team of every seat, a number; empty where each seat plays for itself   |
    """

    tables: Vector
    start: Vector
    seat_names: tuple[str, ...]
    num_actions: int
    max_steps: int
    max_chance_outcomes: int = 0
    payoff_range: PayoffRange | None = None
    teams: tuple[int, ...] = ()


class Rules(Protocol[SeenT]):
    """`rules.py`: the part of the rules that need not be compiled."""

    def setup(self, options: Mapping[str, Value]) -> Setup:
        """Return the game with these options."""

    def in_turn(self, state: SeenT) -> bool:
        """Return whether a turn has begun and is not complete."""

    def explain(self, state: SeenT, seat: int, action: int) -> str:
        """Return why this action is not legal here, as a sentence for the player.

        It may call places `{1@9}`, as those of a turn in words (see `HasWords`).
        """

    def ending(self, state: SeenT) -> str:
        """Return how the game ended, as a phrase; empty if it is not over."""


@runtime_checkable
class HasWinnerPoints(Protocol[SeenT]):
    """An optional hook of `rules.py`, for games that keep high scores."""

    def winner_points(self, state: SeenT) -> dict[int, int]:
        """Return the points that each winner has earned; empty if the game is not over."""


@runtime_checkable
class HasFormerEndings(Protocol[SeenT]):
    """An optional hook of `rules.py`, for games that once said in other words how they ended."""

    def former_endings(self, state: SeenT) -> tuple[str, ...]:
        """Return how earlier versions said that the game has ended; records with these words stay correct."""


@runtime_checkable
class HasDefaultAction(Protocol[SeenT]):
    """An optional hook of `rules.py`, for games in which a seat that has chosen nothing still acts."""

    def default_action(self, state: SeenT, seat: int) -> int:
        """Return the action of a seat that must act and chooses nothing."""


class Notation(Protocol[GameT, StateT]):
    """`notation.py`: the text of positions and turns.

    The actions of a turn are in order, one for each actor of each step.
    The parsers raise `ParseError`, `IllegalMove` or `AmbiguousMove` and nothing else.
    """

    def action_name(self, state: StateT, seat: int, action: int) -> str:
        """Return a short name of a legal action; no other legal action has the same name."""

    def format_turn(self, state: StateT, actions: Sequence[int]) -> str:
        """Return the text of a turn, or of the beginning of one, that is played from this state."""

    def parse_turn(self, state: StateT, text: str) -> tuple[int, ...]:
        """Return the actions of a turn."""

    def format_position(self, state: StateT) -> str:
        """Return the position as one line of text."""

    def parse_position(self, game: GameT, text: str) -> StateT:
        """Return the position that the text describes."""


@runtime_checkable
class HasWords(Protocol[SeenT]):
    """An optional hook of `notation.py`, for games that tell a turn in words."""

    def tell_turn(self, state: SeenT, actions: Sequence[int]) -> str:
        """Return what the seat that acts alone did in a turn, as in `moved a token from 5 to 9 and bumped {1's} token`.

        Of a simultaneous turn it is asked once for each seat, with that seat's action alone, as in `went north`.
        `{1}` stands for the player of seat 1, and `{1's}` for what is theirs; `{1@9}` for a place that seat 1 calls 9,
        if the module has `place_name`, as the reader calls it (see `HasPlaces`).
        """


@runtime_checkable
class HasAdvice(Protocol[SeenT]):
    """An optional hook of `notation.py`, for games that tell in words what a seat could do."""

    def advise_turn(self, state: SeenT, seat: int, actions: Sequence[int]) -> str:
        """Return what this turn of the seat would do, as in `move a token from 5 to 9 and bump {1's} token`.

        Of a simultaneous turn it has that seat's action alone, as in `south: your 4 joins the 6`. Players and places
        are named as in `HasWords`.
        """


@runtime_checkable
class HasRolls(Protocol[SeenT]):
    """An optional hook of `notation.py`, for games whose turns begin with a roll."""

    def tell_roll(self, state: SeenT) -> str:
        """Return what the seat that has rolled is to do with the roll, in few words, as in `Move a token by 5`."""


@runtime_checkable
class HasLostRolls(Protocol[SeenT]):
    """An optional hook of `notation.py`, for games in which a roll can leave its seat nothing to play."""

    def tell_lost_roll(self, state: SeenT, roll: int) -> str:
        """Return why nothing can be played after this action of chance, as in `a 1 forfeits the turn`."""


@runtime_checkable
class HasBegun(Protocol):
    """An optional hook of `notation.py`, for games that tell in words what is played of a turn of several steps."""

    def tell_begun(self, text: str) -> str:
        """Return what was done by the first steps of a turn, given as text, as in `put a stone on c5`."""


@runtime_checkable
class HasPlaces(Protocol[SeenT]):
    """An optional hook of `notation.py`, for games whose seats number the same places differently."""

    def place_name(self, state: SeenT, seat: int, place: int, reader: int) -> str:
        """Return what the reader's seat calls the place that a seat calls by this number."""

    def turn_in_places(self, state: SeenT, actions: Sequence[int]) -> str:
        """Return the text of a turn with `{1@9}` for a place that seat 1, which acts alone, calls 9."""


@runtime_checkable
class HasListing(HasPlaces[SeenT], Protocol[SeenT]):
    """An optional hook of `notation.py`, for games with `HasPlaces` whose turns are best read in words in a list."""

    def list_turn(self, state: SeenT, actions: Sequence[int]) -> str:
        """Return a turn in a few words, as in `{1@5} to {1@9}`, with places as in `turn_in_places`."""


@runtime_checkable
class HasLegend(Protocol):
    """An optional hook of `notation.py`, for games whose turns or points are explained beside lists of turns."""

    def legend(self, game: Any) -> str:  # Any: a game of this definition
        """Return what the signs of a turn mean, as in `n north, s south`; shown beside lists of turns."""


@dataclass(frozen=True)
class Facts:
    """Facts about a game, as games databases list them.

    | field      | meaning                                                         |
    |------------|-----------------------------------------------------------------|
    | `source`   | where the rules come from                                       |
    | `similar`  | names of similar games in specs                                 |
    | `ages`     | who can play, as in `3 and up`; empty if the source is silent   |
    | `duration` | how long a game takes; empty if the source is silent            |
    | `tip`      | the players that the source recommends; empty if none           |
    | `links`    | addresses that the source gives                                 |
    | `concepts` | what the game is like, in the words of `ludarium.core.concepts` |
    """

    designer: str
    year: int
    category: str
    source: str
    similar: tuple[str, ...] = ()
    publisher: str = ""
    ages: str = ""
    duration: str = ""
    tip: str = ""
    links: tuple[str, ...] = ()
    concepts: tuple[str, ...] = ()


@dataclass(frozen=True)
class GameDefinition:
    """A game as its package defines it, before options are set.

    | field      | meaning                                                                                  |
    |------------|------------------------------------------------------------------------------------------|
    | `package`  | the import name; its `view`, `bots`, `observation` and `README.md` are loaded when needed |
    | `title`    | the name that people read                                                                |
    | `tagline`  | one sentence about the game                                                              |
    | `facts`    | designer, year, source and others, see `Facts`                                           |
    | `options`  | what can be chosen before a game                                                         |
    | `rules`    | see `Rules`                                                                              |
    | `kernel`   | the compiled rules                                                                       |
    | `notation` | see `Notation`                                                                           |
    | `palette`  | the colours of the seats, a name from `scenes/palettes.py`; empty for the default        |
    | `hints`    | what the look `hint` marks in pictures, which a page may hide; empty if it is not used   |
    | `overlay`  | what the look `overlay` marks, which a page shows on request; empty if it is not used    |
    | `keys`     | for live play, a set of keys for each person at one keyboard: a key for each action from |
    |            | 0 on, by its code in browsers, such as `KeyW` or `ArrowUp`                               |
    | `rules_version` | raised when old records no longer mean the same: other legal turns, dice or payoffs |
    | `earlier`  | the definitions of earlier versions of the rules, by which their records stay readable   |
    | `superseded` | whether this is one of those; the definition that lists it sets this                   |
    """

    # Size: 19 public members, because 15 of them are the fields that a package fills in.

    package: str
    title: str
    tagline: str
    facts: Facts
    options: tuple[Option, ...]
    rules: Rules[Any]  # of the states of `core.game`
    kernel: Kernel
    notation: Notation[Any, Any]  # as above
    palette: str = ""
    hints: str = ""
    overlay: str = ""
    keys: tuple[tuple[str, ...], ...] = ()
    rules_version: int = 1
    earlier: tuple[GameDefinition, ...] = ()
    superseded: bool = False

    def __post_init__(self) -> None:
        versions = [former.rules_version for former in self.earlier]
        ordered = len(set(versions)) == len(versions) and all(0 < version < self.rules_version for version in versions)
        if not ordered or any(former.name != self.name for former in self.earlier):
            raise InvalidOption(
                f"{self.name} lists earlier rules that are of another game or not of an earlier version"
            )
        object.__setattr__(self, "earlier", tuple(replace(former, superseded=True) for former in self.earlier))

    @cached_property
    def name(self) -> str:
        """The game's name in specs: the last part of the package's name, before a part such as `version_1`.

        A subpackage of that name holds earlier rules with a kernel, a view or bots of their own.
        """
        return self.package.removesuffix(f".version_{self.rules_version}").rpartition(".")[2]

    @property
    def has_winner_points(self) -> bool:
        """Whether winners earn points for the high scores."""
        return isinstance(self.rules, HasWinnerPoints)

    def module(self, name: str) -> ModuleType:
        """Import and return a module of the package: `view`, `bots` or `observation`."""
        return importlib.import_module(f"{self.package}.{name}")

    def optional_module(self, name: str) -> ModuleType | None:
        """Import and return a module that a game need not have; None if there is no such file."""
        try:
            return self.module(name)
        except ModuleNotFoundError as error:
            if error.name != f"{self.package}.{name}":  # the file exists, and imports something that does not
                raise
            return None


_PLACE = re.compile(r"\{(\d+)@(\d+)\}")
"""A place in a sentence: a seat, and the number that it has there."""


def name_places(notation: object, state: object, sentence: str, reader: int) -> str:
    """Return a sentence about a state in which each `{seat@number}` is now what the reader's seat calls that place.

    `notation` is the module of the state's game, which has names for places only if such sentences can occur.

    >>> import ludarium
    >>> state = ludarium.load("vortex").initial()
    >>> name_places(state.game.definition.notation, state, "{1@5} is free", reader=0)
    '13 is free'
    """
    if "{" not in sentence or not isinstance(notation, HasPlaces):  # the first question costs a hundredth of the second
        return sentence
    return _PLACE.sub(lambda found: notation.place_name(state, int(found[1]), int(found[2]), reader), sentence)
