"""The pages of moderation: the rules of the site, reports, and the pages of moderators."""

from collections.abc import Mapping
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludarium.core.errors import LudariumError
from ludarium.site.act import Fields, commands_of, read_form
from ludarium.site.moderation.commands import MODERATOR_COMMANDS
from ludarium.site.moderation.decisions import ABOUT_MATCHES, ABOUT_PEOPLE, DESK, MOST_DAYS
from ludarium.site.moderation.moderation import EVIDENCE_KEPT, REPORTS_KEPT, SANCTIONS_KEPT, Case, Queue
from ludarium.site.moderation.reports import LONGEST_TEXT, OWN, MakeReport, MatchCase
from ludarium.site.web.page import Pages, form, page
from ludarium.site.web.site import Site
from ludarium.site.words import sentence

_REFUSED = (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND)
_PATHS = (DESK, f"{DESK}/reports/{{report}}", f"{DESK}/people/{{person}}", f"{DESK}/matches/{{match}}")
_NOTHING: Fields = {}


class DeskPages(Pages):
    """The pages of moderators; others are refused."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._moderation, self._desk = site.service.moderation, site.service.desk

    @page(_PATHS[0])
    def queue(self, request: Request, typed: Fields = _NOTHING, error: LudariumError | None = None) -> Response:
        """The open reports, the latest decisions, and the findings of the site."""
        query, person = request.query_params, self._site.identity.person(request)
        decided, kind = "decided" in query, query.get("kind", "")
        found = self._moderation.queue(person, decided=decided, kind=kind)
        return self._page(request, "moderation", found, typed, error, decided=decided, kind=kind)

    @page(_PATHS[1])
    def report(self, request: Request, typed: Fields = _NOTHING, error: LudariumError | None = None) -> Response:
        """A report, with all that a moderator needs to decide it."""
        person = self._site.identity.person(request)
        listed, case = self._moderation.report(person, request.path_params["report"])
        case = case._replace(reports=(listed, *case.reports))  # which are the latest alone
        return self._page(request, "person_case", case, typed, error, kinds=ABOUT_PEOPLE, listed=listed)

    @page(_PATHS[2])
    def person(self, request: Request, typed: Fields = _NOTHING, error: LudariumError | None = None) -> Response:
        """A person as a moderator sees them, with the possible decisions about them."""
        case = self._moderation.case(self._site.identity.person(request), request.path_params["person"])
        return self._page(request, "person_case", case, typed, error, kinds=ABOUT_PEOPLE, listed=None)

    @page(_PATHS[3])
    def match(self, request: Request, typed: Fields = _NOTHING, error: LudariumError | None = None) -> Response:
        """A match as a moderator sees it, with the possible decisions about it."""
        case = self._desk.match(self._site.identity.person(request), request.path_params["match"])
        return self._page(request, "match_case", case, typed, error, kinds=ABOUT_MATCHES)

    def _again(self, request: Request, values: Fields, error: LudariumError) -> Response:
        shows = {"report": self.report, "person": self.person, "match": self.match}
        show = next((shows[name] for name in request.path_params), self.queue)
        return show(request, values, error)

    @form(*_PATHS, again=_again, besides=_REFUSED)
    def act(self, request: Request, values: Fields) -> Response:
        """Carry out the decision of a moderator."""
        person = self._desk.require(self._site.identity.person(request))  # before the command is read
        done = self._moderation.act(person, read_form(MODERATOR_COMMANDS, values))
        return RedirectResponse(done.page, HTTPStatus.SEE_OTHER)

    def _page(
        self,
        request: Request,
        name: str,
        case: Queue | Case | MatchCase,
        typed: Fields,
        error: LudariumError | None,
        **values: object,
    ) -> Response:
        reports = () if isinstance(case, MatchCase) else case.reports
        return self._site.page(
            request,
            name,
            error.status if error else HTTPStatus.OK,
            data=None,
            case=case,
            problem=sentence(error) if error else "",
            typed=typed,
            matches=self._desk.matches(case.sanctions, reports),
            in_force=self._moderation.in_force,
            longest=LONGEST_TEXT,
            most_days=MOST_DAYS,
            **values,
        )


RULES, REPORT = "/rules", "/report"
_DAYS = {"reports": REPORTS_KEPT, "decisions": SANCTIONS_KEPT, "evidence": EVIDENCE_KEPT}


class OrderPages(Pages):
    """The rules of the site, the form of a report, and the decisions about the reader."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._reports = site.service.reports

    @page(RULES)
    def rules(self, request: Request) -> Response:
        """The rules of the site, the decisions of moderators, how to report and to object, and a contact."""
        accounts = self._site.service.accounts
        contact, objection = accounts.rules.contact, accounts.how_to_object()
        return self._site.page(request, "place_rules", days=_DAYS, contact=contact, objection=objection)

    @page(REPORT)
    def ask(self, request: Request) -> Response:
        """The form of a report; the address names the person, and the match or the message that it is about."""
        return self._form(request, request.query_params)

    def _make_again(self, request: Request, values: Fields, error: LudariumError) -> Response:
        if values.get("do", "") not in ("", MakeReport.word):
            raise error
        return self._form(request, values, error.status, sentence(error))

    @form(REPORT, again=_make_again, besides=_REFUSED)
    def make(self, request: Request, values: Fields) -> Response:
        """Report a person to the moderators."""
        command = read_form(commands_of(MakeReport), values)
        made = self._reports.make(self._site.identity.person(request), command)
        return RedirectResponse(f"{OWN}#report-{made}", HTTPStatus.SEE_OTHER)

    @page(OWN)
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
