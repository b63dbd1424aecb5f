"""The commands of people about their programs: tokens, accounts of bots, and the scripts of the workshop."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import quote

from msgspec import field

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.game import Game
from ludarium.site.act import Command
from ludarium.site.ground.values import Person
from ludarium.site.programs.modules import Program
from ludarium.site.programs.playing import BotAccounts
from ludarium.site.programs.tokens import SCOPES, Tokens
from ludarium.site.programs.trials import Trials
from ludarium.site.programs.workshop import Workshop


class AskedForPrograms(NamedTuple):
    """A person who asks for something about their tokens and the accounts of their bots."""

    tokens: Tokens
    bots: BotAccounts
    person: Person

    def owner(self, bot: str) -> Person:
        """Return whose token is meant: a bot of the person, given by its id, or if that is empty the person."""
        return self.bots.find(self.person, bot) if bot else self.person


class TokenCommand(Command):
    """What is asked for about tokens and accounts of bots; `carry_out` returns the token that is made, if any."""


class MakeToken(TokenCommand, tag="make-token"):
    """Make a token, for oneself or for a bot, with the scopes that are not empty."""

    name: str = field(name="token-name")
    read: str = ""
    play: str = ""
    challenge: str = ""
    bot: str = ""

    def carry_out(self, asked: AskedForPrograms) -> str:
        """Make it."""
        scopes = [scope for scope in SCOPES if getattr(self, scope)]
        return asked.tokens.make(asked.owner(self.bot), self.name, scopes)


class EndToken(TokenCommand, tag="end-token"):
    """End a token of oneself or of a bot."""

    token: str
    bot: str = ""

    def carry_out(self, asked: AskedForPrograms) -> str:
        """End it."""
        asked.tokens.end(asked.owner(self.bot), self.token)
        return ""


class MakeBot(TokenCommand, tag="make-bot"):
    """Make the account of a bot."""

    name: str = field(name="bot-name")

    def carry_out(self, asked: AskedForPrograms) -> str:
        """Make it."""
        asked.bots.make(asked.person, self.name)
        return ""


class CloseBot(TokenCommand, tag="close-bot"):
    """Close the account of a bot."""

    bot: str

    def carry_out(self, asked: AskedForPrograms) -> str:
        """Close it."""
        asked.bots.close(asked.person, self.bot)
        return ""


@dataclass(frozen=True)
class AskedInWorkshop:
    """A person, or a stranger, who asks for something in the workshop of a game.

    `become` returns the person, and makes a guest of a stranger, unless there were too many.
    """

    workshop: Workshop
    trials: Trials
    game: Game
    person: Person | None
    origin: str | None
    become: Callable[[], Person]

    def page(self, bot: str = "", version: int | None = None) -> str:
        """Return the address of the workshop, with a bot, perhaps in a version."""
        query = f"?bot={bot}" if bot else ""
        return f"/games/{self.game.name}/workshop{query}{f'&version={version}' if version else ''}"

    def trial(self, trial: str) -> str:
        """Return the address of a trial."""
        return f"{self.page()}/trials/{trial}#result"

    def is_mine(self, person: Person, bot: str) -> bool:
        """Return whether a bot is a person's own."""
        with suppress(LudariumError):
            return self.workshop.look(person, bot).mine
        return False


class WorkshopCommand(Command):
    """What is asked for in the workshop; `carry_out` returns the address to go on with."""


class TryScript(WorkshopCommand, tag="try"):
    """Try the script that was sent, or a version of a WebAssembly program, against an opponent, in a seat."""

    source: str | None = None
    opponent: str = ""
    seat: str | None = None
    bot: str = ""
    version: str = ""

    def carry_out(self, asked: AskedInWorkshop) -> str:
        """Ask for a match of it; a stranger becomes a guest."""
        seat = "0" if self.seat is None else self.seat
        place = int(seat) if seat.isascii() and seat.isdigit() and len(seat) < 4 else -1
        if self.bot and self.version and self.source is None:
            person, origin = asked.person, asked.origin
            tried = asked.workshop.try_module(person, origin, self.bot, self.version, self.opponent, place)
            return asked.trial(tried)
        program, (word, _, number) = None, self.opponent.partition(" ")
        if word == "version":
            program = asked.workshop.look(asked.person, self.bot, number or "0").program
            if program is None:
                raise ParseError("the source of this version is private")
        person = asked.become()
        version = (self.bot, 0) if self.bot and asked.is_mine(person, self.bot) else None
        tried = asked.trials.ask(
            person, asked.origin, asked.game, Program(self.source or ""), (self.opponent, program), place,
            version=version,
        )  # fmt: skip
        return asked.trial(tried)


class SaveScript(WorkshopCommand, tag="save"):
    """Save a script as the next version of a bot, or as a new bot if it has a name."""

    source: str = ""
    bot: str = ""
    name: str = ""

    def carry_out(self, asked: AskedInWorkshop) -> str:
        """Save it."""
        bot = "" if self.name.strip() else self.bot
        saved = asked.workshop.save(asked.person, asked.game, self.source, bot_id=bot, name=self.name)
        return asked.page(saved.bot_id, saved.number)


class AskTest(WorkshopCommand, tag="test"):
    """Test a version, so that it may be published."""

    bot: str = ""
    version: str = ""

    def carry_out(self, asked: AskedInWorkshop) -> str:
        """Ask for the matches of the test."""
        return asked.trial(asked.workshop.test(asked.person, asked.origin, self.bot, self.version))


class CompareVersions(WorkshopCommand, tag="compare"):
    """Let a version play a number of matches against another one."""

    bot: str = ""
    version: str = ""
    other: str = ""
    matches: str = ""

    def carry_out(self, asked: AskedInWorkshop) -> str:
        """Ask for the matches."""
        many = self.matches
        matches = int(many) if many.isascii() and many.isdigit() and len(many) < 4 else 0
        return asked.trial(
            asked.workshop.compare(asked.person, asked.origin, self.bot, self.version, self.other, matches)
        )


class ShowSource(WorkshopCommand, tag="show"):
    """Show the source of a bot to others, and let them copy it, if these are `yes`; else not."""

    bot: str = ""
    shown: str = ""
    may_copy: str = field(default="", name="may-copy")

    def carry_out(self, asked: AskedInWorkshop) -> str:
        """Record what others may."""
        shown, may_copy = self.shown == "yes", self.may_copy == "yes"
        asked.workshop.set_shown(asked.person, self.bot, shown=shown, may_copy=may_copy)
        return asked.page(self.bot)


class PublishVersion(WorkshopCommand, tag="publish"):
    """Let a version of a bot play on the site."""

    bot: str = ""
    version: str = ""
    trial: str = ""

    def carry_out(self, asked: AskedInWorkshop) -> str:
        """Publish it; a trial that the page shows stays there."""
        asked.workshop.publish(asked.person, self.bot, self.version or "0")
        return asked.trial(quote(self.trial, safe="")) if self.trial else asked.page(self.bot)


class WithdrawBot(WorkshopCommand, tag="withdraw"):
    """Let no version of a bot play any more."""

    bot: str = ""

    def carry_out(self, asked: AskedInWorkshop) -> str:
        """Withdraw it."""
        asked.workshop.publish(asked.person, self.bot, "")
        return asked.page(self.bot)


class DeleteBot(WorkshopCommand, tag="delete"):
    """Delete a bot with its versions."""

    bot: str = ""

    def carry_out(self, asked: AskedInWorkshop) -> str:
        """Delete it."""
        asked.workshop.remove(asked.person, self.bot)
        return asked.page()
