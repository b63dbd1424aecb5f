"""Small pictures of matches as they stand, for lists."""

from ludarium.club.match.views import MatchSummary
from ludarium.core.errors import LudariumError
from ludarium.scenes import svg
from ludarium.scenes.picture import draw
from ludarium.server.web.site import Site


def shot(site: Site, match: MatchSummary) -> str:
    """Return the picture of a match as SVG; empty if it cannot be loaded."""

    def render() -> bytes:
        view = site.service.view(None, match.id)
        return svg.render(draw(view.match.state), prefix=f"m{match.number}-").encode()

    try:
        return site.page_cache.get(("picture", match.id, match.turns), render).decode()
    except LudariumError:  # a damaged match must not cost the page
        return ""
