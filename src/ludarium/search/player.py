"""The bots by name: every game's own, and those that play any game."""

from collections.abc import Mapping
from typing import NamedTuple

from ludarium.core.errors import ParseError
from ludarium.core.game import Game, State
from ludarium.core.rng import generator
from ludarium.core.spec import Directions, Option, parse_options, parse_spec
from ludarium.core.text import nearest, shorten
from ludarium.search.alphabeta import ALPHABETA
from ludarium.search.bot import Bot, BotKind, SearchInfo, own
from ludarium.search.mcts import MCTS

__all__ = ["Bot", "BotKind", "SearchInfo", "bot_kinds", "levels", "make_bot", "opening_bot"]


class RandomBot:
    """Plays any legal action, each as likely as another."""

    info: SearchInfo | None = None

    def __init__(self, game: Game, seed: int) -> None:
        self._dice = generator(seed)

    def choose(self, state: State, seat: int) -> int:
        """One of the legal actions."""
        legal = state.legal(seat)
        return legal[int(self._dice.integers(len(legal)))]


GENERAL = {
    "random": BotKind(RandomBot, "plays any legal action, each as likely as another"),
    "mcts": MCTS,
    "alphabeta": ALPHABETA,
    "expectimax": ALPHABETA,
}
"""Bots that play every game; where several choose at once, alpha-beta refuses."""


DEFAULT_LEVELS = {
    "easy": "random",
    "medium": "mcts(simulations=300)",
    "hard": "mcts(simulations=5000)",
    "champion": "mcts(seconds=1)",
}
"""The levels of a game that names none."""


def levels(game: Game) -> Mapping[str, str]:
    """The levels that a person can choose for a game, weakest first: a name and the spec that it stands for."""
    return own(game, "LEVELS") or DEFAULT_LEVELS


def bot_kinds(game: Game) -> dict[str, BotKind]:
    """Every kind of bot that can play a game, by name: its own, and the general ones."""
    return GENERAL | (own(game, "BOTS") or {})


class OpeningBot(NamedTuple):
    """A kind of bot that follows a plan which people write: its option for that, and the words of which it is made."""

    kind: str
    option: Option
    words: tuple[str, ...]


def opening_bot(game: Game) -> OpeningBot | None:
    """The game's kind of bot that takes a plan, if it has one."""
    for name, kind in bot_kinds(game).items():
        for option in kind.options:
            if isinstance(option.values, Directions):
                return OpeningBot(name, option, option.values.words)
    return None


def make_bot(spec: str, game: Game, seed: int) -> Bot:
    """The bot that a spec names: a level such as `hard`, or a kind with its options, such as `mcts(seconds=1)`.

    Raises `ParseError` or `InvalidOption`.
    """
    spec = levels(game).get(spec.strip(), spec)
    name, given = parse_spec(spec)
    kinds = bot_kinds(game)
    if name not in kinds:
        known = [*levels(game), *kinds]
        raise ParseError(f"{game.name} has no bot {shorten(name)}{nearest(name, known)} (there is {', '.join(known)})")
    return kinds[name].make(game, seed, **parse_options(name, kinds[name].options, given))
