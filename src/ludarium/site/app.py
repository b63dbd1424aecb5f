"""The site as an ASGI application."""

import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from http import HTTPStatus
from mimetypes import guess_type

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Match, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ludarium.core.errors import LudariumError
from ludarium.site.analysis.again_pages import RetryPages
from ludarium.site.analysis.links import Seals
from ludarium.site.analysis.pages import AnalysisPages
from ludarium.site.analysis.setup import SetupPages
from ludarium.site.analysis.studies import Studies
from ludarium.site.begin.commitments import Commitments
from ludarium.site.begin.pages.challenges import ChallengePages
from ludarium.site.begin.pages.join import Join
from ludarium.site.challenge_ladders.pages import ChallengeLadderPages
from ludarium.site.games.pages import BotPages, FrontPages, GamePages
from ludarium.site.games.tutorial import TutorialPages
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.ladder.pages import LadderPages
from ludarium.site.leagues.pages import LeaguePages
from ludarium.site.match.pages.events import Events
from ludarium.site.match.pages.matches import Matches
from ludarium.site.match.pages.plan import PlanPages
from ludarium.site.moderation.pages import DeskPages, OrderPages
from ludarium.site.notices.pages import NoticePages, PushPages
from ludarium.site.offers.pages import LobbyPages
from ludarium.site.openapi import description_route
from ludarium.site.overviews.archive import ArchivePages
from ludarium.site.overviews.front import FrontPage
from ludarium.site.overviews.pages import OverviewPages
from ludarium.site.people.pages.account import AccountPages, VacationPages
from ludarium.site.people.pages.admin import AdminPages, SiteFacts
from ludarium.site.people.pages.people import PeoplePages
from ludarium.site.people.pages.person import PersonPages
from ludarium.site.people.pages.sign_in import SignInPages
from ludarium.site.programs.pages.streams import Streams
from ludarium.site.programs.pages.tokens import TokenPages
from ludarium.site.programs.pages.workshop import LARGER, ModulePages, WorkshopPages
from ludarium.site.puzzles.mistakes import Mistakes
from ludarium.site.puzzles.own_pages import OwnPuzzlePages
from ludarium.site.puzzles.pages import PuzzlePages
from ludarium.site.puzzles.run_pages import RunPages
from ludarium.site.puzzles.runs import Runs
from ludarium.site.puzzles.solving import Solving
from ludarium.site.service import Service
from ludarium.site.sharing.pages import SharingPages
from ludarium.site.tables.pages import TablePages
from ludarium.site.talk.pages import TalkPages
from ludarium.site.tournaments.pages.files import TournamentFiles
from ludarium.site.tournaments.pages.pages import TournamentPages
from ludarium.site.web.bearer import Bearer
from ludarium.site.web.http.delivery import Delivery
from ludarium.site.web.http.docs import docs_routes
from ludarium.site.web.http.guard import Guard, with_safety_headers
from ludarium.site.web.http.health import Health
from ludarium.site.web.http.identity import Identity
from ludarium.site.web.http.observer import Observe, RequestObserver
from ludarium.site.web.http.origin import Origins
from ludarium.site.web.http.slots import Slots
from ludarium.site.web.site import Site
from ludarium.site.web.templating import HERE, SHARED, static_version, templates

_SENTENCES = {
    HTTPStatus.NOT_FOUND: "There is no page at this address.",
}

_VERSION = re.compile("[0-9a-f]{8}")

Lifespan = Callable[[Starlette], AbstractAsyncContextManager[None]]


@asynccontextmanager
async def _nothing(app: Starlette) -> AsyncIterator[None]:
    yield


class _Files(StaticFiles):
    """The files of the site; browsers cache those whose address has the checksum of the contents."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file of the site, or one that it shares with the pictures."""
        version, _, name = path.partition("/")
        if _VERSION.fullmatch(version):
            path = name
        if path in SHARED and scope["method"] in ("GET", "HEAD"):
            response: Response = Response(SHARED[path](), media_type=guess_type(path)[0])
        else:
            response = await super().get_response(path, scope)
        if response.status_code == HTTPStatus.OK:
            lasting = version == static_version()
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if lasting else "no-cache"
        return response


def _gone(request: Request, error: Exception) -> Response:
    """Return a response that nobody reads, as the browser has left before its request was complete."""
    return Response(status_code=HTTPStatus.BAD_REQUEST)


def _allowed(request: Request) -> list[str]:
    """Return the methods that an address supports; files support two and have no route of their own."""
    routes = [route for route in request.app.routes if isinstance(route, Route)]
    fitting = [route.methods or () for route in routes if route.matches(request.scope)[0] is Match.PARTIAL]
    return sorted({"GET", "HEAD"}.union(*fitting))


def create_app(
    service: Service,
    secret: str,
    *,
    largest: int = 98_304,
    hosts: Sequence[str] = ("*",),
    observe: Observe | None = None,
    lifespan: Lifespan = _nothing,
    source: str = "",
    facts: SiteFacts | None = None,
    studies: Studies | None = None,
    solving: Solving | None = None,
) -> Starlette:
    """Return the site of a service.

    `secret` signs links, `largest` is the most bytes of a request, `hosts` are the names by which the site may be
    called, `observe` counts requests, and `source` is where the code can be read. Administrators read the `facts`, and
    let the site check and back up the database that they name.
    """
    origins, studies, solving = Origins(secret), studies or Studies(service), solving or Solving(service)
    identity = Identity(service.people, service.accounts, origins)
    site = Site(service, identity, origins, Commitments(secret), source, templates())

    def http_error(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        status = HTTPStatus(error.status_code)
        text = _SENTENCES.get(status, error.detail) if error.detail == status.phrase else error.detail
        if status != HTTPStatus.METHOD_NOT_ALLOWED:
            return site.refusal(request, status, text)
        allowed = ", ".join(_allowed(request))
        answer = site.refusal(request, status, f"This page does not support {request.method}: expected {allowed}.")
        answer.headers["Allow"] = allowed
        return answer

    def failure(request: Request, error: Exception) -> Response:
        text = "Internal error. Your saved matches are safe."
        return with_safety_headers(site.refusal(request, HTTPStatus.INTERNAL_SERVER_ERROR, text))  # outside the guard

    @asynccontextmanager
    async def lifetime(app: Starlette) -> AsyncIterator[None]:
        async with lifespan(app):
            yield
            events.close()
            await run_in_threadpool(service.live_ticker.close)

    workshop, events = WorkshopPages(site), Events(site)
    return Starlette(
        routes=[
            *Matches(site).routes(),  # first, since they are asked for most
            *Health(site).routes(),
            *FrontPage(site, solving).routes(),
            *FrontPages(site).routes(),
            *OverviewPages(site).routes(),
            *ArchivePages(site).routes(),
            *GamePages(site).routes(),
            *BotPages(site).routes(),
            *TutorialPages(site).routes(),
            *LobbyPages(site).routes(),
            *AnalysisPages(site, studies, Seals(secret)).routes(),
            *RetryPages(site, studies).routes(),
            *SetupPages(site).routes(),
            *RunPages(site, Runs(service)).routes(),
            *OwnPuzzlePages(site, solving, Mistakes(service)).routes(),
            *PuzzlePages(site, solving).routes(),
            *SharingPages(site).routes(),
            *TablePages(site).routes(),
            *TournamentPages(site).routes(),
            *TournamentFiles(site).routes(),
            *LeaguePages(site).routes(),
            *ChallengeLadderPages(site).routes(),
            *events.routes(),
            *Streams(site).routes(),
            description_route(),
            *Join(site).routes(),
            *PlanPages(site).routes(),
            *TalkPages(site).routes(),
            *PersonPages(site).routes(),
            *NoticePages(site).routes(),
            *PushPages(site).routes(),
            *PeoplePages(site).routes(),
            *VacationPages(site).routes(),
            *AccountPages(site).routes(),
            *TokenPages(site).routes(),
            *workshop.routes(),
            *ModulePages(site, workshop).routes(),
            *LadderPages(site).routes(),
            *ChallengePages(site).routes(),
            *SignInPages(site).routes(),
            *AdminPages(site, facts).routes(),
            *OrderPages(site).routes(),
            *DeskPages(site).routes(),
            Mount("/static", _Files(directory=HERE / "static"), name="static"),
            *docs_routes(),
        ],
        middleware=[
            Middleware(RequestObserver, observe=observe),
            Middleware(Delivery),
            Middleware(Guard, largest=largest, larger=LARGER),
            *([] if "*" in hosts else [Middleware(TrustedHostMiddleware, allowed_hosts=[*hosts], www_redirect=False)]),
            Middleware(Slots, lane=["/analysis"]),
            Middleware(Bearer, service=service),
        ],
        exception_handlers={
            HTTPException: http_error,
            LudariumError: site.refused,
            DatabaseBusy: site.busy,
            ClientDisconnect: _gone,
            Exception: failure,
        },
        lifespan=lifetime,
    )
