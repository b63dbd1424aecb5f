"""Tokens: a program that has one acts for the person who made it, as far as its scopes go."""

import secrets
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Literal, get_args

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.text import shorten
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.ground.values import Person
from ludarium.site.outbox.reply_tokens import hash_token
from ludarium.site.people.people import RequireUsable, printable
from ludarium.site.programs.rows import Token, TokenOwner
from ludarium.site.store import Store

PREFIX = "ludarium_"
"""With which every token begins, so that programs which look for secrets find it."""
MOST = 20
"""Tokens of one person."""
LONGEST_NAME = 60
_TOUCHED = 600.0
"""Seconds within which another use of a token need not be recorded."""


class NoSuchToken(LudariumError):
    """The token was never made, or has been ended."""

    status = 401
    kind = "no-token"


class Tokens:
    """The tokens of a site's people; `now` returns the time in seconds since 1970."""

    def __init__(self, store: Store, require_usable: RequireUsable, now: Callable[[], float]) -> None:
        self._store = store
        self._require_usable = require_usable
        self._now = now

    def make(self, person: Person, name: str, scopes: Collection[str]) -> str:
        """Return a new token of a person, which cannot be read again: only its hash is stored.

        Raises `ParseError` for a name or a scope that is refused, and if the person has as many as are allowed.
        """
        named, allowed = _parse_name(name), parse_scopes(scopes)
        if len(self.of_person(person)) >= MOST:
            raise ParseError(f"you have {MOST} tokens: end one of them first")
        token = PREFIX + secrets.token_urlsafe(32)
        made = Token(hash_token(token), person.id, named, allowed, self._now())
        self._store.tokens.add(TokenOwner(person, made))
        return token

    def of_person(self, person: Person) -> tuple[Token, ...]:
        """Return the tokens of a person, the oldest first."""
        return tuple(one.token for one in self._store.tokens.find(person=person.id))

    def find(self, text: str) -> tuple[Person, Token]:
        """Return the person of a token, and its row.

        Raises `NoSuchToken`, and `Sanctioned` for that of a suspended account.
        """
        found, now = self._store.tokens.load(hash_token(text)) if text.startswith(PREFIX) else None, self._now()
        if found is None or found[0].closed_at is not None:
            raise NoSuchToken("this token is not known here: expected one that was made on this site, and not ended")
        self._require_usable(found[0])
        if (found[1].used_at or 0.0) < now - _TOUCHED:
            with suppress(DatabaseBusy):  # reading must not wait for a writer; the next use records it
                self._store.tokens.set(found.token.id, used_at=now)
        return found

    def end(self, person: Person, token_id: str) -> None:
        """End a token of a person, and with it the streams of programs that use it.

        Raises `ParseError` if it is none of theirs.
        """
        if not self._store.tokens.remove_of(person.id, token_id):
            raise ParseError("this token was ended already: expected one of yours")


def _parse_name(text: str) -> str:
    named = " ".join(printable(text).split())
    if not 0 < len(named) <= LONGEST_NAME:
        raise ParseError(f"a token needs a name: expected 1 to {LONGEST_NAME} signs, such as the name of your program")
    return named


Scope = Literal["read", "play", "challenge"]
SCOPES: dict[Scope, str] = {
    "read": "see your matches and what waits for you",
    "play": "play turns, and do all else in your matches",
    "challenge": "begin matches, and make and answer challenges",
}
"""The scopes with what each allows; every token may read."""
Need = Literal["read", "play", "challenge", "browser"]
"""What a request needs: a scope, or a person in a browser, which no token stands for."""


class NotPermitted(LudariumError):
    """The token has not the scope that the request needs, or no token may ask for it."""

    status = 403
    kind = "scope"


def parse_scopes(words: Collection[str]) -> frozenset[str]:
    """Parse the scopes of a new token.

    Raises `ParseError`.

    >>> sorted(parse_scopes(["play"]))
    ['play', 'read']
    """
    for word in words:
        if word not in get_args(Scope):
            raise ParseError(f"{shorten(word)} is not a scope: expected one of {', '.join(SCOPES)}")
    return frozenset({"read", *words})


def require(scopes: Collection[str], need: Need) -> None:
    """Check that these scopes of a token include the one that a request needs.

    Raises `NotPermitted`.

    >>> require({"read"}, "play")
    Traceback (most recent call last):
        ...
    ludarium.site.programs.tokens.NotPermitted: this token may not do that: expected one with the scope play
    """
    if need == "browser":
        raise NotPermitted("no token may do that: expected a person in a browser, who is signed in")
    if need not in scopes:
        raise NotPermitted(f"this token may not do that: expected one with the scope {need}")
