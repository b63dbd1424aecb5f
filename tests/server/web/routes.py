"""Who may use each route of the site."""

from collections.abc import Mapping
from typing import Literal

Who = Literal["public", "begin", "own", "seat", "host", "token", "administrator"]
ROUTES: Mapping[tuple[str, str], Who] = {
    ("GET", "/"): "public",
    ("GET", "/admin/log"): "administrator",
    ("GET", "/events"): "public",
    ("GET", "/games/{game}"): "public",
    ("GET", "/games/{game}/board.svg"): "public",
    ("GET", "/games/{game}/new"): "public",
    ("POST", "/games/{game}/new"): "begin",
    ("GET", "/healthz"): "public",
    ("GET", "/readyz"): "public",
    ("GET", "/matches/number/{number}"): "public",
    ("GET", "/matches/{match}"): "public",
    ("POST", "/matches/{match}"): "seat",
    ("GET", "/matches/{match}/at/{number}"): "public",
    ("GET", "/matches/{match}/at/{number}/board.svg"): "public",
    ("GET", "/matches/{match}/at/{number}/new"): "public",
    ("POST", "/matches/{match}/at/{number}/new"): "begin",
    ("POST", "/matches/{match}/order"): "seat",
    ("GET", "/matches/{match}/record"): "public",
    ("GET", "/matches/{match}/seat/{token}"): "token",
    ("POST", "/matches/{match}/seat/{token}"): "token",
    ("POST", "/matches/{match}/seats"): "host",
    ("GET", "/me"): "public",
    ("GET", "/me/account"): "own",
    ("POST", "/me/account"): "own",
    ("GET", "/me/account/close"): "own",
    ("POST", "/me/account/close"): "own",
    ("POST", "/me/account/passkey/options"): "own",
    ("GET", "/me/export"): "own",
    ("GET", "/me/vacation"): "own",
    ("POST", "/me/vacation"): "own",
    ("GET", "/sign-in"): "public",
    ("POST", "/sign-in"): "begin",
    ("POST", "/sign-in/code"): "token",
    ("GET", "/sign-in/link/{token}"): "token",
    ("POST", "/sign-in/link/{token}"): "token",
    ("POST", "/sign-in/passkey"): "token",
    ("POST", "/sign-in/passkey/options"): "begin",
    ("GET", "/welcome"): "public",
    ("POST", "/welcome"): "begin",
    ("GET", "/welcome/{token}"): "token",
    ("POST", "/welcome/{token}"): "token",
}
"""Who may use a route: anybody (`public`); anybody, who begins something of their own by it (`begin`); a known browser,
which sees and changes its own person alone (`own`); those who sit in the match (`seat`); its host (`host`); those who
have a secret (`token`); administrators."""
