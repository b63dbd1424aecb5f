"""From where the reader of the board of a study has come, as the request for a page of it says."""

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlsplit

from starlette.requests import Request

from ludarium.site.analysis.board import AnalysisBoard
from ludarium.site.analysis.links import LONGEST_LINK


def is_from_here(request: Request) -> bool:
    """Return whether a page of the site itself asks, and no link that came from elsewhere."""
    return "HX-Request" in request.headers or request.headers.get("Sec-Fetch-Site") == "same-origin"


def has_stepped(request: Request, board: AnalysisBoard) -> bool:
    """Return whether a page of another position asks, to which the browser's *Back* is to lead again."""
    there, here = (urlsplit(one) for one in (request.headers.get("HX-Current-URL", ""), board.address()))
    was, now = (dict(parse_qsl(one.query)) for one in (there, here))
    is_elsewhere = any(was.get(name) != now.get(name) for name in ("s", "at"))
    return there.path == here.path and is_elsewhere and not board.turn.actions


def has_played(query: Mapping[str, str]) -> bool:
    """Return whether an address has a turn to play in a study that was not too long for an address before."""
    return bool(query.get("draft")) and len(query.get("s", "")) <= LONGEST_LINK
