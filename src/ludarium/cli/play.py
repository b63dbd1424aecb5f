"""`ludarium play`: a match in the terminal."""

import contextlib
import secrets
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import click

from ludarium.cli._options import BUDGET, CLOCK, POSITION
from ludarium.cli.terminal.match import TerminalMatch
from ludarium.cli.terminal.output import name_file_in_errors, read_record
from ludarium.cli.terminal.person import YOU
from ludarium.core.errors import GameOver, LudariumError, ParseError
from ludarium.core.game import Game
from ludarium.core.registry import load
from ludarium.core.rng import derive
from ludarium.core.text import shorten
from ludarium.match.clock import Clock
from ludarium.match.dice import SYSTEM, seeded
from ludarium.match.match import Match
from ludarium.players.bot_player import BotPlayer
from ludarium.players.external.specs import make_player, player_name
from ludarium.players.player import Player, prepare_player
from ludarium.review.adviser import make_adviser
from ludarium.search.player import levels, make_bot


@click.command()
@click.argument("game", default="", help="A game, as in orion(clicks=2).")
@click.option("--seat", "seats", multiple=True, help=f"Player of the next seat: {YOU} or a bot; may be repeated.")
@click.option(
    "--against",
    default="",
    help="The bot on all other seats; by default the middle level, such as medium.",
)
@POSITION
@click.option("--resume", type=click.Path(path_type=Path), help="Continue the match in this file.")
@CLOCK
@BUDGET
@click.option("--seed", type=click.IntRange(0, 10**9 - 1), help="Random seed of dice and bots.")
def play(
    game: str,
    seats: Sequence[str],
    against: str,
    position: str | None,
    resume: Path | None,
    clock: str | None,
    budget: int | None,
    seed: int | None,
) -> None:
    """Play a match in the terminal.

    Play against bots, or with several people at one screen. During the match, type help for a list of commands.
    """
    if resume:
        record = read_record(resume)
        with name_file_in_errors(resume):
            match = Match.from_record(record)
        if match.commitment and not match.over:  # the site keeps the secret of its dice, so others are rolled here
            match = replace(match, dice=SYSTEM, commitment=None)
    elif "://" in game:
        raise ParseError(f"{shorten(game)} is not a game: a match of a site is played by ludarium join")
    elif game:
        loaded = load(game)
        players = _players(loaded, seats, against)
        dice = SYSTEM if seed is None else seeded(seed)
        control = Clock.parse(clock) if clock else None
        match = Match.begin(loaded, [*map(player_name, players)], position=position, clock=control, dice=dice)
    else:
        raise ParseError("name a game, as in ludarium play orion, or a saved match with --resume")
    if match.over:
        raise GameOver(f"the match is over: {match.ending}")
    root = secrets.randbits(32) if seed is None else seed
    with ExitStack() as stack:
        bots = dict(_bots(match, [*seats, against], root, stack, budget, saved=resume is not None))
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  gives input() line editing and a history
        TerminalMatch(match, bots, lambda: BotPlayer(make_adviser(match.game, derive(root, match.game.seats)))).run()


def _bots(
    match: Match, named: Sequence[str], root: int, stack: ExitStack, budget: int | None, *, saved: bool
) -> Iterator[tuple[int, Player]]:
    """Yield the bots by seat, ready to play.

    A saved match may come from another person and name any program as a player, so external players are started only
    if they are `named` on this command line.
    """
    specs = {player_name(spec): spec for spec in named}
    for seat, player in enumerate(match.players):
        if player == YOU:
            continue
        try:
            if player in specs:
                bot = make_player(specs[player], match.game, derive(root, seat), budget)
            else:
                bot = BotPlayer(make_bot(player, match.game, derive(root, seat)))
        except LudariumError:
            if saved:  # the name of a person, who plays at this terminal
                continue
            raise
        prepare_player(stack.enter_context(bot), match, seat)
        yield seat, bot


def _players(game: Game, seats: Sequence[str], against: str) -> list[str]:
    """Return a player for each seat: the given ones, or else one person, and opponents in the remaining seats."""
    if len(seats) > game.seats:
        raise ParseError(f"{game.name} has {game.seats} seats, but {len(seats)} players were given")
    known = [*levels(game)] or ["random"]
    players = [*seats] if YOU in seats else [*seats, YOU]
    return [*players, *[against or known[len(known) // 2]] * game.seats][: game.seats]
