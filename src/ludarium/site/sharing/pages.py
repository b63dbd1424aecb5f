"""The files in which a moment of a match is shared: a moving picture as SVG, which browsers play, and as GIF.

All who may see the match may have them, as its other pictures.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import BoundedSemaphore

from starlette.requests import Request
from starlette.responses import Response

from ludarium.core.errors import LudariumError
from ludarium.scenes.moving import HOLD, STEP, moving
from ludarium.scenes.pixels import gif
from ludarium.site.act import number
from ludarium.site.match.seating import SeatAccess
from ludarium.site.sharing.moment import Moment
from ludarium.site.web.http.delivery import PageCache
from ludarium.site.web.page import Pages, page
from ludarium.site.web.site import PICTURE_POLICY, Site

_WIDTH = 480
"""Pixels of a GIF."""
_KEPT = 24
"""Files that are kept."""
_PATIENCE = 5.0
"""Seconds for which a file waits until others are made."""


class NoMovingFile(LudariumError):
    """A file cannot be made now, or not on this site."""

    status = 503
    kind = "busy"


class SharingPages(Pages):
    """The moving pictures of matches; one is made at a time, since the others wait for the same processor."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._made, self._free = PageCache(_KEPT), BoundedSemaphore()

    @page("/matches/{match}/moving.svg")
    def svg(self, request: Request) -> Response:
        """The last turns of a match as a moving picture, `from` one position `to` another."""
        moment = self._moment(request)
        response = self._file(moment, "svg", "image/svg+xml", lambda: moving(moment.scenes, moment.caption).encode())
        response.headers["Content-Security-Policy"] = PICTURE_POLICY
        return response

    @page("/matches/{match}/moving.gif")
    def gif(self, request: Request) -> Response:
        """The same as a GIF file, to send."""
        moment = self._moment(request)

        def make() -> bytes:
            seconds = [STEP] * len(moment.scenes)
            seconds[-1] += HOLD
            try:
                return gif(moment.scenes, _WIDTH, seconds)
            except ModuleNotFoundError as missing:
                raise NoMovingFile("this site makes no GIF files, which need the extra mail: expected SVG") from missing

        return self._file(moment, "gif", "image/gif", make)

    def _moment(self, request: Request) -> Moment:
        person, query = self._site.identity.person(request), request.query_params
        view = self._site.service.view(person, request.path_params["match"])
        start, end = (number(query, name) if name in query else None for name in ("from", "to"))
        return Moment.of(view, SeatAccess.of(view, self._site.identity.person_id(request)), start, end)

    def _file(self, moment: Moment, kind: str, media_type: str, make: Callable[[], bytes]) -> Response:
        """Return a file that is kept, or make it if none is being made."""
        page = moment.page
        key = page.view.id, page.view.revision, page.access.seats, moment.start, page.displayed, kind

        def alone() -> bytes:
            if not self._free.acquire(timeout=_PATIENCE):
                raise NoMovingFile("the site draws other moving pictures: try again in a moment")
            try:
                return make()
            finally:
                self._free.release()

        response = Response(self._made.get(key, alone), media_type=media_type)
        name = f"{page.match.game.name}-{page.view.id}-{moment.start}-{page.displayed}.{kind}"
        response.headers["Content-Disposition"] = f'inline; filename="{name}"'
        response.headers["Cache-Control"] = "private, max-age=86400" if page.match.over else "private, no-cache"
        return response
