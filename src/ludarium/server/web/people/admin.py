"""The page of administrators: the log of acts."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludarium.club.match.commands import number
from ludarium.server.web.site import Site


class AdminPages:
    """The page on which administrators read what was done."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def routes(self) -> list[Route]:
        """The route of this page."""
        return [Route("/admin/log", self.show)]

    def show(self, request: Request) -> Response:
        """A page of the log, the latest acts first; others than administrators are refused."""
        wanted = number({"page": request.query_params.get("page", "1")}, "page")
        page = self._site.service.act_log.page(self._site.identity.person(request), wanted)
        return self._site.page(request, "log", log=page)
