"""Small pictures of matches as they stand, for lists."""

from ludarium.club.match.views import MatchSummary
from ludarium.core.errors import LudariumError
from ludarium.scenes import svg
from ludarium.scenes.picture import draw
from ludarium.server.web.board.failed_pictures import picture_or_name
from ludarium.server.web.site import Site


def shot(site: Site, match: MatchSummary) -> str:
    """Return the picture of a match as SVG; empty if it cannot be loaded.

    It is the game's name if the game fails to draw it.
    """
    prefix = f"m{match.number}-"

    def render() -> bytes:
        view = site.service.view(None, match.id)
        return picture_or_name(match.game, lambda: svg.render(draw(view.match.state), prefix=prefix), prefix).encode()

    try:
        return site.page_cache.get(("picture", match.id, match.turns), render).decode()
    except LudariumError:  # a damaged match must not cost the page
        return ""
