"""Scopes: the rights of a program by its token, decided in one place."""

from collections.abc import Collection
from typing import Literal, get_args

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.text import shorten

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
    ludarium.club.programs.scopes.NotPermitted: this token may not do that: expected one with the scope play
    """
    if need == "browser":
        raise NotPermitted("no token may do that: expected a person in a browser, who is signed in")
    if need not in scopes:
        raise NotPermitted(f"this token may not do that: expected one with the scope {need}")
