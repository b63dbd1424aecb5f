"""`ludarium play`: a match at the terminal."""

import contextlib
import secrets
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli._session import Session
from ludarium.cli._terminal import naming, read_record
from ludarium.core.errors import GameOver, LudariumError, ParseError
from ludarium.core.game import Game
from ludarium.core.registry import load
from ludarium.core.rng import derive
from ludarium.match.clock import Clock
from ludarium.match.dice import SYSTEM, seeded
from ludarium.match.match import Match
from ludarium.players.external.specs import make_player, player_name
from ludarium.players.player import ExternalPlayer, Player, prepare_player
from ludarium.search.player import levels, make_bot

YOU = "you"


def play(
    game: Annotated[str, typer.Argument(help="A game, as in orion(clicks=2).")] = "",
    seats: Annotated[
        list[str] | None,
        typer.Option("--seat", help=f"Who sits on the next seat: {YOU} or a bot. May be given for every seat."),
    ] = None,
    against: Annotated[str, typer.Option(help="The bot on the seats that are not given.")] = "",
    position: Annotated[str | None, typer.Option(help="Begin here instead of at the usual start.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a match that was saved.")] = None,
    clock: Annotated[
        str | None, typer.Option(help="Seconds that everybody has for the match, and what a turn adds, as in 600+5.")
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, max=10**9 - 1, help="What dice and bots follow from.")] = None,
) -> None:
    """Play against bots, or several people at one screen; type help for what can be typed."""
    if resume:
        record = read_record(resume)
        with naming(resume):
            match = Match.from_record(record)
    elif game:
        loaded = load(game)
        players = _players(loaded, seats or [], against)
        dice = SYSTEM if seed is None else seeded(seed)
        control = Clock.parse(clock) if clock else None
        match = Match.begin(loaded, [*map(player_name, players)], position=position, clock=control, dice=dice)
    else:
        raise ParseError("name a game, as in ludarium play orion, or a match to --resume")
    if match.over:
        raise GameOver(f"the match is over: {match.ending}")
    root = secrets.randbits(32) if seed is None else seed
    with ExitStack() as leave:
        bots = dict(_programs(match, [*(seats or []), against], root, leave, saved=resume is not None))
        best = ([*levels(match.game).values()] or ["random"])[-1]
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  input() edits its line and remembers earlier ones
        Session(match, bots, lambda: make_bot(best, match.game, derive(root, match.game.seats))).run()


def _programs(
    match: Match, named: Sequence[str], root: int, leave: ExitStack, *, saved: bool
) -> Iterator[tuple[int, Player]]:
    """The players that are programs, by seat, each made ready.

    A file from elsewhere may name anything as its players, so guests must be named at this terminal.
    """
    specs = {player_name(spec): spec for spec in named}
    for seat, player in enumerate(match.players):
        if player == YOU:
            continue
        make = make_player if player in specs else make_bot
        try:
            bot = make(specs.get(player, player), match.game, derive(root, seat))
        except LudariumError:
            if saved:  # people of a match that was saved elsewhere sit at this screen
                continue
            raise
        if isinstance(bot, ExternalPlayer):
            leave.callback(bot.close)
        prepare_player(bot, match, seat)
        yield seat, bot


def _players(game: Game, seats: list[str], against: str) -> list[str]:
    """A player for every seat: those given, a person if there is none yet, and opponents."""
    if len(seats) > game.seats:
        raise ParseError(f"{game.name} has {game.seats} seats, and {len(seats)} are given")
    known = [*levels(game)] or ["random"]
    players = [*seats] if YOU in seats else [*seats, YOU]
    return [*players, *[against or known[len(known) // 2]] * game.seats][: game.seats]
