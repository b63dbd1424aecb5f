"""The workshop: the bots that people write, their versions, and which of them are published.

A guest may try a script, and an account keeps it: a bot without an author who can be asked would stay for ever.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.game import Game
from ludarium.core.registry import load
from ludarium.core.text import shorten
from ludarium.players.sandbox.trial import TrialSeat
from ludarium.search.personas import offered_bots
from ludarium.site.ground.values import Person
from ludarium.site.people.accounts import require_account
from ludarium.site.people.names import LONGEST_NAME, parse_name
from ludarium.site.programs.modules import MOST_OF_ALL, Program, load_modules, parse_module, store_module
from ludarium.site.programs.rows import AskedTrial, Version, WorkshopBot
from ludarium.site.programs.trials import Trials, parse_source, passes
from ludarium.site.quotas import QuotaLimiter
from ludarium.site.store import Store

MOST, MOST_VERSIONS = 20, 200
"""Bots of a person, and versions of a bot."""
_NUMBER = re.compile(r"[0-9]{1,6}")


class NoSuchScript(LudariumError):
    """There is no such bot or version, or it is private."""

    status = 404
    kind = "no-script"


class NotTheAuthor(LudariumError):
    """The bot is somebody else's."""

    status = 403
    kind = "not-the-author"


class Sheet(NamedTuple):
    """A bot as a person may see it: `source` is that of the version, empty if it is private.

    `mine` says whether the person is its author, and `may_copy` whether the person may go on from its source. `module`
    is the digest of a WebAssembly program, empty for a script and if it is private, and `size` its bytes.
    """

    bot: WorkshopBot
    mine: bool
    version: Version | None
    versions: tuple[Version, ...]
    source: str = ""
    may_copy: bool = False
    module: str = ""
    size: int = 0

    @property
    def program(self) -> Program | None:
        """What the version plays; None if it is private."""
        return Program(self.source, self.module) if self.source or self.module else None


class Workshop:
    """The bots that people write on a site; `now` returns the time in seconds since 1970.

    All WebAssembly programs together may have `most_module_bytes`.
    """

    def __init__(
        self,
        store: Store,
        trials: Trials,
        quotas: QuotaLimiter,
        now: Callable[[], float],
        most_module_bytes: int = MOST_OF_ALL,
    ) -> None:
        self._store, self._trials, self._quotas, self._now = store, trials, quotas, now
        self.most_module_bytes = most_module_bytes

    def save(self, person: Person | None, game: Game, source: str, *, bot_id: str = "", name: str = "") -> Version:
        """Save a script as the next version of a bot of the person, or of a new one under a name.

        A script that is the same as the last version is not saved again. Raises `NeedsAccount`, `ParseError`,
        `NoSuchScript` and `NotTheAuthor`.
        """
        return self._save(_account(person), game, parse_source(source), None, bot_id, name)

    @staticmethod
    def require_author(person: Person | None) -> None:
        """Raise `NeedsAccount` for who may save nothing."""
        _account(person)

    def upload(self, person: Person | None, game: Game, content: bytes, *, bot_id: str = "", name: str = "") -> Version:
        """Save a WebAssembly program as `save` saves a script; nothing is compiled before its test is played.

        Raises as `save` does, and `QuotaExceeded`.
        """
        return self._save(_account(person), game, "", parse_module(content), bot_id, name)

    def _save(self, author: Person, game: Game, text: str, content: bytes | None, bot_id: str, name: str) -> Version:
        named = "" if bot_id else _bot_name(name)
        with self._store.write() as tx:
            tx.workshop.lock(author.id)
            if bot_id:
                bot = self._own(author, bot_id, game)
                newest = next(iter(tx.workshop_versions.of_bot(bot.id)), None)
                last = tx.workshop_versions.load((bot.id, newest.number)) if newest else None
                digest = sha256(content).hexdigest() if content else None
                if last and (last.source, last.module) == (text, digest):
                    return last
                if last and last.number >= MOST_VERSIONS:
                    raise ParseError(f"this bot has {MOST_VERSIONS} versions: save the next one under another name")
            else:
                mine = tx.workshop.of_person(author.id)
                if len(mine) >= MOST:
                    raise ParseError(f"you have {MOST} bots: delete one of them first")
                if any(each.name == named and each.game == game.name for each in mine):
                    raise ParseError(f"you have a bot {shorten(named)} already: choose another name")
                bot = WorkshopBot(secrets.token_hex(8), author.id, game.name, named, self._now())
                tx.workshop.add(bot)
            if content:
                self._quotas.count_upload(tx.attempts, author.id)
            module = store_module(tx, author.id, content, self.most_module_bytes) if content else None
            number = tx.workshop_versions.insert_next(bot.id, text, self._now(), module)
        return Version(bot.id, number, text, self._now(), module=module)

    def of_person(self, person: Person | None, game: Game) -> tuple[WorkshopBot, ...]:
        """Return the bots of a person for a game, the oldest first."""
        return self._store.workshop.of_person(person.id, game.name) if person else ()

    def look(self, person: Person | None, bot_id: str, number: str = "") -> Sheet:
        """Return a bot as a person may see it, by default its last version, to others the published one.

        Raises `NoSuchScript` for a bot that is neither theirs nor published, and whose source is private.
        """
        bot = self._store.workshop.load(bot_id)
        mine = bot is not None and person is not None and bot.person == person.id
        if bot is None or not (mine or bot.shown or bot.published):
            raise NoSuchScript("there is no such bot, or its author does not show it")
        versions = self._store.workshop_versions.of_bot(bot.id) if mine or bot.shown else ()
        last = versions[0].number if versions else 0
        chosen = int(number) if _NUMBER.fullmatch(number) else last
        found = self._store.workshop_versions.load((bot.id, chosen)) if versions else None
        if number and found is None:
            raise NoSuchScript("there is no such version")
        may_copy = mine or (bot.shown and bot.may_copy)
        module = found.module or "" if found else ""
        size = self._store.modules.size(module) if module else 0
        return Sheet(bot, mine, found, versions, found.source if found else "", may_copy, module, size)

    def module(self, person: Person | None, bot_id: str, number: str) -> bytes:
        """Return the WebAssembly program of a version, of which a person may see the source.

        Raises `NoSuchScript`.
        """
        sheet = self.look(person, bot_id, number if _NUMBER.fullmatch(number) else "0")
        content = self._store.modules.content(sheet.module) if sheet.module else None
        if content is None:
            raise NoSuchScript("this version is no WebAssembly program, or its author does not show it")
        return content

    def module_bytes(self) -> int:
        """Return the bytes of all WebAssembly programs of the site."""
        return self._store.modules.bytes()

    def modules(self, seats: Sequence[TrialSeat]) -> dict[str, bytes]:
        """Return the WebAssembly programs of the seats of a match, by their digests."""
        return load_modules(self._store, (seat.module for seat in seats))

    def set_shown(self, person: Person | None, bot_id: str, *, shown: bool, may_copy: bool) -> None:
        """Show the source of a bot to others, let them copy it, or neither.

        Raises `NoSuchScript` and `NotTheAuthor`.
        """
        bot = self._own(_account(person), bot_id)
        self._store.workshop.set(bot.id, shown=shown, may_copy=shown and may_copy)

    def compare(
        self, person: Person | None, origin: str | None, bot_id: str, one: str, other: str, matches: int
    ) -> str:
        """Ask for matches of a version against another; return the id of the trial.

        Raises `NoSuchScript`, `NotTheAuthor`, `ParseError`, `QuotaExceeded`.
        """
        author = _account(person)
        bot = self._own(author, bot_id)
        first, second = self._version(bot, one), self._version(bot, other)
        if first.number == second.number:
            raise ParseError("a version is compared with another one")
        numbers = (bot.id, first.number, second.number)
        return self._trials.compare(
            author, origin, load(bot.game), [_program(first), _program(second)], numbers, matches
        )

    def test(self, person: Person | None, origin: str | None, bot_id: str, number: str) -> str:
        """Ask for the matches that a version must finish before it is published; return the id of the trial.

        It plays each seat, against bots that are drawn when they begin.

        Raises as `compare` does.
        """
        author = _account(person)
        bot = self._own(author, bot_id)
        version, game = self._version(bot, number), load(bot.game)
        easiest = next(iter(offered_bots(game)))
        which = (bot.id, version.number)
        return self._trials.ask(author, origin, game, _program(version), (easiest, None), 0, kind="test", version=which)

    def try_module(
        self, person: Person | None, origin: str | None, bot_id: str, number: str, opponent: str, seat: int
    ) -> str:
        """Ask for a match of a version that is a WebAssembly program; return the id of the trial.

        `opponent` is the name of a bot that is offered, or another version, as in `version 7`.

        Raises as `compare` does.
        """
        author = _account(person)
        bot = self._own(author, bot_id)
        version, (word, _, other) = self._version(bot, number), opponent.partition(" ")
        against = _program(self._version(bot, other)) if word == "version" else None
        which = (bot.id, version.number)
        return self._trials.ask(
            author, origin, load(bot.game), _program(version), (opponent, against), seat, version=which
        )

    def finish(self, trial: AskedTrial, now: float, content: dict[str, Any] | None) -> None:
        """Store what a trial gave, or None if it is given up, unless another worker has stored it.

        The version of a test has passed, at once, if it finished its matches without a failure.
        """
        with self._store.write() as tx:
            is_first = tx.trials.finish(trial.id, now, content)
            if is_first and trial.kind == "test" and passes(content) and trial.bot_id and trial.version:
                tx.workshop_versions.test(trial.bot_id, trial.version, now)

    def publish(self, person: Person | None, bot_id: str, number: str) -> None:
        """Let a version play on the site, or none if `number` is empty; it must have passed its test.

        A bot that rests goes on resting, and so does one that plays what another bot of its author plays that rests.

        Raises `NoSuchScript`, `NotTheAuthor` and `ParseError`.
        """
        bot = self._own(_account(person), bot_id)
        if not number:
            self._store.workshop.set(bot.id, published=None)
            return
        version = self._version(bot, number)
        if version.tested_at is None:
            raise ParseError(f"version {version.number} has not passed its test: test it first")
        with self._store.write() as tx:
            tx.workshop.lock_bot(bot.id)
            rests_until = tx.workshop.rests_until(bot.person, version)
            tx.workshop.set(bot.id, published=version.number, rests_until=rests_until)

    def remove(self, person: Person | None, bot_id: str) -> None:
        """Delete a bot of a person with its versions; it forfeits the matches that it plays.

        Raises `NoSuchScript`, `NotTheAuthor`, and `ParseError` for one that rests.
        """
        bot = self._own(_account(person), bot_id)
        if bot.rests_until > self._now():
            until = self._store.times_of(bot.person)(bot.rests_until)
            raise ParseError(f"{bot.name} rests until {until}: delete it then, and withdraw it meanwhile")
        with self._store.write() as tx:
            tx.modules.lock_all()
            tx.workshop.remove(bot.id)
            tx.modules.sweep()

    def _own(self, author: Person, bot_id: str, game: Game | None = None) -> WorkshopBot:
        """Return a bot of its author.

        Raises `NoSuchScript` and `NotTheAuthor`.
        """
        bot = self._store.workshop.load(bot_id)
        if bot is None or not (bot.person == author.id or bot.shown or bot.published):
            raise NoSuchScript("there is no such bot, or its author does not show it")
        if bot.person != author.id:
            raise NotTheAuthor(
                "this bot is somebody else's: copy its source, if it is public, under a name of your own"
            )
        if game is not None and bot.game != game.name:
            raise ParseError(f"this bot plays {bot.game}, not {game.name}")
        return bot

    def _version(self, bot: WorkshopBot, number: str) -> Version:
        found = self._store.workshop_versions.load((bot.id, int(number))) if _NUMBER.fullmatch(number) else None
        if found is None:
            raise NoSuchScript("there is no such version")
        return found


def _account(person: Person | None) -> Person:
    is_bot = person is not None and person.is_bot
    refusal = "guests may try scripts, and accounts keep them: make an account to save this one"
    return require_account(None if is_bot else person, refusal)


def _program(version: Version) -> Program:
    return Program(version.source, version.module or "")


def _bot_name(text: str) -> str:
    name = parse_name(text) if text.strip() else ""
    if not name:
        raise ParseError(f"a bot needs a name: expected 1 to {LONGEST_NAME} characters")
    return name
