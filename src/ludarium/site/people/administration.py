"""The link that makes the first administrator, and closing an account with its matches, its name and its data."""

import secrets
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.text import shorten
from ludarium.match.clock import DAY
from ludarium.match.data import RESIGNATION
from ludarium.site.act import Command, commands_of
from ludarium.site.ground.values import Act, LoggedAct, Person
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView
from ludarium.site.people.accounts import AccountRules, Accounts, MayNotRegister, is_loopback
from ludarium.site.people.act_log import require_administrator
from ludarium.site.people.maintenance import Maintenance
from ludarium.site.store import Store

_PURPOSE = b"administrator "
"""What is hashed before the token of such a link, so that it is no invitation to make an account."""


class Administration:
    """The first administrator of a database; `now` returns the time in seconds since 1970."""

    def __init__(self, store: Store, rules: AccountRules, now: Callable[[], float]) -> None:
        self._store = store
        self._rules = rules
        self._now = now

    def make_link(self) -> str:
        """Return the address that makes its reader the first administrator, once, within a day, on this machine.

        It is empty if the site has an administrator, or is called by a name that other machines know.
        """
        if not self._rules.is_local or self._store.accounts.administrators():
            return ""
        token, now = secrets.token_urlsafe(24), self._now()
        self._store.account_invitations.insert_until(now, token_hash=_hash(token), expires_at=now + DAY)
        return f"{self._rules.url}/administrator/{token}"

    def check_link(self, token: str, address: str) -> None:
        """Raise `MayNotRegister` unless a link, opened from this network address, makes an administrator."""
        if not (self._rules.is_local and is_loopback(address)):
            raise MayNotRegister("this link works only on the machine on which the site runs: open it there")
        if self._store.accounts.administrators() or not self._store.account_invitations.is_valid(
            _hash(token), self._now()
        ):
            raise _void_link()

    def use_link(self, token: str, address: str, person: Person) -> None:
        """Make a person the first administrator by a link, which is then void.

        Raises `MayNotRegister`.
        """
        self.check_link(token, address)
        with self._store.write() as tx:
            if not tx.accounts.use_first_link(_hash(token), person.id, self._now()):
                raise _void_link()
            tx.acts.add(Act(self._now(), person.id, "make administrator", person.id))

    def maintenance(self, database: str, folder: Path) -> Maintenance:
        """Return the maintenance of the database of a URL; backups are in the folder."""
        return Maintenance(self._store, database, folder, self._now)

    def latest(self, reader: Person | None, act: str) -> LoggedAct | None:
        """Return the last act of a kind, such as "check the database"; None if there was none.

        Raises `NotAdministrator` for other readers.
        """
        require_administrator(reader)
        return self._store.acts.latest_of(act)


class AskedOfAdministrator(NamedTuple):
    """An administrator who asks for something; without `maintenance` nothing is known of the database."""

    accounts: Accounts
    maintenance: Maintenance | None
    person: Person


class AdministratorCommand(Command):
    """What is asked for by administrators; `carry_out` returns the link of an invitation, to show it once."""

    refused = ParseError


class Invite(AdministratorCommand, tag="invite"):
    """Make an invitation to make an account."""

    def carry_out(self, asked: AskedOfAdministrator) -> str:
        """Make it."""
        return asked.accounts.invite(asked.person.id)


class MaintenanceCommand(AdministratorCommand):
    """What is done with the database while the site runs."""

    def refusal(self, asked: AskedOfAdministrator) -> str:
        """Return that nothing is known of the database."""
        expected = ", ".join(commands_of(AdministratorCommand))
        return "" if asked.maintenance else f"{shorten(type(self).word)} is not a command: expected one of {expected}"


class CheckDatabase(MaintenanceCommand, tag="check"):
    """Check the database."""

    def carry_out(self, asked: AskedOfAdministrator) -> str:
        """Begin the check."""
        assert asked.maintenance
        asked.maintenance.check(asked.person)
        return ""


class BackUpDatabase(MaintenanceCommand, tag="backup"):
    """Back up the database."""

    def carry_out(self, asked: AskedOfAdministrator) -> str:
        """Begin the backup."""
        assert asked.maintenance
        asked.maintenance.back_up(asked.person)
        return ""


def _void_link() -> MayNotRegister:
    return MayNotRegister(
        "this link was used, or is older than a day, or the site has an administrator: start the site again for another"
    )


def _hash(token: str) -> str:
    return sha256(_PURPOSE + token.encode("utf-8", "surrogatepass")).hexdigest()


FORMER_NAME = "Former player"
_CLOSED = "closed"
"""Why a seat is vacant."""


class AccountClosing:
    """Closes accounts; the people themselves do it, or administrators.

    `decline` declines the seats that others have reserved for a person.
    """

    def __init__(self, matches: Transactions, decline: Callable[[Person], None]) -> None:
        self._matches, self._decline = matches, decline
        self._table = matches.store.accounts

    def count_running(self, person: Person) -> int:
        """Return the number of matches that a person would leave."""
        return len(self._table.running_matches(person.id))

    def close(self, person: Person, actor: str, *, keep_name: bool) -> None:
        """Leave all matches of a person that go on, and forget how they sign in, and where.

        Their name stays on their matches, and nobody else can have it; or they become a "former player", and it is
        free. Their bots are closed, too. When it is interrupted, it can be done again.
        """
        for bot in self._matches.store.people.bots_of(person.id):
            self.close(bot, actor, keep_name=True)
        now = self._matches.now()
        for match_id in self._table.running_matches(person.id):
            with suppress(LudariumError):  # a match that has ended meanwhile, or cannot be loaded, stops nothing
                self._matches.change(match_id, None, None, lambda view: _leave(view, person, now))
        self._decline(person)
        act = Act(now, actor, "close account", person.id, "" if keep_name else FORMER_NAME)
        with self._matches.store.write() as tx:
            tx.accounts.close(person.id, None if keep_name else FORMER_NAME, now)
            tx.challenges.end_between(person.id, None, now)
            tx.offers.touch()
            tx.offers.end(person.id, None, now)
            tx.acts.add(act)


def _leave(view: MatchView, person: Person, now: float) -> MatchView:
    """Return the match after a person has left all their seats: they resign, or stand-ins may take over."""
    for seat, assignment in enumerate(view.seats):
        if assignment.person == person.id and not view.match.over:
            resigned = view.without(seat, RESIGNATION, now)
            view = resigned if resigned.match.over else view.without(seat, _CLOSED, now)
    return view
