"""The page of notices, and the page that ends their mails without signing in.

Push messages have their subscriptions here, the script that displays them, and the manifest of the site.
"""

from datetime import tzinfo
from http import HTTPStatus
from zoneinfo import ZoneInfo

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from ludarium.core.errors import ParseError
from ludarium.core.text import shorten
from ludarium.site.act import Fields
from ludarium.site.notices.notices import OF_OTHERS, Listed
from ludarium.site.notices.rows.notices import BEGUN, revision_of
from ludarium.site.notices.words import sentence_of, title_of
from ludarium.site.web.http.commands import ReadNotices
from ludarium.site.web.site import Site, posted
from ludarium.site.web.templating import HERE, static

NOTICES = "/me/notices"


class NoticePages:
    """The list of notices, and the end of their mails."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [
            Route(NOTICES, self.show),
            Route(NOTICES, posted(self.see, ReadNotices), methods=["POST"]),
            Route("/unsubscribe/{token}", self.ask),
            Route("/unsubscribe/{token}", posted(self.end), methods=["POST"]),
        ]

    def show(self, request: Request) -> Response:
        """The notices of the person, unread and read."""
        person_id = self._site.identity.require(request).id
        found = self._site.service.notices.recent(person_id)
        zone = ZoneInfo(self._site.service.notices.settings(person_id).zone)
        new = [_Shown(listed, person_id, zone) for listed in found if listed.notice.read_at is None]
        seen = [_Shown(listed, person_id, zone) for listed in found if listed.notice.read_at is not None]
        return self._site.page(request, "notices", new=new, seen=seen)

    def see(self, request: Request, values: Fields) -> Response:
        """Record that the person has read everything."""
        person_id, do = self._site.identity.require(request).id, values.get("do", "")
        if do != "read":
            raise ParseError(f"{shorten(do)} is not a command: expected one of read")
        self._site.service.notices.see(person_id)
        return RedirectResponse(NOTICES, HTTPStatus.SEE_OTHER)

    def ask(self, request: Request) -> Response:
        """The page with the button that ends a person's mails; mail scanners open links, so this changes nothing."""
        self._of_token(request)
        return self._site.page(request, "unsubscribe", done=False, of_others=_is_of_others(request))

    def end(self, request: Request, values: Fields) -> Response:
        """End a person's mails; mail programs do this with one press (RFC 8058)."""
        person_id = self._of_token(request)
        of_others = _is_of_others(request)
        (self._site.service.watching if of_others else self._site.service.notices).end_mail(person_id)
        if values.get("List-Unsubscribe") == "One-Click":
            return PlainTextResponse("You get no more mail of this kind.\n")
        return self._site.page(request, "unsubscribe", done=True, of_others=of_others)

    def _of_token(self, request: Request) -> str:
        person_id = self._site.service.notices.of_token(request.path_params["token"])
        if person_id is None:
            raise HTTPException(HTTPStatus.NOT_FOUND, "This link is damaged, or the account was closed.")
        return person_id


def _is_of_others(request: Request) -> bool:
    """Return whether the mail was not about the person's own matches."""
    return f"?{request.url.query}" == OF_OTHERS


def shown_notices(site: Site, person_id: str, most: int) -> list[dict[str, object]]:
    """Return the unread notices of a person as data, the newest first; `begins` marks a match that is played now."""
    zone = ZoneInfo(site.service.notices.settings(person_id).zone)
    return [
        {
            "title": title_of(listed, person_id),
            "text": sentence_of(listed, zone),
            "path": listed.notice.path,
            "at": revision_of(listed.notice.created_at),
            "begins": listed.notice.kind == BEGUN and "/" not in ((listed.match and listed.match.clock) or ""),
        }
        for listed in site.service.notices.recent(person_id, most)
        if listed.notice.read_at is None
    ]


class _Shown:
    """A notice on the page."""

    def __init__(self, listed: Listed, person_id: str, zone: tzinfo) -> None:
        self.path, self.at = listed.notice.path, listed.notice.created_at
        self.title, self.text = title_of(listed, person_id), sentence_of(listed, zone)


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
