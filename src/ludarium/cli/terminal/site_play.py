"""A match of a site at a terminal: the person types turns and commands, news of the others come in between."""

import time
from collections.abc import Callable

from ludarium.cli.terminal import viewing as _looking
from ludarium.cli.terminal.output import console, say
from ludarium.cli.terminal.prompt import Interrupted
from ludarium.cli.terminal.site import SiteClient
from ludarium.cli.terminal.site_http import Refused, SiteAway
from ludarium.cli.terminal.site_match import SiteMatch
from ludarium.cli.terminal.site_news import SiteNews, SiteTalk, delay
from ludarium.cli.terminal.viewing import Looking
from ludarium.core.errors import LudariumError, NotYourTurn, ParseError
from ludarium.core.text import nearest, shorten
from ludarium.match.clock import format_clock
from ludarium.players.bot_player import choose_turn
from ludarium.search.player import RandomBot
from ludarium.site.match.commands import TERMINAL, MatchCommand, PlayTurn, Resign
from ludarium.site.talk.rules import GREETINGS

HELP = f"""Type {{turn}}, or a command:
{_looking.HELP}
  undo          ask to take back your last turn
  draw          offer a draw
  accept        accept the offer of another player
  decline       decline the offer of another player, or withdraw yours
  resign        resign the match, after a question
  claim         claim the match of an opponent who has left it and is to move
  rematch       begin or join the rematch, after the end
  say TEXT      say something to the other players; what they say is printed
  greet WORD    send a greeting: {", ".join(GREETINGS)}
  talk          print what was said last
  quit          leave; the match goes on, and you can return
The rules of the game: ludarium rules {{game}}"""
_WORDS = ("help", *TERMINAL, "say", "greet", "talk", "quit")
_SEE_HELP = "(type help for the commands)"


class SiteSession:
    """A match of a site, played until the person leaves.

    `ask` reads a line like `input`, and raises `Interrupted` when `interrupt` was called, on another thread, at news.
    """

    def __init__(
        self, site: SiteClient, match: SiteMatch, ask: Callable[[str], str], interrupt: Callable[[], None]
    ) -> None:
        self.latest = match
        self._site = site
        self._ask = ask
        self._interrupt = interrupt
        self._looking = Looking()
        self._lines: tuple[str, ...] = ()
        self._news: SiteNews | None = None
        self._talk = SiteTalk(site)

    def run(self) -> None:
        """Play until the person leaves, also by Ctrl+C or at the end of the input."""
        self._take(self.latest)
        self._listen()
        try:
            while self._step():
                pass
        except (EOFError, KeyboardInterrupt):
            console.print()
        finally:
            self._close_news()
        if not self.latest.match.over:
            say(f"The match goes on. To return to it:\nludarium join {self._site.origin}/matches/{self.latest.id}")

    def _step(self) -> bool:
        """Show what is new, and carry out the next line, or take the news; return whether the person stays."""
        try:
            self._show()
            self._looking.complete(self.latest.match, self.latest.to_act, _WORDS)
            try:
                line = self._ask(self._prompt()).strip()
            except Interrupted:
                self._reload()
                return True
            if line == "quit":
                return False
            self._carry_out(line)
        except SiteAway as error:
            self._recover(error)
        except Refused as error:
            say(str(error), "red")
        except LudariumError as error:
            say(f"{error} {_SEE_HELP}", "red")
        return True

    def _take(self, match: SiteMatch) -> None:
        """Continue with the state of a match that the site has sent, and listen for its news."""
        if match.live:
            address = f"{self._site.origin}/matches/{match.id}"
            raise Refused(f"this match is played live, a turn with every tick of its clock: play it at {address}")
        if not self._news or match.id != self.latest.id:
            self._close_news()
            self._news = SiteNews(self._site, match.id, match.revision, self._interrupt)
        self._news.known, self.latest = match.revision, match
        if match.message:
            say(match.message, "yellow")

    def _close_news(self) -> None:
        if self._news:
            self._news.close()

    def _show(self) -> None:
        """Print what is new since the last prompt."""
        latest = self.latest
        is_new = self._looking.show_news(latest.match)
        lines = (latest.news if is_new else "", latest.status, latest.offered)
        if is_new or lines[1:] != self._lines[1:]:
            say("\n".join(filter(None, lines)), "bold")
            if latest.may_answer:
                say("Type accept or decline.")
        self._lines = lines

    def _prompt(self) -> str:
        match, seat = self.latest.match, self.latest.to_act
        if match.over:
            return "rematch, save FILE or quit? " if self.latest.seats else "save FILE or quit? "
        if seat is None:
            return "> "
        left = self.latest.seconds_left(seat)
        return match.display_name(seat) + ("" if left is None else f", {format_clock(left)} left") + "> "

    def _carry_out(self, line: str) -> None:
        """Carry out a command or play a turn.

        Raises `LudariumError` for what cannot be done, and `SiteAway`.
        """
        match, seat = self.latest.match, self.latest.to_act
        if not line or self._looking.carry_out(match, seat, line):
            return
        if line == "help":
            self._help()
        elif line in TERMINAL:
            self._command(TERMINAL[line])
        elif line == "talk":
            self._talk.show_all(self.latest.id)
        elif line.startswith(("say ", "greet ")):
            self._talk.send(self.latest.id, line)
            self._listen()
        elif seat is None:
            self._require_seat()
            hint = nearest(line, _WORDS)
            raise NotYourTurn(f"{shorten(line)} is no command{hint}, and no turn is yours to play now")
        else:
            self.latest.check(seat, line)
            self._send(PlayTurn, seat, line)

    def _listen(self) -> None:
        """Print what others have said, and know from where on there is more."""
        heard = self._talk.show_new(self.latest.id)
        if self._news:
            self._news.heard = heard

    def _command(self, command: type[MatchCommand]) -> None:
        """Ask the site for a command; resigning is asked about first."""
        if command is Resign:
            self._resign()
        elif command.asker == "seat":
            self._send(command, self._seat())
        else:
            path = f"/matches/{self.latest.id}{command.place}"
            self._take(SiteMatch.parse(self._site.post(path, do=command.word)))

    def _help(self) -> None:
        match, seat = self.latest.match, self.latest.to_act
        turn = "a whole turn when it is yours"
        if seat is not None:
            turn = f"a whole turn, such as {choose_turn(RandomBot(match.game, seed=0), match.state, seat)}"
        text = HELP.format(turn=turn, game=match.game.name)
        say("\n".join(line for line in text.splitlines() if self._may(line)))

    def _may(self, line: str) -> bool:
        """Return whether a line of the help is no command of the match, or one that the person may give now."""
        command = TERMINAL.get(line.split()[0]) if line.startswith("  ") else None
        return command is None or self.latest.commands is None or command.word in self.latest.commands

    def _resign(self) -> None:
        seat = self._seat()
        try:
            sure = self._ask(f"Resign as {self.latest.match.display_name(seat)}? Type yes: ").strip()
        except Interrupted:
            self._reload()
            raise ParseError("the match has changed meanwhile, so you have not resigned") from None
        if sure == "yes":
            self._send(Resign, seat)
        else:
            say("You have not resigned.")

    def _seat(self) -> int:
        """Return the seat that offers, answers and resigns."""
        self._require_seat()
        if self.latest.seat is None:
            raise NotYourTurn("the match is over")
        return self.latest.seat

    def _require_seat(self) -> None:
        if not self.latest.seats:
            how = f"open your invitation, or sign in by: ludarium join {self._site.origin}"
            raise NotYourTurn(f"you only watch this match, since no seat is yours: {how}")

    def _send(self, command: type[MatchCommand], seat: int, text: str = "") -> None:
        """Send a command, and go on with the match as it is then; one that comes too late changes nothing."""
        fields = {"do": command.word, "seat": seat, "text": text, "revision": self.latest.revision}
        try:
            self._take(SiteMatch.parse(self._site.post(f"/matches/{self.latest.id}{command.place}", **fields)))
        except Refused as error:
            say(str(error), "red")
            self._reload()

    def _reload(self) -> None:
        """Ask how the match stands, as often as needed, and whether an offer of this person was declined."""
        match, offer, asked = self.latest.match, self.latest.match.offer, ""
        if offer and offer.seat in self.latest.seats:
            asked = f"?offer={offer.kind}&of={len(match.turns)}"
        try:
            self._take(SiteMatch.parse(self._site.get(f"/matches/{self.latest.id}{asked}")))
            self._listen()
        except SiteAway as error:
            self._recover(error)

    def _recover(self, error: SiteAway) -> None:
        """Wait until the site is back, and show how the match stands then."""
        say(f"{error}. Reconnecting... (Ctrl+C leaves; the match goes on)", "red")
        before, failures = self.latest.revision, 0
        while True:
            failures += 1
            time.sleep(delay(failures))
            try:
                self._take(SiteMatch.parse(self._site.get(f"/matches/{self.latest.id}")))
            except SiteAway:
                continue
            unchanged = "; the match is as before" if self.latest.revision == before else ""
            say(f"Connected again{unchanged}.", "green")
            return
