"""A match at the terminal: the board is printed, people type turns or one of a few words, bots answer."""

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

HELP = """Type a whole turn, such as {example}, or a word:
  legal      what can be chosen now, as the first or only part of a turn
  hint       what a bot would play
  undo       take back your last turn, and what followed
  board      print the board again
  moves      print the turns so far
  position   print the position in one line
  save FILE  write the match to a file
  resign     give the match up
  quit       leave; without save the match is lost
The rules: ludarium rules {game}"""


class Session:
    """A match between people at this terminal and bots; `ask` reads a line, as `input` does.

    `bots` are the players by seat that are programs; `adviser` makes the bot that gives hints; `now` tells the seconds
    that a match with a clock counts.
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
        self._began = now()
        self._shown = -1
        self._saved: set[Path] = set()
        self._words: dict[str, Callable[[int], None]] = {
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
        """Play until the match is over or somebody quits."""
        try:
            while not self.match.over:
                for seat in self.match.to_act[:1]:
                    self._let_bot(seat) if seat in self._bots else self._let_person(seat)
                self.match = self.match.roll()
            self._show()
            say(f"{format_result(self.match.payoffs)}: {self.match.ending}", "bold")
            while True:
                self._after(self._ask("save FILE or quit? "))
        except (EOFError, KeyboardInterrupt):
            console.print()
        except Quit:
            pass

    def _let_bot(self, seat: int) -> None:
        """Play the turn of a seat that a bot has."""
        with console.status(Text(f"{self.match.display_name(seat)} is thinking")):
            match = play_turn(self.match, seat, self._bots[seat])
        self._began = self._now()
        if not match.termination:
            secret = len(self.match.state.actors) > 1
            say(match.display_name(seat) + (" has decided" if secret else f": {match.turns[-1].text}"))
        self.match = match

    def _let_person(self, seat: int) -> None:
        """Ask a person for a turn or a word, and do it; what cannot be done is said, and changes nothing."""
        if self._shown != len(self.match.turns):
            self._show()
        said = self._ask(f"{self.match.display_name(seat)}{self._left(seat)}> ").strip()
        word, _, rest = said.partition(" ")
        try:
            if self._late(seat):
                self.match = self.match.flag(seat)
            elif said in self._words:
                self._words[said](seat)
            elif word == "save":
                self._save(rest)
            elif said == "quit":
                raise Quit
            elif said:
                self._submit(seat, said)
        except LudariumError as error:
            say(f"{error} (help tells what can be typed)", "red")

    def _submit(self, seat: int, text: str) -> None:
        """Play a turn; the clock of the next one begins."""
        took = self._now() - self._began if self.match.clock else None
        self.match = self.match.submit(seat, text, took)
        self._began = self._now()

    def _late(self, seat: int) -> bool:
        """Whether the clock of a seat that decides alone has run out."""
        left = self.match.time_left(seat)
        return left is not None and self._now() - self._began > left

    def _left(self, seat: int) -> str:
        """What the prompt says of the seat's clock."""
        left = self.match.time_left(seat)
        return "" if left is None else f", {format_clock(left - (self._now() - self._began))} left"

    def _after(self, said: str) -> None:
        """Do what is asked for when the match is over."""
        word, _, rest = said.strip().partition(" ")
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
        """Print the board, what the last turn changed marked."""
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
        worth = f" (worth {bot.info.value:.0%} of the win)" if bot.info else ""
        say(f"{text}{worth}", "green")

    def _undo(self, seat: int) -> None:
        """Everybody at the table consents: the other people sit before the same screen."""
        match = ask_takeback(self.match, seat)
        for other in range(match.game.seats):
            if other != seat:
                match = accept_offer(match, other)
        self.match, self._began = match, self._now()

    def _moves(self) -> None:
        listed = "  ".join(f"{number}. {entry.text}" for number, entry in enumerate(self.match.turns, 1))
        console.print(Text(listed or "no turn is played yet"))

    def _resign(self, seat: int) -> None:
        self.match = self.match.resign(seat)

    def _save(self, name: str) -> None:
        """Write the match down; a file of this session may be written again, no other."""
        if not name.strip():
            raise LudariumError(f"{shorten('save')} needs a file's name, as in save game.txt")
        path = Path(name.strip()).expanduser()
        write_file(path, str(self.match.record()), over=path in self._saved)
        self._saved.add(path)
        say(f"saved as {path}")


class Quit(Exception):
    """Somebody leaves the table."""
