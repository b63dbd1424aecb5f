"""Bots by name: those of a game, and those that play any game."""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from ludarium.core.arguments import check_seed
from ludarium.core.errors import InvalidOption, LudariumError, ParseError
from ludarium.core.game import Game, State
from ludarium.core.registry import load_game
from ludarium.core.rng import generator
from ludarium.core.spec import Directions, Option, parse_options, parse_spec
from ludarium.core.text import nearest, shorten, to_text
from ludarium.search.alphabeta import ALPHABETA
from ludarium.search.bot import Bot, BotKind, SearchInfo, hook
from ludarium.search.equilibrium import EQUILIBRIUM
from ludarium.search.greedy import GREEDY
from ludarium.search.learned import Learned, installed_player, shipped_player
from ludarium.search.mcts import MCTS
from ludarium.search.rolling import ROLLING
from ludarium.solve.tablefile import tables_address, tables_folder

__all__ = [
    "EXACT", "PUPIL", "Bot", "BotKind", "SearchInfo", "bot_kinds", "evaluation_file", "levels", "make_bot",
    "opening_bot",
]  # fmt: skip

_PYTHON_FILE = re.compile(r".+\.py(:\w*)?")
_PLAYER_FILE = re.compile(r"[^()]+\.player")


class RandomBot(Bot):
    """Plays a random legal action; all are equally likely."""

    def __init__(self, game: Game, seed: int) -> None:
        self._rng = generator(seed)

    def choose(self, state: State, seat: int) -> int:
        """Return a random legal action."""
        legal = state.legal(seat)
        return legal[int(self._rng.integers(len(legal)))]


class Pupil(Bot):
    """Plays as the easiest level, but what the first lesson of the game's tutorial teaches wherever it can.

    The hook `taught` of the game's `bots` tells: it returns whether an action of a seat is of that kind.
    """

    def __init__(self, game: Game, seed: int) -> None:
        self._easiest = make_bot(next(iter(levels(game))), game, seed)
        self._rng, self._taught = generator(seed), hook(game, "taught")

    def choose(self, state: State, seat: int) -> int:
        """Return what the easiest level chooses, if that is taught or nothing is; else a random action that is."""
        choice = self._easiest.choose(state, seat)
        self.info = self._easiest.info
        taught = [action for action in state.legal(seat) if self._taught(state, seat, action)]
        if not taught or choice in taught:
            return choice
        self.info = None
        return taught[int(self._rng.integers(len(taught)))]


GENERAL = {
    "random": BotKind(RandomBot, "Plays random legal actions."),
    "mcts": MCTS,
    "alphabeta": ALPHABETA,
    "expectimax": ALPHABETA,
}
"""Bots that play every game, except that alpha-beta refuses games with simultaneous turns."""
EXACT = "exact"
"""The name of the bot that plays by an installed table."""
PUPIL = "pupil"
"""The name of the bot that has learnt the first lesson, of games that tell what it teaches."""
EVALUATING = {"greedy": GREEDY, "equilibrium": EQUILIBRIUM, "rolling": ROLLING}
"""Bots that play every game with an evaluation, or a learnt player."""


DEFAULT_LEVELS = {
    "easy": "mcts(simulations=30)",
    "medium": "mcts(simulations=300)",
    "hard": "mcts(simulations=5000)",
    "champion": "mcts(seconds=1)",
}
"""The levels of a game that defines none."""


def levels(game: str | Game) -> Mapping[str, str]:
    """Return the levels of a game, weakest first: the spec of a bot by the name of the level.

    Where a learnt player comes with the game for these options, those of `LEARNED_LEVELS` are in place of the others.

    >>> import ludarium
    >>> [levels(ludarium.load(spec))["champion"].endswith("evaluate=learned)") for spec in ("orion", "orion(rows=4)")]
    [True, False]

    Raises what `load` raises.
    """
    game = load_game(game)
    known, learned = hook(game, "LEVELS") or DEFAULT_LEVELS, hook(game, "LEARNED_LEVELS")
    if not learned or not shipped_player(game):
        return known
    return {level: learned.get(level, spec) for level, spec in known.items()}


def bot_kinds(game: Game) -> dict[str, BotKind]:
    """Return every kind of bot that plays a game, by name: the general ones and the game's own."""
    evaluating = hook(game, "evaluate") or shipped_player(game)
    taught = {PUPIL: _PUPIL} if hook(game, "taught") else {}
    return GENERAL | (EVALUATING if evaluating else {}) | taught | _by_table(game) | (hook(game, "BOTS") or {})


_PUPIL = BotKind(Pupil, "The easiest level, but playing what the first lesson teaches wherever it can.")


def _by_table(game: Game, *, asked: bool = False) -> dict[str, BotKind]:
    """Return the bot that plays by an installed table; empty if no table is installed, unless it is asked for."""
    if not asked and not (tables_folder() or tables_address()):
        return {}
    from ludarium.search.table_bot import TABLE  # the solver is loaded when it is needed
    from ludarium.solve.installed import installed_table

    return {EXACT: TABLE} if asked or installed_table(game) else {}


def plays_at_random(spec: str, game: Game) -> bool:
    """Return whether a spec is that of the bot that plays random actions."""
    name = levels(game).get(spec.strip(), spec).partition("(")[0].strip()
    return bot_kinds(game).get(name) is GENERAL["random"]


class OpeningBot(NamedTuple):
    """A kind of bot that follows an opening: its name, its option for the opening, and the words of an opening."""

    kind: str
    option: Option
    words: tuple[str, ...]


def opening_bot(game: Game) -> OpeningBot | None:
    """Return the game's first kind of bot with an option for an opening; None if there is none."""
    for name, kind in bot_kinds(game).items():
        for option in kind.options:
            if isinstance(option.values, Directions):
                return OpeningBot(name, option, option.values.words)
    return None


def evaluation_file(spec: str) -> str:
    """Return the file and function that a spec of MCTS names as its evaluation; empty if it names none.

    >>> evaluation_file("mcts(evaluate=net.py:evaluate,batch=8)"), evaluation_file("mcts(evaluate=rollout)")
    ('net.py:evaluate', '')
    """
    try:
        name, given = parse_spec(spec)
    except LudariumError:
        return ""
    file = given.get("evaluate", "")
    return file if name == "mcts" and _PYTHON_FILE.fullmatch(file) else ""


def make_bot(
    spec: str,
    game: str | Game,
    seed: int,
    *,
    learned: Learned | None = None,
    read: Callable[[str], Learned] = installed_player,
) -> Bot:
    """Return a new bot for a spec: a level, as in `hard`, or a kind with options, as in `mcts(seconds=1)`.

    A spec can name a learnt player's file, as in `ada.player` or `mcts(evaluate=ada.player)`. `read` returns the
    player of a file; by default only those of the folder of players are found. `learned` is a player in place of such
    a file.

    Raises `ParseError` for an unknown name, `InvalidOption` for an unknown option or a value out of range, `BadTable`
    if `exact` has no table that can be used.
    """
    game, spec = load_game(game), to_text(spec)
    check_seed(seed)
    spec = levels(game).get(spec.strip(), spec)
    if _PLAYER_FILE.fullmatch(spec.strip()):
        learned = read(spec.strip())
        learned.check(game)
        spec = learned.about.bot
    name, given = parse_spec(spec)
    if _PLAYER_FILE.fullmatch(given.get("evaluate", "")):
        learned = read(given.pop("evaluate"))
    if file := evaluation_file(spec):
        raise InvalidOption(f"evaluate={shorten(file)} names a file, and this bot may not read files")
    kinds = bot_kinds(game) | (EVALUATING if learned else {})
    if name == EXACT and name not in kinds:
        kinds |= _by_table(game, asked=True)
    if name not in kinds:
        known = [*levels(game), *kinds]
        hint = nearest(name, known)
        raise ParseError(f"{game.name} has no bot {shorten(name)}{hint} (expected one of {', '.join(known)})")
    options: dict[str, object] = {**parse_options(name, kinds[name].options, given)}
    if learned:
        if "evaluate" not in options:
            raise InvalidOption(f"{name} has no option evaluate, and so cannot play with a learnt player's network")
        learned.check(game)
        options["evaluate"] = learned
    return kinds[name].make(game, seed, **options)
