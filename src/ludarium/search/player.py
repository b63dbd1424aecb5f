"""Bots: who may sit at a table without being a person, and how they are named."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from ludarium.core.errors import Unreadable
from ludarium.core.game import Game
from ludarium.core.rng import generator
from ludarium.core.spec import Option, nearest, read_options, read_spec, shorten
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


class RandomBot:
    """Plays any legal action, each as likely as another."""

    thought: Thought | None = None

    def __init__(self, game: Game, seed: int) -> None:
        self._dice = generator(seed)

    def choose(self, state: State, seat: int) -> int:
        """One of the legal actions."""
        legal = state.legal(seat)
        return legal[int(self._dice.integers(len(legal)))]


GENERAL: dict[str, BotKind] = {"random": BotKind(RandomBot, "plays any legal action, each as likely as another")}
"""Bots that play every game."""


def levels(game: Game) -> Mapping[str, str]:
    """The levels that a person can choose for a game, weakest first: a name and the spec that it stands for."""
    found: Mapping[str, str] = game.kit.part("bots").LEVELS
    return found


def bot_kinds(game: Game) -> dict[str, BotKind]:
    """Every kind of bot that can play a game, by name: its own, and the general ones."""
    return {**GENERAL, **game.kit.part("bots").BOTS}


def make_bot(spec: str, game: Game, seed: int) -> Bot:
    """The bot that a spec names: a level such as `hard`, or a kind with its options, such as `mcts(seconds=1)`.

    Raises `Unreadable` or `BadOption`.
    """
    spec = levels(game).get(spec.strip(), spec)
    name, given = read_spec(spec)
    kinds = bot_kinds(game)
    if name not in kinds:
        known = [*levels(game), *kinds]
        raise Unreadable(f"{game.name} has no bot {shorten(name)}{nearest(name, known)} (there is {', '.join(known)})")
    return kinds[name].make(game, seed, **read_options(name, kinds[name].options, given))


