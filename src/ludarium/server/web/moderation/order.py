"""The pages of moderation for everybody: the rules of the site, the form of a report, and decisions about oneself."""

from collections.abc import Mapping
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ludarium.club.act import Fields, commands_of, read_form
from ludarium.club.moderation.commands import MakeReport
from ludarium.club.moderation.moderation import EVIDENCE_KEPT, REPORTS_KEPT, SANCTIONS_KEPT
from ludarium.club.moderation.reports import LONGEST_TEXT, OWN
from ludarium.core.errors import LudariumError
from ludarium.server.web.http.refusals import note, say_when
from ludarium.server.web.site import Site, posted
from ludarium.server.words import sentence

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
