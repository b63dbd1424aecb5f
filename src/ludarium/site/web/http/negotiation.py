"""Whether a page or data is asked for at an address."""

import re

from starlette.datastructures import Headers

JSON = "application/json"
_BEARER = re.compile(r"[ \t]*bearer[ \t]+", re.IGNORECASE)


def wants_data(headers: Headers) -> bool:
    """Whether a request comes from a program: it asks for data, or has a token and does not ask for a page."""
    accepts = headers.get("accept", "")
    if JSON in accepts:
        return True
    return bearer_token(headers) is not None and "text/html" not in accepts


def bearer_token(headers: Headers) -> str | None:
    r"""Return the token of `Authorization: Bearer TOKEN`, however the header is spelt; None without one.

    >>> [bearer_token(Headers({"authorization": given})) for given in ("BEARER  \t abc ", "Basic abc")]
    ['abc', None]
    """
    given = headers.get("authorization")
    scheme = _BEARER.match(given) if given else None
    return given[scheme.end() :].strip(" \t") if given and scheme else None
