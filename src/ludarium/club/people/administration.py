"""Administrators: the link that makes the first one, and their latest acts."""

import secrets
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from ludarium.club.people.accounts import AccountRules, MayNotRegister, is_loopback
from ludarium.club.people.act_log import require_administrator
from ludarium.club.people.maintenance import Maintenance
from ludarium.club.people.people import Person
from ludarium.match.clock import DAY
from ludarium.store.rows import Act, LoggedAct
from ludarium.store.store import Store

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


def _void_link() -> MayNotRegister:
    return MayNotRegister(
        "this link was used, or is older than a day, or the site has an administrator: start the site again for another"
    )


def _hash(token: str) -> str:
    return sha256(_PURPOSE + token.encode("utf-8", "surrogatepass")).hexdigest()
