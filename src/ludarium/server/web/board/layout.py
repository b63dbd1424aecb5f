"""Which of a game's layouts a browser shows: it chooses one by the query `layout`, and keeps it in a cookie."""

from starlette.requests import Request
from starlette.responses import Response

from ludarium.core.game import Game
from ludarium.scenes.picture import layouts

QUERY = "layout"
_YEAR = 365 * 86400


def chosen_layout(request: Request, game: Game) -> str:
    """Return the layout that the address of a request names, or else the one that its browser has kept."""
    known, named = layouts(game), request.query_params.get(QUERY, "")
    kept = named if named in known else request.cookies.get(_cookie(game), "")
    return kept if kept in known else known[0] if known else ""


def keep_layout(request: Request, response: Response, game: Game) -> None:
    """Let the browser keep the layout that the address of a request names."""
    named = request.query_params.get(QUERY, "")
    if named in layouts(game):
        secure = request.url.scheme == "https"
        response.set_cookie(_cookie(game), named, max_age=_YEAR, httponly=True, samesite="lax", secure=secure)


def _cookie(game: Game) -> str:
    return f"layout-{game.name}"
