"""Players by spec: those that the search knows, and guests, which are files and programs of this computer.

`./my_bot.py:think`        a function of a Python file
`program:./engine --fast`  a program that speaks the protocol, started as it would be in a terminal
`js:bot.js`                JavaScript, run as the players of a game know it

Whoever may choose a guest may run any program here. So only the terminal and code that trusts its specs use this
file; the server makes its bots with `search.player.make_bot`, which knows no guests, and may not import this one.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from ludarium.core.errors import ParseError
from ludarium.core.game import Game
from ludarium.core.rng import derive
from ludarium.match.match import LONGEST_NAME, Match
from ludarium.players.external.function import Function
from ludarium.players.external.program import Program
from ludarium.players.external.script import Script
from ludarium.players.player import ExternalPlayer, Player, prepare_player
from ludarium.search.player import make_bot

_FUNCTION = re.compile(r"(.+\.py)(?::(\w*))?")


def make_player(spec: str, game: Game, seed: int) -> Player:
    """The player that a spec names; a guest is to be closed.

    Raises `ParseError` or `InvalidOption`.
    """
    kind, _, rest = spec.strip().partition(":")
    if kind == "program":
        return Program(rest, game, seed)
    if kind == "js":
        return Script(Path(rest), game, seed)
    if function := _FUNCTION.fullmatch(spec.strip()):
        if not function[2]:
            raise ParseError(f"{function[1]} needs the name of its function, as in {function[1]}:think")
        return Function(Path(function[1]), function[2])
    return make_bot(spec, game, seed)


@contextmanager
def open_players(specs: Sequence[str], game: Game, seed: int) -> Iterator[list[Player]]:
    """The players of a match, by seat; each has a seed of its own, and guests are closed when all is over."""
    with ExitStack() as leave:
        players = []
        for seat, spec in enumerate(specs):
            players.append(make_player(spec, game, derive(seed, seat)))
            if isinstance(players[-1], ExternalPlayer):
                leave.callback(players[-1].close)
        yield players


def check_player(spec: str, game: Game) -> None:
    """Raise what speaks against a player before anything is played: it is made, made ready, and sent away again."""
    with open_players([spec], game, 0) as (player,):
        prepare_player(player, Match.begin(game, [player_name(spec)] * game.seats), 0)


def player_name(spec: str) -> str:
    """A spec as the name of a player, on one line; one that is too long loses its middle.

    >>> player_name("program:" + 90 * "-" + "engine")
    'program:------------------------------...---------------------------------engine'
    """
    name, half = " ".join(spec.split()), (LONGEST_NAME - 3) // 2
    return name if len(name) <= LONGEST_NAME else f"{name[:half]}...{name[-half - 1 :]}"
