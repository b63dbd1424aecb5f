"""Signing in by a link: a mailed one, with a code that can be typed instead, or one from another browser.

A mail is asked for by its address, and the answer is the same in all cases, so nobody learns who has an account.

Size: links, codes and their mails are one rule: what is asked for, sent and used, and what each of these tells nobody.
"""

import secrets
from collections.abc import Callable
from hashlib import scrypt, sha256
from secrets import compare_digest
from threading import Event
from typing import NamedTuple

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.text import shorten
from ludarium.site.ground.values import OutboxMessage, Person, SignInCode
from ludarium.site.outbox.outbox import Compose, Mail
from ludarium.site.people.accounts import AccountRules
from ludarium.site.people.names import name_key
from ludarium.site.people.people import NameTaken, People
from ludarium.site.quotas import QuotaExceeded, QuotaLimiter
from ludarium.site.store import Store

MINUTES = 15
MOST_TRIES = 5
TRIES_OF_NETWORK = 30
"""Codes that may be typed within 15 minutes by all browsers of a network that have not asked for one here."""
MAILS_AN_HOUR = 5
"""Mails of one kind that one person may ask for, and to one address those from one network."""
MAILS_TO_ADDRESS = 60
"""Mails that an address gets within an hour, however many networks ask: so many fill a mailbox, and lock nobody out."""
MOST_FURTHER = 5
"""Addresses that a person may have besides the first one."""
SIGN_UPS_AN_HOUR = 60
"""Mails to people who want an account that they have asked for by mail; others can make one on the site."""
SIGN_IN, SIGN_UP = "sign-in", "sign-up"
"""The kinds of messages that sign in: to an account, also a new one, and to one that was asked for by mail."""
CODE_LENGTH = 8
_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""The characters of codes, of which no two look alike."""
_LONGEST_ADDRESS = 254
_HOUR = 3600.0
_COST = 2**12
"""What hashing a code costs, as scrypt counts it."""


class WrongCode(LudariumError):
    """The link or code was never given, was used, or has expired."""

    status = 403
    kind = "wrong-code"


class TooManyMails(QuotaExceeded):
    """The address or the person has had its mails for this hour."""

    def __init__(self) -> None:
        super().__init__(f"{MAILS_AN_HOUR} mails were asked for within an hour: try again in an hour", _HOUR)


class Linked(NamedTuple):
    """The person whom a link signs in, the address that it adds, and the one that this replaces, or empty texts."""

    person: Person
    added: str
    replaced: str


class SignIn:
    """The mails that sign people in; `added` is set when one was put into the outbox."""

    def __init__(
        self,
        store: Store,
        people: People,
        added: Event,
        rules: AccountRules,
        quotas: QuotaLimiter,
        now: Callable[[], float],
    ) -> None:
        self._store = store
        self._people = people
        self._accounts = store.accounts
        self._codes = store.sign_in_codes
        self._attempts = store.attempts
        self._added = added
        self._rules = rules
        self._quotas = quotas
        self._now = now

    @property
    def composers(self) -> dict[str, Compose]:
        """The functions that compose the mails, by the kind of the message."""
        return {SIGN_IN: self._compose, SIGN_UP: self._compose, "address-changed": self._compose_changed}

    def ask(self, email: str, asker: Person | None, origin: str | None = None) -> str:
        """Send a mail that signs in to the account of an address, if there is one; return the address.

        `origin` is the network of who asks: others may ask for the same address, whatever was asked there. Raises
        `ParseError` for what is not an address, `QuotaExceeded`.
        """
        address, now = parse_address(email), self._now()
        self._quotas.count("mails", origin)
        if not self._attempts.add("mail", _hash(f"{origin} {address}"), now, now - _HOUR, MAILS_AN_HOUR):
            raise TooManyMails
        self._send(address, self._accounts.of_email(address), asker)
        return address

    def add(
        self, email: str, person: Person, message_id: str = "", *, further: bool = False, origin: str | None = None
    ) -> str:
        """Send a mail that gives an address to a person; return the address.

        It takes the place of the first one, or is a `further` one, to which mails of notices go, too. If an account has
        it already, the mail signs in to that one, as the owner of the address expects. Nothing is sent for a person who
        may not have an account, nor twice with the same `message_id`.

        Raises `ParseError` for what is not an address, `QuotaExceeded`.
        """
        address = parse_address(email)
        self._quotas.count("mails", origin)
        may_add = person.is_account or self._rules.may_register(person)
        if further and len(self._store.further_addresses.of_person(person.id)) >= MOST_FURTHER:
            raise ParseError(f"{person.name} has {MOST_FURTHER} further addresses: remove one first")
        holder = self._accounts.of_email(address) or (person if may_add else None)
        self._send(address, holder, person, message_id, further=further)
        return address

    def sign_up(self, email: str, name: str, person_id: str, message_id: str) -> str:
        """Send a mail to somebody who wants an account, as a new guest with a name; return the address.

        The guest is made together with the message, and neither is made twice. Nothing proves who has asked for it, so
        they are few for each address, and for all together.

        Raises `ParseError` for what is not an address, `TooManyMails`.
        """
        address, now = parse_address(email), self._now()
        holder = self._accounts.of_email(address)
        data = {"person": holder.id if holder else person_id, "further": "yes"}  # of several, the first confirmed is
        message = OutboxMessage(message_id, SIGN_UP, None, address, data, now)  # the first address
        self._add(message, None if holder else Person(person_id, name, named=True, created_at=now))
        return address

    def _send(
        self, address: str, person: Person | None, asker: Person | None, message_id: str = "", *, further: bool = False
    ) -> None:
        """Put a message into the outbox; without a person it is not sent, so time and limits reveal no account."""
        causer, data = asker.id if asker else None, {"person": person.id if person else ""}
        data |= {"further": "yes"} if further else {}
        message = OutboxMessage(message_id, SIGN_IN, causer, address, data, self._now())
        self._add(message)

    def _add(self, message: OutboxMessage, guest: Person | None = None) -> None:
        """Put a message into the outbox once, with the guest for whom it is made."""
        kind, since = message.kind, message.created_at - _HOUR
        with self._store.write() as tx:
            if message.id and tx.outbox.has(message.id):
                return
            most_to_address = MAILS_AN_HOUR if kind == SIGN_UP else MAILS_TO_ADDRESS
            if (
                tx.outbox.count_since(since, kind, address=message.address) >= most_to_address
                or (message.person and tx.outbox.count_since(since, kind, person=message.person) >= MAILS_AN_HOUR)
                or (kind == SIGN_UP and tx.outbox.count_since(since, kind) >= SIGN_UPS_AN_HOUR)
            ):
                raise TooManyMails
            if guest:
                tx.people.add_new(guest)
            tx.outbox.send(message)
        self._added.set()

    def make_link(self, person: Person) -> str:
        """Return the token of a link that signs a person in once, within 15 minutes, in another browser."""
        token, now = secrets.token_urlsafe(32), self._now()
        self._codes.give(SignInCode(_hash(token), "", "", person.id, now + 60 * MINUTES), now)
        return token

    def of_link(self, token: str) -> Linked:
        """Return the person whom a link signs in, and the addresses that it would change.

        Raises `WrongCode`.
        """
        code = self._of_link(token)
        person = self._person(code)
        is_new = bool(code.email) and not self._has(person, code.email)
        former = person.email if is_new and not code.further else None
        return Linked(person, code.email if is_new else "", former or "")

    def use_link(self, token: str) -> Person:
        """Return the person whom a link signs in; the address that it confirms is now theirs.

        Raises `WrongCode`, `NameTaken`.
        """
        return self._use(self._of_link(token))

    def begin_tries(self) -> str:
        """Return a token for a browser that has asked for a mail: nobody else uses up the tries that it then has."""
        token, now = secrets.token_urlsafe(24), self._now()
        self._attempts.add("browser", _hash(token), now, now, 1)
        return token

    def use_code(
        self,
        email: str,
        typed: str,
        before: Callable[[], object] | None = None,
        *,
        browser: str = "",
        origin: str | None = None,
    ) -> Person:
        """Return the person whom a mailed code signs in; its address is now theirs.

        `browser` is a token of `begin_tries`; without one the tries of the network `origin` count. `before` is called
        when the code is right, before anything changes. Raises `WrongCode`, also after too many tries, `NameTaken`, or
        `ParseError` for what is not an address.
        """
        address = parse_address(email)
        self._count_try(browser, origin)
        letters = "".join(filter(str.isalnum, typed.upper()))[: CODE_LENGTH + 1]
        hashed = _hash_code(address, letters)  # once, so that the time does not tell how many codes there are
        for code in self._codes.of_email(address, self._now()):
            if compare_digest(hashed, code.code_hash):
                if before:
                    before()
                return self._use(code)
        expected = f"the {CODE_LENGTH} letters and digits of the newest mail, at most {MOST_TRIES} times"
        raise WrongCode(f"this code is wrong, was used, or is older than {MINUTES} minutes: expected {expected}")

    def _count_try(self, browser: str, origin: str | None) -> None:
        """Count a typed code before it is checked, so that many at once cannot exceed the limit.

        Raises `WrongCode`.
        """
        now, who, most = self._now(), _hash(browser), MOST_TRIES
        if not self._attempts.made_since("browser", who, now - 60 * MINUTES):
            who, most = origin or "", TRIES_OF_NETWORK
        if not self._attempts.add("code", who, now, now - 60 * MINUTES, most):
            raise WrongCode("too many codes were typed here: open the link of the mail, or ask for another mail")

    def _of_link(self, token: str) -> SignInCode:
        code = self._codes.of_token(_hash(token), self._now())
        if code is None:
            raise WrongCode(f"this link is damaged, was used, or is older than {MINUTES} minutes: ask for a new one")
        return code

    def _person(self, code: SignInCode) -> Person:
        account = self._accounts.of_email(code.email) if code.email else None
        person = account or self._people.load(code.person)
        if person is None or person.closed_at is not None:
            raise WrongCode("this account was closed")
        return person

    def _use(self, code: SignInCode) -> Person:
        person = self._person(code)
        if code.email and not self._has(person, code.email):
            self._save(code, person)
        if not self._codes.use(code):
            raise WrongCode("this link or code was used: ask for a new one")
        if code.email:
            self._store.refusing_addresses.accept(code.email)  # a mail has arrived there
        return self._person(code)

    def _has(self, person: Person, address: str) -> bool:
        return address == person.email or address in self._store.further_addresses.of_person(person.id)

    def _save(self, code: SignInCode, person: Person) -> None:
        """Give a person the address that a code confirms; raise `NameTaken` if another account has name or address."""
        now, changed = self._now(), self._changed(person)
        with self._store.write() as tx:
            if code.further and person.email:
                if not tx.accounts.add_address(person.id, code.email, now):
                    raise NameTaken(person.name)
                return
            if not tx.accounts.set_email(person.id, code.email, name_key(person.name), now):
                raise NameTaken(person.name)
            if changed:
                tx.outbox.send(changed)

    def _changed(self, person: Person) -> OutboxMessage | None:
        """Return the message to the former address of a person; None if there is none."""
        if person.email is None:
            return None
        return OutboxMessage("", "address-changed", person.id, person.email, {"name": person.name}, self._now())

    def _compose(self, message: OutboxMessage) -> Mail | None:
        """Make the mail with a new link and a new code, of which the database gets the hashes."""
        person = self._people.load(message.data["person"])
        if person is None or person.closed_at is not None:
            return None
        token, now = secrets.token_urlsafe(32), self._now()
        letters = "".join(secrets.choice(_LETTERS) for _ in range(CODE_LENGTH))
        hashed = _hash(token)
        expires_at = now + 60 * MINUTES
        code = SignInCode(
            hashed,
            _hash_code(message.address, letters),
            message.address,
            person.id,
            expires_at,
            further="further" in message.data,
        )
        self._codes.give(code, now)
        by_mail = message.kind == SIGN_UP
        text = self._text(person, token, letters, by_mail=by_mail)
        return Mail(message.address, f"Sign in to Ludarium as {person.name}", text)

    def _text(self, person: Person, token: str, letters: str, *, by_mail: bool) -> str:
        code = f"{letters[: CODE_LENGTH // 2]} {letters[CODE_LENGTH // 2 :]}"
        typed = f"Or type this code where you asked for the mail: {code}"
        if by_mail:
            typed = f"Or mail this command, with your password at its end:\n\n    confirm {code} password"
        return (
            f"Open this link to sign in as {person.name}:\n\n{self._rules.url}/sign-in/link/{token}\n\n"
            f"{typed}\n\nBoth work once, within {MINUTES} minutes.\nIf you did not ask for this mail, ignore it.\n"
        )

    def _compose_changed(self, message: OutboxMessage) -> Mail:
        text = (
            f"The account {message.data['name']} at {self._rules.url} has another address now, "
            "and this one signs in to it no more.\n\n"
            "If that was not you, sign in with a passkey and change it back, or ask those who run the site.\n"
        )
        return Mail(message.address, "Your address at Ludarium was changed", text)


def parse_address(text: str) -> str:
    """Return the mail address that somebody has typed, in lower case.

    >>> parse_address(" Ada@Example.org ")
    'ada@example.org'

    Raises `ParseError`.
    """
    address = text.strip().lower()
    name, at, domain = address.rpartition("@")
    plain = address.isprintable() and not any(letter in ' ,;:<>()[]"\\' for letter in address)
    if (
        not (plain and name and at and "." in domain.strip(".") and ".." not in domain)
        or len(address) > _LONGEST_ADDRESS
    ):
        raise ParseError(f"{shorten(text)} is not a mail address: expected one as in ada@example.org")
    return address


def _hash(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _hash_code(address: str, letters: str) -> str:
    """Return the hash of a code, which is short: so that it cannot be guessed from the hash within its minutes.

    The salt is the address, so that of several codes of an address one hash finds the right one.
    """
    return scrypt(letters.encode(), salt=address.encode(), n=_COST, r=8, p=1, dklen=32).hex()
