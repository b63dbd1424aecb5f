"""What a bot is: who may sit at a table without being a person."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from ludarium.core.game import Game
from ludarium.core.kernel import Floats, Vector
from ludarium.core.spec import Option
from ludarium.core.state import State


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot thought of its last choice.

    `value` is its expected share of the win, `line` the turns that it expects, `playouts` the positions it looked at;
    `proved` says that the value is exact.
    """

    value: float
    playouts: int = 0
    line: tuple[str, ...] = ()
    proved: bool = False


class Bot(Protocol):
    """A player that is a program."""

    thought: Thought | None

    def choose(self, state: State, seat: int) -> int:
        """A legal action for the seat, which must act now."""


BotMaker = Callable[..., Bot]
"""`make(game, seed, **options)`."""


@dataclass(frozen=True, slots=True)
class BotKind:
    """A kind of bot: how one is made, the options that it takes, and a line that people read."""

    make: BotMaker
    help: str
    options: tuple[Option, ...] = ()


Evaluation = Callable[[Vector, Vector, Floats], int]
"""A compiled function of the type `EVALUATE`."""


def own(game: Game, name: str) -> Any:
    """What the game's own `bots` call by that name; None where it has no such thing, or no bots at all."""
    return getattr(game.kit.own("bots"), name, None)


def evaluation(game: Game) -> Evaluation | None:
    """What the game's own `bots` say a position is worth to every seat: their `evaluate`, if they have one."""
    found: Evaluation | None = own(game, "evaluate")
    return found
