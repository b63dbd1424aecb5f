"""The files in which a match or a game is shared: a moving picture as SVG, which browsers play, and as GIF, and cards.

All who may see the match may have them, as its other pictures. A card is what other sites show beside a link.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from ludarium.core.errors import ParseError
from ludarium.core.registry import definition
from ludarium.scenes.moving import HOLD, STEP, moving
from ludarium.scenes.pixels import gif, png, shrink
from ludarium.scenes.showcase import showcase
from ludarium.site.act import number
from ludarium.site.match.pages.page import MatchPage
from ludarium.site.match.seating import SeatAccess
from ludarium.site.match.views import MatchView
from ludarium.site.sharing.card import WIDTH, card
from ludarium.site.sharing.files import PictureFiles
from ludarium.site.sharing.moment import Moment, card_of
from ludarium.site.web.page import Pages, page
from ludarium.site.web.site import PICTURE_POLICY, Site

_WIDTH = 480
"""Pixels of a GIF."""


class SharingPages(Pages):
    """The moving pictures of matches, and the cards of matches and games."""

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self._files = PictureFiles()

    @page("/matches/{match}/moving.svg")
    def svg(self, request: Request) -> Response:
        """The last turns of a match as a moving picture, `from` one position `to` another."""
        moment = self._moment(request)
        playing = partial(_svg, moment)
        response = self._answer(moment.page, f"{moment.start}-{moment.page.displayed}.svg", "image/svg+xml", playing)
        response.headers["Content-Security-Policy"] = PICTURE_POLICY
        return response

    @page("/matches/{match}/moving.gif")
    def gif(self, request: Request) -> Response:
        """The same as a GIF file, to send."""
        moment = self._moment(request)
        return self._answer(
            moment.page, f"{moment.start}-{moment.page.displayed}.gif", "image/gif", partial(_gif, moment)
        )

    @page("/matches/{match}/card.png")
    def match_card(self, request: Request) -> Response:
        """The last position of a match, or the one after `to` turns, with who plays, as PNG."""
        view, access = self._seen(request)
        at, last = number(request.query_params, "to") if "to" in request.query_params else None, len(view.match.turns)
        if at is not None and at > last:
            raise ParseError(f"there is no position {at}: expected one of 0 to {last}")
        shown = MatchPage(view, access, last if at is None else at)
        return self._answer(shown, f"{shown.displayed}.png", "image/png", lambda: shrink(png(card_of(shown), WIDTH)))

    @page("/games/{game}/card.png")
    def game_card(self, request: Request) -> Response:
        """A position of a game, with what it is about, as PNG."""
        about = definition(request.path_params["game"])

        def make() -> bytes:
            return shrink(png(card(showcase(about)[0], about.title, [about.tagline]), WIDTH))

        response = self._files.answer(("game", about.name), "image/png", make)
        response.headers["Cache-Control"] = "public, max-age=86400"
        return response

    def _seen(self, request: Request) -> tuple[MatchView, SeatAccess]:
        view = self._site.service.view(self._site.identity.person(request), request.path_params["match"])
        return view, SeatAccess.of(view, self._site.identity.person_id(request))

    def _moment(self, request: Request) -> Moment:
        query = request.query_params
        start, end = (number(query, name) if name in query else None for name in ("from", "to"))
        return Moment.of(*self._seen(request), start, end)

    def _answer(self, page: MatchPage, part: str, media_type: str, make: Callable[[], bytes]) -> Response:
        """Return a file about a part of a match, which ends its name."""
        response = self._files.answer((page.view.id, page.view.revision, page.access.seats, part), media_type, make)
        name = f"{page.match.game.name}-{page.view.id}-{part}"
        response.headers["Content-Disposition"] = f'inline; filename="{name}"'
        response.headers["Cache-Control"] = "private, max-age=86400" if page.match.over else "private, no-cache"
        return response


def _svg(moment: Moment) -> bytes:
    return moving(moment.scenes, moment.caption, poster=True).encode()


def _gif(moment: Moment) -> bytes:
    """Return the scenes as a GIF file whose first picture is the last one: programs that play none show that alone."""
    scenes = [moment.scenes[-1], *moment.scenes]
    seconds = [STEP] * len(scenes)
    seconds[-1] += HOLD
    return gif(scenes, _WIDTH, seconds)
