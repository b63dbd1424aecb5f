"""Accounts: people who can sign in again, by an address or a passkey, and have a name of their own."""

import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from ipaddress import ip_address
from itertools import islice
from typing import Literal
from urllib.parse import urlsplit

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.text import shorten
from ludarium.site.ground.values import Act, Person
from ludarium.site.people.names import name_key, parse_name
from ludarium.site.store import Store

INVITATION_DAYS = 30
_MOST_ASKED = 3
"""Administrators who are named to people who need an invitation."""
_DAY = 24 * 3600
SHORTEST_PART, MOST_FOUND = 2, 20
"""Characters of a name by which people are found, at least, and people who are shown, at most."""
Registration = Literal["open", "invite", "closed"]


@dataclass(frozen=True, slots=True)
class AccountRules:
    """The rules of accounts: who may have one.

    | field          | content                                                                        |
    |----------------|--------------------------------------------------------------------------------|
    | `url`          | the address of the site, as people type it                                     |
    | `registration` | who may make an account: everybody, those who have an invitation, or nobody    |
    | `guests`       | whether people without an account may play                                     |
    | `contact`      | whom to ask for an invitation, as an address or in words; empty: the administrators |
    | `sends_mail`   | whether a mail server takes the mails of the site; otherwise they are logged    |
    """

    url: str = "http://localhost:8000"
    registration: Registration = "open"
    guests: bool = True
    contact: str = ""
    sends_mail: bool = True

    @property
    def host(self) -> str:
        """The name of the site's machine, to which passkeys belong."""
        return urlsplit(self.url).hostname or ""

    @property
    def is_local(self) -> bool:
        """Whether the address of the site is one by which every machine calls itself, such as localhost."""
        return is_loopback(self.host)

    def may_register(self, person: Person | None) -> bool:
        """Return whether somebody may make an account, who may be a stranger."""
        return self.registration == "open" or (self.registration == "invite" and person is not None and person.invited)


class MayNotRegister(LudariumError):
    """The person may not make an account, or may not play without one."""

    status = 403
    kind = "not-signed-in"


class NoSuchPerson(LudariumError):
    """No account has this name or id."""

    kind = "no-person"


class NeedsAccount(LudariumError):
    """The person has no account, which this needs."""

    status = 403
    kind = "not-signed-in"


def require_account(person: Person | None, refusal: str) -> Person:
    """Return a person who has an account.

    Raises `NeedsAccount` with this refusal for a stranger, a guest, and a closed account.
    """
    if person is None or not has_account(person):
        raise NeedsAccount(refusal)
    return person


def has_account(person: Person | None) -> bool:
    """Return whether a person has an account, which is not closed."""
    return person is not None and person.is_account and person.closed_at is None


class Accounts:
    """The accounts of a database; `now` returns the time in seconds since 1970."""

    def __init__(self, store: Store, rules: AccountRules, now: Callable[[], float]) -> None:
        self.rules = rules
        self._store = store
        self._table = store.accounts
        self._now = now

    def check_may_register(self, person: Person | None) -> None:
        """Raise `MayNotRegister` unless somebody has an account or may make one."""
        if (person is None or not person.is_account) and not self.rules.may_register(person):
            if self.rules.registration == "closed":
                raise MayNotRegister("nobody can make an account here")
            raise MayNotRegister(f"an account needs an invitation: ask {self.whom_to_ask()}")

    @property
    def has_administrator(self) -> bool:
        """Whether somebody runs this site."""
        return bool(self._table.administrators())

    def whom_to_ask(self) -> str:
        """Return whom to ask for an invitation: the contact of the settings, or else the administrators."""
        names = (person.name for person in self._table.administrators())
        return self.rules.contact or " or ".join(islice(names, _MOST_ASKED)) or "the people who run this site"

    def how_to_object(self) -> str:
        """Return a sentence that says how to object to a decision of a moderator."""
        return f"To object, write to {self.whom_to_ask()}: another person looks at it where there is one."

    def merge(self, guest: Person | None, account: Person) -> None:
        """Move the matches of a guest, who has signed in as another person, to that person."""
        if guest is None or guest.is_account or guest.id == account.id:
            return
        for change in self._table.merge(guest, account):
            self._store.notifier.notify(change)

    def addresses(self, person: Person) -> tuple[str, ...]:
        """Return the confirmed addresses of a person, the first one first."""
        return (person.email, *self._store.further_addresses.of_person(person.id)) if person.email else ()

    def remove_address(self, person: Person, address: str) -> None:
        """Forget one of a person's addresses; if it is the first one, the oldest of the others takes its place.

        Raises `ParseError` if it is none of them.
        """
        address = address.strip().lower()
        if address not in self.addresses(person):
            raise ParseError(
                f"{shorten(address)} is no address of {person.name}: expected one of those that were added"
            )
        if address == person.email:
            self._table.remove_email(person.id)
        else:
            self._store.further_addresses.remove(address, person=person.id)

    def count_matches(self, person: Person) -> int:
        """Return the number of matches in which a person has a seat."""
        return self._table.count_matches(person.id)

    def all(self) -> tuple[Person, ...]:
        """Return all accounts that are not closed, the oldest first."""
        return self._table.all()

    def of_email(self, email: str) -> Person | None:
        """Return the account of a confirmed address, or None."""
        return self._table.of_email(email)

    def find(self, text: str) -> Person:
        """Return the account with a name, or one that looks like it, or an id, unless it is closed.

        Raises `NoSuchPerson`.
        """
        with suppress(ParseError):
            if found := self._table.named(text, name_key(parse_name(text)), or_closed=True):
                if found.closed_at is None:
                    return found
                raise NoSuchPerson(f"the account of {found.name} is closed")
        raise NoSuchPerson(f"no account has the name or id {shorten(text)}")

    def search(self, text: str) -> tuple[Person, ...]:
        """Return at most 20 accounts whose names begin with a text or contain it, those that begin with it first.

        Names are compared as those that look alike are. Raises `ParseError` for a text that is too short, or that no
        name has.
        """
        part = parse_name(text)
        if len(part) < SHORTEST_PART:
            raise ParseError(f"{shorten(text)} is in too many names: expected at least {SHORTEST_PART} characters")
        return self._store.people.search(name_key(part), part, MOST_FOUND)

    def is_name(self, text: str) -> bool:
        """Return whether `find` finds an account."""
        try:
            return bool(self.find(text))
        except NoSuchPerson:
            return False

    def invite(self, actor: str) -> str:
        """Return the address of a new invitation, by which one person may make an account within 30 days."""
        token, now = secrets.token_urlsafe(24), self._now()
        with self._store.write() as tx:
            expires_at = now + INVITATION_DAYS * _DAY
            tx.account_invitations.insert_until(now, token_hash=_hash(token), expires_at=expires_at)
            tx.acts.add(Act(now, actor, "invite"))
        return f"{self.rules.url}/welcome/{token}"

    def check_invitation(self, token: str) -> None:
        """Raise `MayNotRegister` if an invitation is void, or nobody can make an account."""
        if self.rules.registration == "closed":
            self.check_may_register(None)
        if not self._store.account_invitations.is_valid(_hash(token), self._now()):
            raise _void_invitation()

    def accept(self, token: str, person: Person) -> None:
        """Use an invitation for a person, who may then make an account.

        Raises `MayNotRegister` if it is void already, or nobody can make an account.
        """
        self.check_invitation(token)
        if not self._table.use_invitation(_hash(token), person.id, self._now()):
            raise _void_invitation()

    def make_administrator(self, person: Person, actor: str) -> None:
        """Make a person an administrator."""
        with self._store.write() as tx:
            tx.accounts.set(person.id, administrator=True)
            tx.acts.add(Act(self._now(), actor, "make administrator", person.id))


def is_loopback(host: str) -> bool:
    """Return whether a name or an address is one by which every machine calls itself, such as localhost.

    >>> is_loopback("localhost"), is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("games.example.org")
    (True, True, True, False)
    """
    if host == "localhost" or host.endswith(".localhost"):
        return True
    with suppress(ValueError):
        address = ip_address(host.partition("%")[0])
        mapped = getattr(address, "ipv4_mapped", None)
        return bool((mapped or address).is_loopback)
    return False


def _void_invitation() -> MayNotRegister:
    expected = f"was used, or is older than {INVITATION_DAYS} days: ask for a new one"
    return MayNotRegister(f"this invitation is damaged, {expected}")


def _hash(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
