"""The layout of a game that a browser displays: it chooses one by the query `layout`, and stores it in a cookie."""

from starlette.requests import Request
from starlette.responses import Response

from ludarium.core.game import Game
from ludarium.scenes.picture import layouts

QUERY = "layout"
_YEAR = 365 * 86400


def chosen_layout(request: Request, game: Game) -> str:
    """Return the layout that the address of a request names, or else that of the browser's cookie."""
    if not (known := layouts(game)):
        return ""
    named = request.query_params.get(QUERY, "")
    chosen = named if named in known else request.cookies.get(_cookie(game), "")
    return chosen if chosen in known else known[0]


def keep_layout(request: Request, response: Response, game: Game) -> None:
    """Store the layout that the address of a request names in a cookie."""
    named = request.query_params.get(QUERY)
    if named and named in layouts(game):
        secure = request.url.scheme == "https"
        response.set_cookie(_cookie(game), named, max_age=_YEAR, httponly=True, samesite="lax", secure=secure)


def _cookie(game: Game) -> str:
    return f"layout-{game.name}"
