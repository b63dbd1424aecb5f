"""Players by spec: our bots, and external players, which are files and programs on this computer; and in memory.

| spec | player |
| --- | --- |
| `./my_bot.py:think` | a function of a Python file |
| `program:./engine --fast` | a program that speaks the protocol, started by this command |
| `js:bot.js` | a JavaScript file |
| `bot.wasm` | a WebAssembly program for WASI that speaks the protocol |
| `mcts(evaluate=net.py:evaluate)` | a search whose evaluation is a function of a Python file |
| `ludo.table` | a table of exact values that `ludarium solve` has written |
| `orion.book`, `orion.book:hard` | an opening book of `ludarium book`, and beyond it the champion, or a bot |
| `ada.player`, `mcts(evaluate=ada.player)` | a learnt player, a file of `ludarium learn` |
| anything else | a bot of `search.player.make_bot`, such as `easy` or `mcts(seconds=1)` |

Where a program names a player, it may also hand over a function `(state, seat) -> action | turn`, or a `Bot`.

A person who may choose an external player can run any program on this computer. So only the terminal and code that
trusts its specs may import this module; the site makes its bots with `search.player.make_bot`.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from inspect import isclass
from pathlib import Path
from typing import TypeAlias, cast

from ludarium.core.errors import ParseError
from ludarium.core.game import Game, State
from ludarium.core.rng import derive
from ludarium.core.text import shorten, to_text
from ludarium.match.match import LONGEST_NAME, Match
from ludarium.players.bot_player import BotPlayer
from ludarium.players.external.book import make_book_bot
from ludarium.players.external.evaluated import EvaluatedPlayer
from ludarium.players.external.function import FileFunction, Function
from ludarium.players.external.program import Program
from ludarium.players.external.sandboxed import Script, WasmFile, is_wasm
from ludarium.players.player import Player, prepare_player
from ludarium.players.sandbox.script import BUDGET
from ludarium.search.bot import Bot
from ludarium.search.learned import find_player
from ludarium.search.player import evaluation_file, make_bot
from ludarium.search.table_bot import TableBot, is_table
from ludarium.solve.installed import open_table

AnyPlayer: TypeAlias = str | Bot | Callable[[State, int], int | str]
"""A player in a call: a spec, a bot, or a function of a state and a seat that returns an action or a turn."""
_FUNCTION = re.compile(r"(.+\.py)(?::(\w*))?")


def make_player(spec: AnyPlayer, game: Game, seed: int, budget: int | None = None) -> Player:
    """Return the player of a spec, a bot or a function; it must be closed.

    `budget` is the processor time in seconds that a script may take for a match; None is the usual time.

    Raises `ParseError` or `InvalidOption`.
    """
    if not isinstance(spec, str):
        return _in_memory(spec)
    kind, _, rest = spec.strip().partition(":")
    if kind == "program":
        return Program(rest, game, seed)
    if kind == "js":
        return Script(Path(rest), game, seed, budget or BUDGET)
    if by_book := make_book_bot(spec, game, seed):
        return BotPlayer(by_book)
    if function := _FUNCTION.fullmatch(spec.strip()):
        if not function[2]:
            raise ParseError(f"{shorten(function[1])} needs the name of its function, as in bot.py:think")
        return FileFunction(Path(function[1]), function[2])
    if is_wasm(spec):
        return WasmFile(Path(spec.strip()), game, seed)
    if evaluation_file(spec):
        return EvaluatedPlayer(spec, game, seed)
    if is_table(spec):
        return BotPlayer(TableBot(open_table(Path(spec.strip()), game)))
    return BotPlayer(make_bot(spec, game, seed, read=find_player))


def is_in_memory(player: object) -> bool:
    """Return whether a player is a bot or a function, and not a spec."""
    return _is_bot(player) or callable(player)


def _is_bot(player: object) -> bool:
    return callable(getattr(player, "choose", None))


def _in_memory(player: object) -> Player:
    if isclass(player):
        raise ParseError(f"{player.__name__} is a class, not a player: expected one that is made, as in Bot(game, 1)")
    if _is_bot(player):
        return BotPlayer(cast("Bot", player))
    if not callable(player):
        raise ParseError(
            f"{shorten(to_text(player))} is not a player: expected a bot's spec, a Bot, or a function (state, seat)"
        )
    return Function(player)


@contextmanager
def open_players(
    specs: Sequence[AnyPlayer], game: Game, seed: int, budget: int | None = None
) -> Iterator[list[Player]]:
    """Make the players of a match, in seat order, each with its own seed; close them at the end."""
    with ExitStack() as stack:
        seats = enumerate(specs)
        yield [stack.enter_context(make_player(spec, game, derive(seed, seat), budget)) for seat, spec in seats]


def check_player(spec: AnyPlayer, game: Game) -> None:
    """Make a player, prepare it and close it.

    Raises what prevents it from playing.
    """
    with open_players([spec], game, 0) as (player,):
        prepare_player(player, Match.begin(game, [player_name(spec)] * game.seats), 0)


def spec_of(player: AnyPlayer) -> str:
    """Return a player's spec; for a bot or a function in memory its name."""
    return player if isinstance(player, str) else player_name(player)


def player_name(spec: AnyPlayer) -> str:
    """Return a spec as the name of a player, on one line; the middle of a long name is replaced by dots.

    A function has its own name, and a bot that of its class.

    >>> player_name("program:" + 90 * "-" + "engine")
    'program:------------------------------...---------------------------------engine'
    """
    if not isinstance(spec, str):
        spec = str(getattr(spec, "__name__", type(spec).__name__)).replace("<lambda>", "lambda")
    name, half = " ".join(spec.split()), (LONGEST_NAME - 3) // 2
    return name if len(name) <= LONGEST_NAME else f"{name[:half]}...{name[-half - 1 :]}"
