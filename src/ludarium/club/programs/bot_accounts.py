"""Accounts of bots: each has an owner, ratings of its own, and no way to sign in but the tokens that its owner makes.

Its name always says that it is a bot. It takes part only where bots may.
"""

import secrets
from collections.abc import Callable

from ludarium.club.people.closing import AccountClosing
from ludarium.club.people.names import BOT_MARK, LONGEST_NAME, name_key, parse_name
from ludarium.club.people.people import NameTaken, People, Person
from ludarium.core.errors import ParseError
from ludarium.core.text import shorten
from ludarium.store.store import Store

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
