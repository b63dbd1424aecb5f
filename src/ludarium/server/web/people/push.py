"""Push messages to browsers: subscriptions, the script that displays the messages, and the manifest of the site."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ludarium.club.act import Fields
from ludarium.core.errors import ParseError
from ludarium.core.text import shorten
from ludarium.server.web.site import Site, posted
from ludarium.server.web.templating import HERE, static

_COMMANDS = ("subscribe", "unsubscribe")


class PushPages:
    """The pages for push messages."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [
            Route("/me/push", posted(self.change), methods=["POST"]),
            Route("/service-worker.js", self.worker),
            Route("/manifest.webmanifest", self.manifest),
        ]

    def change(self, request: Request, values: Fields) -> Response:
        """Send a person's notices to the browser from now on, or no longer."""
        self._site.identity.require(request)
        visit, do = self._site.identity.visit(request), values.get("do", "")
        assert visit, "somebody is required"
        push, endpoint = self._site.service.notices.push, values.get("endpoint", "")
        if do == "subscribe":
            push.subscribe(visit, endpoint, values.get("key", ""), values.get("secret", ""))
        elif do == "unsubscribe":
            push.unsubscribe(visit, endpoint)
        else:
            raise ParseError(f"{shorten(do)} is not a command: expected one of {', '.join(_COMMANDS)}")
        return Response(status_code=HTTPStatus.NO_CONTENT)

    def worker(self, request: Request) -> Response:
        """The script that displays push messages; by its address it is for the whole site."""
        script = (HERE / "static" / "service-worker.js").read_text("utf-8")
        return Response(script, media_type="text/javascript", headers={"Cache-Control": "no-cache"})

    def manifest(self, request: Request) -> Response:
        """The manifest by which a device installs the site; iOS displays no push messages without it."""
        return JSONResponse(
            {
                "name": "Ludarium",
                "short_name": "Ludarium",
                "start_url": "/me",
                "scope": "/",
                "display": "standalone",
                "background_color": "#f7f4ee",
                "theme_color": "#1a6360",
                "icons": [{"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml"}],
            },
            media_type="application/manifest+json",
        )
