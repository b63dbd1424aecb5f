"""The page on which a person plans turns ahead; nobody else sees it."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ludarium.club.match.commands import MatchCommand
from ludarium.club.service import MatchView
from ludarium.core.errors import GameOver, LudariumError, NotYourTurn
from ludarium.server.addresses import match_address
from ludarium.server.web.answers import PlanData
from ludarium.server.web.data import Values, data_of
from ludarium.server.web.http.bodies import Sent
from ludarium.server.web.http.identity import token_of
from ludarium.server.web.http.refusals import note
from ludarium.server.web.match.plan import PlanPanel
from ludarium.server.web.site import Site, commanded
from ludarium.server.words import sentence


class PlanPages:
    """The page of planned turns of each match."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [
            Route("/matches/{match}/plan", self.show),
            Route("/matches/{match}/plan", commanded(self.act, MatchCommand, "/plan"), methods=["POST"]),
        ]

    def show(self, request: Request) -> Response:
        """The planned lines, and a line that is being written; if it is the person's turn, the match itself."""
        view, seat = self._seat(request)
        query = request.query_params
        if seat in view.match.to_act:
            return self._late(view) if {*query} & {"line", "add", "draft"} else self._site.redirect_to(request, view.id)
        line, typed = query.get("line", ""), query.get("add", "").strip()
        if not typed:
            return self._page(request, PlanPanel.parse(view, seat, line, query.get("draft", "")))
        try:
            return self._page(request, PlanPanel.parse(view, seat, f"{line}\n{typed}"))
        except LudariumError as error:
            note(request, error)
            status = error.status
            return self._page(request, PlanPanel.parse(view, seat, line), status, problem=sentence(error), typed=typed)

    def act(self, request: Request, sent: Sent[MatchCommand]) -> Response:
        """Store a line, or a turn for whatever the others play, or remove one."""
        view, seat = self._seat(request)
        try:
            self._site.act(request, sent)
        except LudariumError as error:
            note(request, error)
            try:
                plan = PlanPanel.parse(view, seat, "")
            except LudariumError:  # nothing can be planned any more, so there is no page
                if token_of(request) or not isinstance(error, NotYourTurn | GameOver):
                    raise error from None
                return self._late(view)
            return self._page(request, plan, error.status, notice=sentence(error))
        return RedirectResponse(match_address(view.id, "/plan"), HTTPStatus.SEE_OTHER)

    def _late(self, view: MatchView) -> Response:
        """Redirect to the match, which says that a plan came too late."""
        return RedirectResponse(match_address(view.id, late="plan"), HTTPStatus.SEE_OTHER)

    def _seat(self, request: Request) -> tuple[MatchView, int]:
        """Return the match, and the person's seat for which turns can be planned."""
        service, person = self._site.service, self._site.identity.person(request)
        view = service.view(person, request.path_params["match"])
        return view, service.seat_of(person, view, planning=True)

    def _page(self, request: Request, plan: PlanPanel, status: int = HTTPStatus.OK, **more: str) -> Response:
        messages = {"problem": "", "typed": "", "notice": ""} | more
        response = self._site.page(
            request,
            "plan",
            status,
            plan=plan,
            match=plan.view.match,
            definition=plan.view.match.game.definition,
            lines=self._site.service.plans(self._site.identity.person(request), plan.view.id, plan.seat),
            path=match_address(plan.view.id),
            **messages,
        )
        response.headers["HX-Replace-Url"] = plan.address(plan.turns, plan.draft.address if plan.draft else "")
        return response


@data_of("plan")
def _plan(values: Values) -> PlanData:
    plan, lines = values["plan"], values["lines"]
    assert isinstance(plan, PlanPanel)
    assert isinstance(lines, tuple)
    return PlanData(plan.view.id, plan.seat, [[step._asdict() for step in line.steps] for line in lines])
