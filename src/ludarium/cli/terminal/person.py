"""The people at a terminal, who play by typing turns and commands."""

from __future__ import annotations

import math
from collections.abc import Callable

from ludarium.cli.terminal import viewing as _looking
from ludarium.cli.terminal.ending import with_bot_names
from ludarium.cli.terminal.output import console, say
from ludarium.cli.terminal.viewing import Looking
from ludarium.core.errors import LudariumError
from ludarium.core.record import format_result
from ludarium.match.clock import format_clock
from ludarium.match.match import Match
from ludarium.match.offers import accept_offer, ask_takeback
from ludarium.match.verdict import describe_outcome
from ludarium.players.bot_player import choose_turn
from ludarium.players.player import Interruption, Limit, OutOfTime, Player, PlayResult
from ludarium.players.turn import request_turn
from ludarium.search.player import RandomBot

HELP = f"""Type a whole turn, such as {{example}}, or a command:
{_looking.HELP}
  hint          show what a bot would play
  undo          take back your last turn and all turns after it
  resign        resign the match
  quit          leave; a match that is not saved is lost
The rules of the game: ludarium rules {{game}}"""
_HINTED = 5
"""The actions whose visits a hint tells."""
_FINE = 5e-5
"""The error of a table whose values have four certain digits."""
YOU = "you"
"""The name of a person at this terminal."""
_SEE_HELP = "(type help for the commands)"


class Quit(Interruption):
    """The user leaves the session."""


class ChangedByCommand(Interruption):
    """A command has changed the match otherwise than by a turn."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match


class TerminalPerson(Player):
    """The people at this terminal, in any number of seats.

    `adviser` creates the player that gives hints, `ask` reads a line like `input`, `now` returns the time in seconds,
    and `bots` are the seats of bots.
    """

    def __init__(
        self,
        adviser: Callable[[], Player],
        ask: Callable[[str], str],
        now: Callable[[], float],
        bots: frozenset[int] = frozenset(),
    ) -> None:
        self._adviser = adviser
        self._bots = bots
        self._ask = ask
        self._now = now
        self._looking = Looking()
        self._commands: dict[str, Callable[[Match, int], None]] = {
            "help": self._help,
            "hint": self._hint,
            "undo": self._undo,
            "resign": self._resign,
        }

    def play(self, match: Match, seat: int, limit: Limit) -> PlayResult:
        """Carry out commands until a turn is typed that can be played, and return it.

        Raises `OutOfTime`, `ChangedByCommand` after a command that has changed the match, and `Quit`.
        """
        started_at = self._now()
        while True:
            self._looking.show_news(match)
            left = limit.seconds - (self._now() - started_at) if limit.seconds < math.inf else None
            self._looking.complete(match, seat, (*self._commands, "quit"))
            line = self._read(
                match.display_name(seat) + ("" if left is None else f", {format_clock(left)} left") + "> "
            )
            if self._now() - started_at > limit.seconds:
                raise OutOfTime("ran out of time")
            try:
                if self._carry_out(match, seat, line):
                    continue
                match.submit(seat, line)
            except LudariumError as error:
                say(f"{error} {_SEE_HELP}", "red")
            else:
                return PlayResult(line)

    def look_back(self, match: Match) -> None:
        """Show a match that is over, and carry out commands until the user quits, which raises `Quit`."""
        self._looking.show(match)
        say(f"{format_result(match.payoffs)}: {match.ending}", "bold")
        mine = [seat for seat, name in enumerate(match.players) if name == YOU]
        say(f"{describe_outcome(with_bot_names(match, self._bots), you=mine)}.")
        while True:
            line = self._read("save FILE or quit? ")
            try:
                self._looking.carry_out(match, None, line)
            except LudariumError as error:
                say(str(error), "red")

    def _read(self, prompt: str) -> str:
        """Return the next line that is typed.

        Raises `Quit` at the end of the input.
        """
        try:
            line = self._ask(prompt).strip()
        except EOFError:
            console.print()
            raise Quit from None
        if line == "quit":
            raise Quit
        return line

    def _carry_out(self, match: Match, seat: int, line: str) -> bool:
        """Carry out a line if it is a command; return whether it is one, or empty."""
        if line in self._commands:
            self._commands[line](match, seat)
            return True
        return not line or self._looking.carry_out(match, seat, line)

    def _help(self, match: Match, seat: int) -> None:
        example = choose_turn(RandomBot(match.game, seed=0), match.state, seat)
        say(HELP.format(example=example, game=match.game.name))

    def _hint(self, match: Match, seat: int) -> None:
        with self._adviser() as adviser, console.status("thinking"):
            result = request_turn(adviser, match, seat)
        info = result.info
        gap = info.gap if info else None
        digits, mark = (2, "") if gap is None else (4 if gap < _FINE else 3, ", exact")
        value = f" (expected payoff {info.value:.{digits}f}{mark})" if info else ""
        say(f"{result.turn}{value}", "green")
        if info and info.state and gap is not None:
            best = sorted(info.actions, key=lambda about: -about.value)[:_HINTED]
            name = info.state.action_name
            say("exact: " + ", ".join(f"{name(action, seat)} {payoff:.{digits}f}" for action, _, payoff in best))
        elif info and info.state:
            name, most = info.state.action_name, info.actions[:_HINTED]
            say("visits: " + ", ".join(f"{name(action, seat)} {visits}" for action, visits, _ in most))

    def _undo(self, match: Match, seat: int) -> None:
        """Take back the seat's last turn; the others accept, because all people share this screen."""
        match = ask_takeback(match, seat)
        for other in range(match.game.seats):
            if other != seat:
                match = accept_offer(match, other)
        raise ChangedByCommand(match)

    def _resign(self, match: Match, seat: int) -> None:
        raise ChangedByCommand(match.resign(seat))
