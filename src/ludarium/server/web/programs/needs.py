"""The scope that a program needs for each route of the site: one table, which a test compares with the routes."""

from collections.abc import Mapping

from ludarium.club.programs.scopes import Need

NEEDS: Mapping[tuple[str, str], Need] = {
    ("POST", "/challenges/new"): "challenge",
    ("POST", "/challenges/{challenge}"): "challenge",
    ("POST", "/games/{game}/challenge-ladder"): "challenge",
    ("POST", "/games/{game}/new"): "challenge",
    ("POST", "/games/{game}/workshop"): "play",
    ("POST", "/games/{game}/workshop/modules"): "play",
    ("POST", "/leagues"): "challenge",
    ("POST", "/leagues/{league}"): "challenge",
    ("POST", "/matches/{match}"): "play",
    ("POST", "/matches/{match}/ask"): "play",
    ("POST", "/matches/{match}/at/{number}/new"): "challenge",
    ("POST", "/matches/{match}/notes"): "play",
    ("POST", "/matches/{match}/order"): "play",
    ("POST", "/matches/{match}/plan"): "play",
    ("POST", "/matches/{match}/seat/{token}"): "play",
    ("POST", "/matches/{match}/seats"): "play",
    ("POST", "/matches/{match}/talk"): "play",
    ("POST", "/me/notices"): "play",
    ("POST", "/me/vacation"): "play",
    ("POST", "/tournaments"): "challenge",
    ("POST", "/tournaments/{tournament}"): "challenge",
    ("GET", "/admin/log"): "browser",
    ("GET", "/me/account"): "browser",
    ("GET", "/me/account/close"): "browser",
    ("GET", "/me/account/tokens"): "browser",
    ("GET", "/me/export"): "browser",
    ("GET", "/me/moderation"): "browser",
    ("GET", "/moderation"): "browser",
    ("GET", "/moderation/matches/{match}"): "browser",
    ("GET", "/moderation/people/{person}"): "browser",
    ("GET", "/moderation/reports/{report}"): "browser",
    ("GET", "/report"): "browser",
    ("GET", "/sign-in/link/{token}"): "browser",
    ("GET", "/unsubscribe/{token}"): "browser",
    ("GET", "/unsubscribe/{token}/puzzles"): "browser",
    ("GET", "/welcome/{token}"): "browser",
}
"""The needs of routes that are not listed: the scope `read` for GET, and a browser for other methods."""


def need_of(method: str, path: str) -> Need:
    """Return the scope that a request needs, by its method and the pattern of its address.

    >>> need_of("POST", "/matches/{match}"), need_of("GET", "/me"), need_of("POST", "/me/account")
    ('play', 'read', 'browser')
    """
    usual: Need = "read" if method in ("GET", "HEAD") else "browser"
    return NEEDS.get(("GET" if method == "HEAD" else method, path), usual)
