"""`ludarium play`: a match in the terminal."""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import replace
from pathlib import Path

import click
from rich.text import Text

from ludarium.cli._options import BUDGET, CLOCK, FILE, POSITION
from ludarium.cli.terminal.ending import with_bot_names
from ludarium.cli.terminal.output import console, name_file_in_errors, read_record, say
from ludarium.cli.terminal.person import YOU, ChangedByCommand, Quit, TerminalPerson
from ludarium.core.errors import GameOver, LudariumError, ParseError
from ludarium.core.game import Game
from ludarium.core.registry import load
from ludarium.core.rng import derive
from ludarium.core.rolls import describe_turn
from ludarium.core.text import shorten
from ludarium.match.clock import Clock
from ludarium.match.dice import SYSTEM, seeded
from ludarium.match.match import Match
from ludarium.match.progress import all_states
from ludarium.players.bot_player import BotPlayer
from ludarium.players.external.specs import make_player, player_name
from ludarium.players.player import Player, prepare_player
from ludarium.players.turn import play_turn
from ludarium.review.adviser import make_adviser
from ludarium.search.personas import persona_of
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
@click.option("--resume", type=FILE, help="Continue the match in this file.")
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


class TerminalMatch:
    """A match between people at this terminal and other players.

    `bots` are the other players by seat, `adviser` creates the player that gives hints, `ask` reads a line like
    `input`, and `now` returns the time in seconds, for the clock of the match.
    """

    def __init__(
        self,
        match: Match,
        bots: Mapping[int, Player],
        adviser: Callable[[], Player],
        ask: Callable[[str], str] = input,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.match = match.roll()
        self._shown = len(match.turns)
        self._person = TerminalPerson(adviser, ask, now, frozenset(bots))
        self._bots = bots
        self._now = now

    def run(self) -> None:
        """Play until the match is over or the user quits."""
        for seat in sorted(self._bots):
            bot = persona_of(self.match.game, self.match.players[seat])
            if bot.sentence:
                seat_name = self.match.game.setup.seat_names[seat]
                say(f"{bot.name}, {self.match.players[seat]}, has seat {seat_name}: {bot.sentence}.")
        try:
            self._show_rolls()
            while not self.match.over:
                for seat in self.match.to_act[:1]:
                    self._turn(seat)
                self._shown = len(self.match.turns)
                self.match = self.match.roll()
                self._show_rolls()
            self._person.look_back(self.match)
        except KeyboardInterrupt:
            console.print()
        except Quit:
            pass

    def _show_rolls(self) -> None:
        """Print what chance has done since the last turn."""
        states = all_states(self.match) if len(self.match.turns) > self._shown else ()
        for number in range(self._shown, len(self.match.turns)):
            say(describe_turn(states[number], self.match.turns[number].text))

    def _turn(self, seat: int) -> None:
        """Play the turn of a seat; of a bot's turn print what is not secret."""
        name, bot = with_bot_names(self.match, self._bots).display_name(seat), self._bots.get(seat)
        try:
            with console.status(Text(f"{name} is thinking")) if bot else nullcontext():
                self.match = play_turn(self.match, seat, bot or self._person, self._now).match
        except ChangedByCommand as changed:
            self.match = changed.match
        if bot and not self.match.termination:
            secret = len(self.match.state.actors) > 1
            say(name + (" has decided" if secret else f": {self.match.turns[-1].text}"))
