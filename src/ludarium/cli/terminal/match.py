"""A match in the terminal: people type turns or commands, bots answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext

from rich.text import Text

from ludarium.cli.terminal.ending import with_bot_names
from ludarium.cli.terminal.output import console, say
from ludarium.cli.terminal.person import ChangedByCommand, Quit, TerminalPerson
from ludarium.core.rolls import describe_turn
from ludarium.match.match import Match
from ludarium.match.progress import all_states
from ludarium.players.player import Player
from ludarium.players.turn import play_turn
from ludarium.search.personas import persona_of


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
