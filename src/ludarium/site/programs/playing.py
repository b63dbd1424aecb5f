"""The published bots of people in matches: who can be chosen, by what each plays, and what follows when one fails.

One that fails match after match rests. An account of a bot has an owner, ratings of its own, and no way to sign in but
the tokens that its owner makes. Its name always says that it is a bot, and it takes part only where bots may.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

from ludarium.core.errors import ParseError
from ludarium.core.game import Game
from ludarium.core.text import Times, plain, shorten
from ludarium.match.clock import DAY, HOUR
from ludarium.match.commitment import bot_seed
from ludarium.match.data import FORFEIT
from ludarium.players.player import BotFailed
from ludarium.players.sandbox.site_program import SiteProgram
from ludarium.search.personas import WRITTEN
from ludarium.site.ground.values import Person
from ludarium.site.match.views import MatchView
from ludarium.site.notices.rows.notices import ANSWER, Notice
from ludarium.site.people.administration import AccountClosing
from ludarium.site.people.names import BOT_MARK, LONGEST_NAME, name_key, parse_name
from ludarium.site.people.people import NameTaken, People
from ludarium.site.programs.rows import WorkshopBot
from ludarium.site.repositories import Repositories, UnitOfWork
from ludarium.site.store import Store

MOST = 10
"""Bots of one account."""


class BotAccounts:
    """The accounts of bots of a site; `now` returns the time in seconds since 1970."""

    def __init__(self, store: Store, people: People, closing: AccountClosing, now: Callable[[], float]) -> None:
        self._store, self._people, self._closing, self._now = store, people, closing, now

    def make(self, owner: Person, name: str) -> Person:
        """Make the account of a bot; a word that marks it as a bot is added to its name.

        Raises `ParseError` for a name that is refused, and for an owner who has none, or too many, `NameTaken`.
        """
        if not owner.is_account or owner.is_bot:
            raise ParseError("only people with an account have bots: make an account first")
        if len(self.of_owner(owner)) >= MOST:
            raise ParseError(f"you have {MOST} bots: close one of them first")
        plain = self._people.check_name(parse_name(name.removesuffix(BOT_MARK)), None)
        if len(plain) > (most := LONGEST_NAME - len(BOT_MARK)):
            raise ParseError(f"{shorten(plain)} is too long: expected at most {most} characters")
        named = plain + BOT_MARK
        now = self._now()
        bot = Person(secrets.token_urlsafe(12), named, named=True, created_at=now, account_since=now, owner_id=owner.id)
        if not self._store.people.add_bot(bot, name_key(named)):
            raise NameTaken(named)
        return bot

    def of_owner(self, owner: Person) -> tuple[Person, ...]:
        """Return the bots of an account, the oldest first."""
        return self._store.people.bots_of(owner.id)

    def find(self, owner: Person, bot_id: str) -> Person:
        """Return a bot of an account.

        Raises `ParseError` if it is none of theirs.
        """
        for bot in self.of_owner(owner):
            if bot.id == bot_id:
                return bot
        raise ParseError("this is no bot of yours: expected one that you have made, and not closed")

    def close(self, owner: Person, bot_id: str) -> None:
        """Close the account of a bot, which leaves its matches.

        Raises as `find` does.
        """
        self._closing.close(self.find(owner, bot_id), owner.id, keep_name=True)


_NO_SECRET = bytes(32)


class PlayingBots:
    """The published bots of a site; `now` returns the time in seconds since 1970."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store, self._now = store, now

    def of(self, game: Game) -> tuple[tuple[str, WorkshopBot], ...]:
        """Return the bots that play a game on the site, with their specs, without those that rest."""
        return published_bots(self._store, game.name, self._now())

    def written(self, game: Game, specs: Sequence[str], asker: str | None = None) -> tuple[str, ...]:
        """Return those of some bots that people have written; `asker` is the id of who asks for them.

        Raises `ParseError`, which says why, if one of them plays no match now.
        """
        asked = tuple(spec for spec in specs if WRITTEN.fullmatch(spec))
        there = {spec for spec, _ in self.of(game)} if asked else set[str]()
        for spec in asked:
            if spec not in there:
                why = why_absent(self._store, game.name, spec, self._now(), asker)
                raise ParseError(f"{why}: choose another bot")
        return asked

    def player(self, view: MatchView, seat: int) -> SiteProgram | None:
        """Return the player of a bot that a person has written; None for another one.

        Its seed follows from the match's secret, and does not change in the match. Raises `BotFailed` if the bot was
        deleted.
        """
        found = WRITTEN.fullmatch(view.seats[seat].name)
        if not found:
            return None
        version = self._store.workshop_versions.load((found[1], int(found[2])))
        if version is None:
            raise BotFailed("was deleted by its author")
        game, seed = view.match.game, bot_seed(view.secret or _NO_SECRET, 0, seat)
        author = self._store.workshop.authors([found[1]]).get(found[1], found[1])
        if version.module is None:
            return SiteProgram.of_script(version.source, game, seed, author)
        content = self._store.modules.content(version.module)
        if content is None:
            raise BotFailed("was deleted by its author")
        return SiteProgram.of_module(content, game, seed, author)

    def failed(self, spec: str, cause: str) -> None:
        """Tell the author of a bot that has just failed; let it rest if that was its third match in a row."""
        found = WRITTEN.fullmatch(spec)
        if found is None:
            return
        with self._store.write() as tx:
            bot = tx.workshop.lock_bot(found[1])
            if bot is None:
                return
            endings = tx.workshop.last_endings(f"script {bot.id}/", IN_A_ROW + len(RESTS) - 1)
            row = next((place for place, ending in enumerate(endings) if not _fails(ending, bot)), len(endings))
            note_failure(tx, bot, row, self._now(), cause.removeprefix(f"{bot.name} "))


def published_bots(tables: Repositories, game: str, now: float) -> tuple[tuple[str, WorkshopBot], ...]:
    """Return the bots that play a game, given by its name, on a site, with their specs, without those that rest."""
    found = tables.workshop.published(game)
    return tuple((_spec(bot), bot) for bot in found if bot.rests_until <= now)


def why_absent(tables: Repositories, game: str, spec: str, now: float, asker: str | None) -> str:
    """Return why a bot that a person has written, given by its spec, plays no match of a game now; times as `asker`'s.

    `asker` is the id of who reads it.
    """
    found = WRITTEN.fullmatch(spec)
    assert found, spec
    bot = next((one for one in tables.workshop.published(game) if one.id == found[1]), None)
    if bot is None:
        return f"{shorten(found[3])} is no published bot of {game}"
    if bot.rests_until > now:
        until = (tables.times_of(asker) if asker else Times())(bot.rests_until)
        return f"{bot.name} rests until {until}, since it has failed match after match"
    return f"{bot.name} plays in version {bot.published} now"


def _spec(bot: WorkshopBot) -> str:
    """Return how a seat names the published version of a bot."""
    return f"script {bot.id}/{bot.published} {bot.name}"


def _fails(ending: str, bot: WorkshopBot) -> bool:
    return ending.startswith(f"{FORFEIT}: {bot.name} ")


_LONGEST = 200
"""Characters of a cause in a notice."""
IN_A_ROW = 3
"""Matches in a row in which a bot fails before it rests."""
RESTS = ((HOUR, "an hour"), (DAY, "a day"), (7 * DAY, "a week"))
"""How long a bot rests after so many failures, and after each one more."""


def rest_after(failures: int) -> tuple[float, str] | None:
    """Return the seconds of a rest, and in words, after failures in a row; None for no rest.

    >>> rest_after(2), rest_after(3), rest_after(9)
    (None, (3600.0, 'an hour'), (604800.0, 'a week'))
    """
    return RESTS[min(failures - IN_A_ROW, len(RESTS) - 1)] if failures >= IN_A_ROW else None


def note_failure(
    tx: UnitOfWork, bot: WorkshopBot, failures: int, now: float, cause: str, where: str = "", *, rests: bool = False
) -> None:
    """Tell the author of a bot that it has failed, at most once a day, and let it rest after enough failures in a row.

    A rest is always announced. A bot that `rests` already begins no other one. The transaction holds the bot.
    """
    rest = None if rests else rest_after(failures)
    if rest is None and now < bot.notified_at + DAY:
        return
    said = f"Your bot {bot.name} failed{where}: {plain(cause)[:_LONGEST]}."
    if rest:
        seconds, words = rest
        said = f"Your bot {bot.name} failed in {failures} matches in a row{where}. It rests for {words}, and is then "
        said += f"tried again. The last time: {plain(cause)[:_LONGEST]}."
        tx.workshop.set(bot.id, rests_until=now + seconds)
    tx.workshop.set(bot.id, notified_at=now)
    path = f"/games/{bot.game}/workshop?bot={bot.id}"
    tx.notices.add(Notice(bot.person, ANSWER, path, now, data={"text": said}))
