"""The pages of moderators: open reports, and the pages on which they decide about people and matches."""

from collections.abc import Callable
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ludarium.club.act import Fields, commands_of, read_form
from ludarium.club.moderation.commands import ABOUT_MATCHES, ABOUT_PEOPLE, ModeratorCommand
from ludarium.club.moderation.desk import MatchCase
from ludarium.club.moderation.moderation import MOST_DAYS, Case, Queue
from ludarium.club.moderation.reports import LONGEST_TEXT
from ludarium.core.errors import LudariumError
from ludarium.server.web.http.refusals import note, say_when
from ludarium.server.web.site import Site, posted
from ludarium.server.words import sentence

DESK = "/moderation"
_REFUSED = (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND)
Show = Callable[[Request, int, str, Fields], Response]


class DeskPages:
    """The pages of moderators; others are refused."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._moderation, self._desk = site.service.moderation, site.service.desk

    def routes(self) -> list[Route]:
        """The routes of these pages."""
        pages: dict[str, Show] = {
            DESK: self.queue,
            f"{DESK}/reports/{{report}}": self.report,
            f"{DESK}/people/{{person}}": self.person,
            f"{DESK}/matches/{{match}}": self.match,
        }
        routes = [Route(path, _get(show)) for path, show in pages.items()]
        return routes + [Route(path, posted(self._acting(show)), methods=["POST"]) for path, show in pages.items()]

    def queue(self, request: Request, status: int, problem: str, typed: Fields) -> Response:
        """The open reports, the latest decisions, and the findings of the site."""
        query, person = request.query_params, self._site.identity.person(request)
        decided, kind = "decided" in query, query.get("kind", "")
        found = self._moderation.queue(person, decided=decided, kind=kind)
        return self._page(request, "moderation", status, found, problem, typed, decided=decided, kind=kind)

    def report(self, request: Request, status: int, problem: str, typed: Fields) -> Response:
        """A report, with all that a moderator needs to decide it."""
        person = self._site.identity.person(request)
        listed, case = self._moderation.report(person, request.path_params["report"])
        case = case._replace(reports=(listed, *case.reports))  # which are the latest alone
        return self._page(request, "person_case", status, case, problem, typed, kinds=ABOUT_PEOPLE, listed=listed)

    def person(self, request: Request, status: int, problem: str, typed: Fields) -> Response:
        """A person as a moderator sees them, with the possible decisions about them."""
        case = self._moderation.case(self._site.identity.person(request), request.path_params["person"])
        return self._page(request, "person_case", status, case, problem, typed, kinds=ABOUT_PEOPLE, listed=None)

    def match(self, request: Request, status: int, problem: str, typed: Fields) -> Response:
        """A match as a moderator sees it, with the possible decisions about it."""
        case = self._desk.match(self._site.identity.person(request), request.path_params["match"])
        return self._page(request, "match_case", status, case, problem, typed, kinds=ABOUT_MATCHES)

    def _acting(self, show: Show) -> Callable[[Request, Fields], Response]:
        def act(request: Request, values: Fields) -> Response:
            """Carry out the decision of a moderator."""
            person = self._desk.require(self._site.identity.person(request))  # before the command is read
            try:
                done = self._moderation.act(person, read_form(commands_of(ModeratorCommand), values))
            except LudariumError as error:
                if error.status in _REFUSED:
                    raise
                note(request, error)
                return say_when(show(request, error.status, sentence(error), values), error)
            return RedirectResponse(done.page, HTTPStatus.SEE_OTHER)

        return act

    def _page(
        self,
        request: Request,
        name: str,
        status: int,
        case: Queue | Case | MatchCase,
        problem: str,
        typed: Fields,
        **values: object,
    ) -> Response:
        reports = () if isinstance(case, MatchCase) else case.reports
        return self._site.page(
            request,
            name,
            status,
            case=case,
            problem=problem,
            typed=typed,
            matches=self._desk.matches(case.sanctions, reports),
            in_force=self._moderation.in_force,
            longest=LONGEST_TEXT,
            most_days=MOST_DAYS,
            **values,
        )


def _get(show: Show) -> Callable[[Request], Response]:
    def page(request: Request) -> Response:
        return show(request, HTTPStatus.OK, "", {})

    page.__doc__ = show.__doc__
    return page
