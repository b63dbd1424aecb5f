"""Whether a page or data is asked for at an address."""

from starlette.datastructures import Headers

JSON = "application/json"
BEARER = "bearer "


def wants_data(headers: Headers) -> bool:
    """Whether a request comes from a program: it asks for data, or has a token and does not ask for a page."""
    accepts = headers.get("accept", "")
    if JSON in accepts:
        return True
    return headers.get("authorization", "").lower().startswith(BEARER) and "text/html" not in accepts
