"""A match in the terminal: the board is printed, people type turns or commands, bots answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path

from rich.columns import Columns
from rich.text import Text

from ludarium.cli._match import draw_match
from ludarium.cli._terminal import board, console, say, write_file
from ludarium.core.errors import LudariumError
from ludarium.core.record import format_result
from ludarium.core.text import shorten
from ludarium.match.clock import format_clock
from ludarium.match.match import Match
from ludarium.match.offers import accept_offer, ask_takeback
from ludarium.players.player import Player
from ludarium.players.turn import choose_turn, play_turn, request_turn
from ludarium.search.player import Bot, RandomBot

HELP = """Type a whole turn, such as {example}, or a command:
  legal      list the legal actions
  hint       show what a bot would play
  undo       take back your last turn and all turns after it
  board      print the board again
  moves      print the turns so far
  position   print the position in one line
  save FILE  write the match to a file
  resign     resign the match
  quit       leave; a match that is not saved is lost
The rules of the game: ludarium rules {game}"""
_SEE_HELP = "(type help for the commands)"


class Session:
    """A match between people at this terminal and bots.

    `bots` are the bots by seat, `adviser` creates the bot that gives hints, `ask` reads a line like `input`, and `now`
    returns the time in seconds, for the clock of the match.
    """

    def __init__(
        self,
        match: Match,
        bots: Mapping[int, Player],
        adviser: Callable[[], Bot],
        ask: Callable[[str], str] = input,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.match = match.roll()
        self._bots = bots
        self._adviser = adviser
        self._ask = ask
        self._now = now
        self._turn_started_at = now()
        self._shown = -1  # turns at the last print of the board
        self._saved: set[Path] = set()
        self._commands: dict[str, Callable[[int], None]] = {
            "help": self._help,
            "legal": self._legal,
            "hint": self._hint,
            "undo": self._undo,
            "board": lambda _: self._show(),
            "moves": lambda _: self._moves(),
            "position": lambda _: console.out(str(self.match.state), highlight=False),
            "resign": self._resign,
        }

    def run(self) -> None:
        """Play until the match is over or the user quits."""
        try:
            while not self.match.over:
                for seat in self.match.to_act[:1]:
                    self._bot_turn(seat) if seat in self._bots else self._person_turn(seat)
                self.match = self.match.roll()
            self._show()
            say(f"{format_result(self.match.payoffs)}: {self.match.ending}", "bold")
            while True:
                self._after_the_match(self._ask("save FILE or quit? "))
        except (EOFError, KeyboardInterrupt):
            console.print()
        except Quit:
            pass

    def _bot_turn(self, seat: int) -> None:
        """Play the turn of a bot; an order that is still secret is not printed."""
        with console.status(Text(f"{self.match.display_name(seat)} is thinking")):
            match = play_turn(self.match, seat, self._bots[seat])
        self._turn_started_at = self._now()
        if not match.termination:
            secret = len(self.match.state.actors) > 1
            say(match.display_name(seat) + (" has decided" if secret else f": {match.turns[-1].text}"))
        self.match = match

    def _person_turn(self, seat: int) -> None:
        """Read a turn or a command and carry it out; an error is printed and changes nothing."""
        if self._shown != len(self.match.turns):
            self._show()
        line = self._ask(f"{self.match.display_name(seat)}{self._time_left(seat)}> ").strip()
        word, _, rest = line.partition(" ")
        try:
            if self._out_of_time(seat):
                self.match = self.match.flag(seat)
            elif line in self._commands:
                self._commands[line](seat)
            elif word == "save":
                self._save(rest)
            elif line == "quit":
                raise Quit
            elif line:
                self._submit(seat, line)
        except LudariumError as error:
            say(f"{error} {_SEE_HELP}", "red")

    def _submit(self, seat: int, text: str) -> None:
        """Play a turn and start the clock of the next one."""
        took = self._now() - self._turn_started_at if self.match.clock else None
        self.match = self.match.submit(seat, text, took)
        self._turn_started_at = self._now()

    def _out_of_time(self, seat: int) -> bool:
        """Return whether the seat's clock has run out."""
        left = self.match.time_left(seat)
        return left is not None and self._now() - self._turn_started_at > left

    def _time_left(self, seat: int) -> str:
        """Return the seat's remaining time, for the prompt."""
        left = self.match.time_left(seat)
        return "" if left is None else f", {format_clock(left - (self._now() - self._turn_started_at))} left"

    def _after_the_match(self, line: str) -> None:
        """Carry out a command after the end of the match."""
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            raise Quit
        try:
            if word == "save":
                self._save(rest)
            elif word == "moves":
                self._moves()
        except LudariumError as error:
            say(str(error), "red")

    def _show(self) -> None:
        """Print the board, with the changes of the last turn marked."""
        self._shown = len(self.match.turns)
        scene = draw_match(self.match, self._shown)
        console.print("", board(scene), "", Text(scene.caption, "bold"), sep="\n")

    def _help(self, seat: int) -> None:
        game = self.match.game
        example = choose_turn(RandomBot(game, seed=0), self.match.state, seat)
        say(HELP.format(example=example, game=game.name))

    def _legal(self, seat: int) -> None:
        state = self.match.state
        console.print(Columns([state.action_name(action, seat) for action in state.legal(seat)], padding=(0, 2)))

    def _hint(self, seat: int) -> None:
        bot = self._adviser()
        with console.status("thinking"):
            text = request_turn(bot, self.match, seat)
        value = f" (expected payoff {bot.info.value:.2f})" if bot.info else ""
        say(f"{text}{value}", "green")

    def _undo(self, seat: int) -> None:
        """Take back the seat's last turn; the others accept, because all people share this screen."""
        match = ask_takeback(self.match, seat)
        for other in range(match.game.seats):
            if other != seat:
                match = accept_offer(match, other)
        self.match, self._turn_started_at = match, self._now()

    def _moves(self) -> None:
        listed = "  ".join(f"{number}. {entry.text}" for number, entry in enumerate(self.match.turns, 1))
        console.print(Text(listed or "no turn has been played yet"))

    def _resign(self, seat: int) -> None:
        self.match = self.match.resign(seat)

    def _save(self, name: str) -> None:
        """Write the match to a file; only a file that this session has written may be overwritten."""
        if not name.strip():
            raise LudariumError(f"{shorten('save')} needs the name of a file, as in save game.txt")
        path = Path(name.strip()).expanduser()
        write_file(path, str(self.match.record()), over=path in self._saved)
        self._saved.add(path)
        say(f"saved as {path}")


class Quit(Exception):
    """The user leaves the session."""
