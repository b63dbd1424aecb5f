"""The addresses of matches."""

from urllib.parse import urlencode


def match_address(match_id: str, place: str = "", *, display: str = "", **query: object) -> str:
    """Return the address of a match, or of a place within it, in a display mode.

    >>> match_address("m", display="projector", draft="3,5")
    '/matches/m?display=projector&draft=3,5'
    """
    parameters = {"display": display, **query} if display else query
    return f"/matches/{match_id}{place}" + (f"?{urlencode(parameters, safe=',')}" if parameters else "")


def invitation_address(match_id: str, token: str) -> str:
    """Return the address at which an invited person takes a seat."""
    return match_address(match_id, f"/seat/{token}")
