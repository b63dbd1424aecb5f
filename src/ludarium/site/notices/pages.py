"""The page of notices, and the page that ends their mails without signing in.

Push messages have their subscriptions here, the script that displays them, and the manifest of the site.
"""

from datetime import tzinfo
from http import HTTPStatus
from zoneinfo import ZoneInfo

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from ludarium.core.errors import ParseError
from ludarium.site.act import Fields, act, commands_of, read_form
from ludarium.site.notices.changes import match_of
from ludarium.site.notices.notices import OF_OTHERS, AskedOfNotices, Listed, ReadNotices
from ludarium.site.notices.push import AskedOfPush, PushCommand
from ludarium.site.notices.rows.notices import AT_ONCE, BEGUN, CHALLENGE, REMATCH, Notice, revision_of
from ludarium.site.notices.rows.waiting import BESIDE_GAMES
from ludarium.site.notices.words import news_of, title_of
from ludarium.site.web.http.bodies import Sent
from ludarium.site.web.page import Pages, command, form, page
from ludarium.site.web.site import Site
from ludarium.site.web.templating import HERE, static
from ludarium.site.words import match_address

NOTICES = "/me/notices"


class NoticePages(Pages):
    """The list of notices, and the end of their mails."""

    @page(NOTICES)
    def show(self, request: Request) -> Response:
        """The notices of the person, unread and read."""
        person_id = self._site.identity.require(request).id
        found = self._site.service.notices.recent(person_id)
        zone = ZoneInfo(self._site.service.notices.settings(person_id).zone)
        parts: dict[str, list[_Shown]] = {"new": [], "waiting": [], "seen": []}
        for listed in found:
            unread = "waiting" if listed.notice.kind in BESIDE_GAMES else "new"
            parts["seen" if listed.notice.read_at else unread].append(_Shown(listed, person_id, zone))
        new, waiting, seen = parts.values()
        return self._site.page(request, "notices", new=new, waiting=waiting, seen=seen)

    @command(NOTICES, base=ReadNotices)
    def see(self, request: Request, sent: Sent[ReadNotices]) -> Response:
        """Record that the person has read everything."""
        person_id = self._site.identity.require(request).id
        if not sent.fields().get("do"):  # what says nothing marks nothing as read
            raise ParseError(f"'' is not a command: expected one of {ReadNotices.word}")
        act(sent.command(), AskedOfNotices(self._site.service.notices, person_id))
        return RedirectResponse(NOTICES, HTTPStatus.SEE_OTHER)

    @page("/unsubscribe/{token}")
    def ask(self, request: Request) -> Response:
        """The page with the button that ends a person's mails; mail scanners open links, so this changes nothing."""
        self._of_token(request)
        return self._site.page(request, "unsubscribe", done=False, of_others=_is_of_others(request))

    @form("/unsubscribe/{token}")
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
            "text": news_of(listed, zone),
            "path": listed.notice.path,
            "at": revision_of(listed.notice.created_at),
            "begins": listed.notice.kind == BEGUN and "/" not in ((listed.match and listed.match.clock) or ""),
            **_answers_of(listed.notice),
        }
        for listed in site.service.notices.recent(person_id, most)
        if listed.notice.read_at is None
    ]


def _answers_of(notice: Notice) -> dict[str, tuple[str, str]]:
    """Return how a challenge or a rematch is accepted and declined from any page: by address, and word of the command.

    It is empty for other notices, and for challenges of which one chooses the time.
    """
    if notice.kind == CHALLENGE and AT_ONCE in notice.data:
        return {"accept": (notice.path, "accept"), "decline": (notice.path, "decline")}
    if notice.kind == REMATCH:
        return {"accept": (notice.path, ""), "decline": (match_address(match_of(notice.path), "/seats"), "call-off")}
    return {}


class _Shown:
    """A notice on the page."""

    def __init__(self, listed: Listed, person_id: str, zone: tzinfo) -> None:
        self.path, self.at = listed.notice.path, listed.notice.created_at
        self.title, self.text = title_of(listed, person_id), news_of(listed, zone)


class PushPages(Pages):
    """The pages for push messages."""

    @form("/me/push")
    def change(self, request: Request, values: Fields) -> Response:
        """Send a person's notices to the browser from now on, or no longer."""
        self._site.identity.require(request)
        visit = self._site.identity.visit(request)
        assert visit, "somebody is required"
        act(read_form(commands_of(PushCommand), values), AskedOfPush(self._site.service.notices.push, visit))
        return Response(status_code=HTTPStatus.NO_CONTENT)

    @page("/service-worker.js")
    def worker(self, request: Request) -> Response:
        """The script that displays push messages; by its address it is for the whole site."""
        script = (HERE / "static" / "service-worker.js").read_text("utf-8")
        return Response(script, media_type="text/javascript", headers={"Cache-Control": "no-cache"})

    @page("/manifest.webmanifest")
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
