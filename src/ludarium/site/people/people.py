"""People and their sessions.

A person is a row. The first act of a browser makes a guest, who is known in this browser by a session: a random token,
of which the database keeps the hash alone.
"""

import secrets
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.text import printable as keep_printable
from ludarium.core.text import shorten
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.ground.values import Person, Session
from ludarium.site.people.names import BOT_MARK, choose_name, guest_name, name_key, name_keys, parse_name
from ludarium.site.people.texts import read_text
from ludarium.site.quotas import QuotaLimiter
from ludarium.site.store import Store

_DAY = 24 * 3600
SESSION_LIFE = 365 * _DAY
"""Seconds after its last use at which a session ends."""
_HOUR = 3600
_IDLE = 8 * _DAY
"""A week, and the day within which a visit need not be recorded."""
_BROWSER = 200
GUEST_NAMES = 30 * _DAY
"""Seconds for which a guest has their name after the last visit; with a match in progress always."""
CHALLENGES = ("start", "ask", "none")
PORTRAITS = 96
"""Drawn portraits of which a person may choose one."""
LONGEST_ABOUT = 300
"""Characters that a person may say about themselves."""
RequireUsable = Callable[[Person], None]
"""Raises `Sanctioned` for a person whose account is suspended."""


class NameTaken(ParseError):
    """The name is that of an account, or of a guest who is here now, or looks like it."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{shorten(name)} is the name of somebody here, or looks like it: sign in, or choose another")


class Visit(NamedTuple):
    """A person in one of their sessions."""

    person: Person
    session: Session


class People:
    """The people of a database; `now` returns the time in seconds since 1970.

    `require_usable` raises `Sanctioned` for a person whose account is suspended.
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], float] = time.time,
        quotas: QuotaLimiter | None = None,
        require_usable: RequireUsable | None = None,
    ) -> None:
        self._store, self._table, self._sessions = store, store.people, store.sessions
        self._now = now
        self._quotas = quotas
        self._require_usable = require_usable or (lambda person: None)
        self._swept_at = 0.0

    def create_guest(self, origin: str | None = None) -> Person:
        """Create a guest, with a name such as "Guest 4F2"; `origin` is the network from which the guest comes.

        Raises `QuotaExceeded`.
        """
        if self._quotas:
            self._quotas.count("guests", origin)
        person = Person(secrets.token_urlsafe(12), guest_name(), named=False, created_at=self._now())
        self._table.add_new(person)
        return person

    def sweep(self) -> None:
        """Delete the guests who have no match and were not seen for a week; at most once an hour."""
        now = self._now()
        if not 0 <= now - self._swept_at < _HOUR:
            self._swept_at = now
            self._table.sweep(now - _IDLE)

    def load(self, person_id: str) -> Person | None:
        """Return the person of an id, or None."""
        return self._table.load(person_id)

    def suspended(self, now: float) -> frozenset[str]:
        """Return the ids of the people who cannot use their accounts at a time."""
        return self._table.suspended(now)

    def load_all(self, ids: Collection[str]) -> dict[str, Person]:
        """Return people by their ids."""
        return self._table.load_all(ids)

    def check_name(self, text: str, person: Person | None) -> str:
        """Return the name that somebody has typed for themselves; a stranger is None.

        Raises `ParseError` for a name that `choose_name` refuses, or that was taken down, `NameTaken` for one like
        another's.
        """
        name = parse_name(text)
        if person is None or name != person.name:  # a guest may keep the name that was given
            name = choose_name(text)
        for key in name_keys(name):
            if self._table.name_holder(key, self._now() - GUEST_NAMES) not in (None, person and person.id):
                raise NameTaken(name)
        if self._table.is_taken_down([*name_keys(name), name_key(name + BOT_MARK)]):
            raise ParseError(f"{shorten(name)} was taken down by a moderator: choose another")
        return name

    def rename(self, person: Person, text: str) -> Person:
        """Give a person the name that they have typed, which their matches show from now on.

        Raises `ParseError` for a name that `choose_name` refuses, `NameTaken` for one like another's, and
        `QuotaExceeded`.
        """
        name = parse_name(text)
        if person.is_bot and name != person.name:
            raise ParseError("a bot keeps its name: its owner may make another bot")
        if (name, True) != (person.name, person.named):
            name = self.check_name(name, person)
            if self._quotas and person.named:
                self._quotas.count_name(person.id)
            with self._store.write() as tx:
                if not tx.people.rename(person.id, name, name_key(name), self._now() - GUEST_NAMES):
                    raise NameTaken(name)
        return replace(person, name=name, named=True)

    def set_challenges(self, person: Person, allowed: str) -> None:
        """Store whether others may `start` a match with a person, only `ask` by a challenge, or neither (`none`).

        Raises `ParseError`.
        """
        if allowed not in CHALLENGES:
            raise ParseError(f"{shorten(allowed)} is not a choice: expected one of {', '.join(CHALLENGES)}")
        self._table.set(person.id, challenges=allowed)

    def set_portrait(self, person: Person, number: int) -> None:
        """Store which portrait a person has chosen, by its number.

        Raises `ParseError` if there is none.
        """
        if not 0 <= number < PORTRAITS:
            raise ParseError(f"there is no portrait {number}: expected one from 0 to {PORTRAITS - 1}")
        self._table.set(person.id, portrait=number)

    def set_about(self, person: Person, text: str) -> None:
        """Store what a person says about themselves, in one paragraph; nothing if it is empty.

        Raises `ParseError` for a text that is too long.
        """
        self._table.set(person.id, about=" ".join(read_text(text, LONGEST_ABOUT).split()) or None)

    def set_computers(self, person: Person, *, allowed: bool) -> None:
        """Store whether accounts of bots may challenge a person."""
        self._table.set(person.id, computers=allowed)

    def find_active(self, person_id: str) -> Person:
        """Return the person of an id, who has proven their identity by a mail.

        Raises `Sanctioned` for a suspended account, `LudariumError` for one that is closed or gone.
        """
        person = self._table.load(person_id)
        if person is None or person.closed_at is not None:
            raise LudariumError("this account is closed")
        self._require_usable(person)
        return person

    def begin_session(self, person: Person, browser: str) -> str:
        """Return the token of a new session; `browser` is what the browser says of itself.

        Raises `Sanctioned` for a suspended account.
        """
        self._require_usable(person)
        token, now = secrets.token_urlsafe(32), self._now()
        self._sessions.add(Session(_hash(token), person.id, printable(browser), now, now))
        return token

    def visit(self, token: str) -> Visit | None:
        """Return the person and the session of a token; None if there is none, or it was not used for a year.

        A suspended person has no sessions: pages are those of a stranger, and `check_session` says why.
        """
        found, now = self._sessions.visit(_hash(token)) if token else None, self._now()
        if found is None or found[1].seen_at < now - SESSION_LIFE or found[0].is_suspended(now):
            return None
        if found[1].seen_at < now - _DAY:
            with suppress(DatabaseBusy):  # reading a page must not wait for a writer; the next visit records it
                self._sessions.set(found[1].id, seen_at=now)
        return Visit(*found)

    def check_session(self, token: str) -> None:
        """Raise `Sanctioned` if a token is that of a suspended account."""
        found = self._sessions.visit(_hash(token)) if token else None
        if found:
            self._require_usable(found[0])

    def sessions(self, person: Person) -> tuple[Session, ...]:
        """Return the sessions of a person, the one used most recently first."""
        return self._sessions.find(person=person.id)

    def end_session(self, person: Person, session_id: str) -> None:
        """End a session of a person; the browser is then a stranger."""
        self._sessions.end(person.id, session_id)

    def end_all_sessions(self, person: Person) -> None:
        """End all sessions of a person."""
        self._sessions.end(person.id)


def _hash(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def printable(text: str) -> str:
    """Return the printable characters of a text from a browser or a person, at most 200."""
    return keep_printable(text)[:_BROWSER]
