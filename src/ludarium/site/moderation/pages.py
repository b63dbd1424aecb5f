"""The pages of moderation: the rules of the site, reports, and the pages of moderators."""

from collections.abc import Callable, Mapping
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ludarium.core.errors import LudariumError
from ludarium.site.act import Fields, commands_of, read_form
from ludarium.site.moderation.commands import MODERATOR_COMMANDS
from ludarium.site.moderation.decisions import ABOUT_MATCHES, ABOUT_PEOPLE, DESK, MOST_DAYS
from ludarium.site.moderation.moderation import EVIDENCE_KEPT, REPORTS_KEPT, SANCTIONS_KEPT, Case, Queue
from ludarium.site.moderation.reports import LONGEST_TEXT, OWN, MakeReport, MatchCase
from ludarium.site.web.http.refusals import note, say_when
from ludarium.site.web.site import Site, posted
from ludarium.site.words import sentence

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
                done = self._moderation.act(person, read_form(MODERATOR_COMMANDS, values))
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


RULES, REPORT = "/rules", "/report"
_DAYS = {"reports": REPORTS_KEPT, "decisions": SANCTIONS_KEPT, "evidence": EVIDENCE_KEPT}


class OrderPages:
    """The rules of the site, the form of a report, and the decisions about the reader."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._reports = site.service.reports

    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [
            Route(RULES, self.rules),
            Route(REPORT, self.ask),
            Route(REPORT, posted(self.make), methods=["POST"]),
            Route(OWN, self.own),
        ]

    def rules(self, request: Request) -> Response:
        """The rules of the site, the decisions of moderators, how to report and to object, and a contact."""
        accounts = self._site.service.accounts
        contact, objection = accounts.whom_to_ask(), accounts.how_to_object()
        return self._site.page(request, "place_rules", days=_DAYS, contact=contact, objection=objection)

    def ask(self, request: Request) -> Response:
        """The form of a report; the address names the person, and the match or the message that it is about."""
        return self._form(request, request.query_params)

    def make(self, request: Request, values: Fields) -> Response:
        """Report a person to the moderators."""
        command = read_form(commands_of(MakeReport), values)
        try:
            made = self._reports.make(self._site.identity.person(request), command)
        except LudariumError as error:
            if error.status in (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND):
                raise
            note(request, error)
            return say_when(self._form(request, values, error.status, sentence(error)), error)
        return RedirectResponse(f"{OWN}#report-{made}", HTTPStatus.SEE_OTHER)

    def own(self, request: Request) -> Response:
        """The decisions about the reader and their matches, and the answers to their reports."""
        person, service = self._site.identity.require(request), self._site.service
        self._site.see(request, person, OWN)
        decisions, made = service.moderation.decisions_about(person), service.reports.made_by(person)
        return self._site.page(
            request,
            "own_moderation",
            decisions=decisions,
            made=made,
            matches=service.desk.matches(decisions, made),
            resting=service.desk.resting(person),
            in_force=service.moderation.in_force,
            objection=service.accounts.how_to_object(),
        )

    def _form(
        self, request: Request, values: Mapping[str, str], status: int = HTTPStatus.OK, problem: str = ""
    ) -> Response:
        reporter, message_id = self._site.identity.person(request), values.get("message", "")
        subject, match = self._reports.subject(reporter, values.get("person", ""), values.get("match", ""))
        message = self._reports.message(reporter, message_id) if message_id else None
        return self._site.page(
            request,
            "report",
            status,
            subject=subject,
            match=match,
            message=message,
            longest=LONGEST_TEXT,
            values=dict(values),
            problem=problem,
        )
