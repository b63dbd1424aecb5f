"""The page on which a person plans turns ahead; nobody else sees it."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ludarium.club.match.planning import Step
from ludarium.club.match.seating import NotYourSeat, SeatAccess
from ludarium.club.service import MatchView
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.text import shorten
from ludarium.server.web.http.addresses import match_address
from ludarium.server.web.http.refusals import status_of
from ludarium.server.web.http.words import sentence
from ludarium.server.web.match.plan import Plan
from ludarium.server.web.site import Fields, Site, number, posted

_COMMANDS = ("keep", "wait", "remove")


class PlanPages:
    """The page of planned turns of each match."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._planning = site.service.planning

    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [
            Route("/matches/{match}/plan", self.show),
            Route("/matches/{match}/plan", posted(self.act), methods=["POST"]),
        ]

    def show(self, request: Request) -> Response:
        """What is planned, and a line that is being written; the match itself when it is the person's turn."""
        view, seat = self._seat(request)
        if seat in view.match.to_act:
            return self._site.redirect_to(request, view.id)
        query = request.query_params
        turns, typed = _turns(query.get("line", "")), query.get("add", "").strip()
        if not typed:
            return self._page(request, Plan.parse(view, seat, turns, query.get("draft", "")))
        try:
            return self._page(request, Plan.parse(view, seat, [*turns, typed]))
        except LudariumError as error:
            status = status_of(error)
            return self._page(request, Plan.parse(view, seat, turns), status, problem=sentence(error), typed=typed)

    def act(self, request: Request, values: Fields) -> Response:
        """Keep a line or a turn for whatever the others play, or remove one."""
        (view, seat), do = self._seat(request), values.get("do", "")
        if do not in _COMMANDS:
            raise ParseError(f"{shorten(do)} is not a command: expected one of {', '.join(_COMMANDS)}")
        try:
            if do == "remove":
                self._planning.remove(view.id, seat, number(values, "number"))
            elif do == "wait":
                self._planning.add(view.id, seat, [Step(values.get("turn", ""))])
            else:
                self._planning.add(view.id, seat, Plan.parse(view, seat, _turns(values.get("line", ""))).steps)
        except LudariumError as error:
            return self._page(request, Plan.parse(view, seat, ()), status_of(error), notice=sentence(error))
        return RedirectResponse(match_address(view.id, "/plan"), HTTPStatus.SEE_OTHER)

    def _seat(self, request: Request) -> tuple[MatchView, int]:
        """Return the match, and the person's seat for which turns can be planned."""
        person = self._site.identity.person_id(request)
        view = self._site.service.get(request.path_params["match"], person=person)
        seats = sorted(SeatAccess.of(view, person).seats)
        if not seats:
            raise NotYourSeat("this browser plays no seat of this match, so it cannot plan turns")
        return view, next((seat for seat in seats if seat not in view.match.to_act), seats[0])

    def _page(self, request: Request, plan: Plan, status: int = HTTPStatus.OK, **more: str) -> Response:
        messages = {"problem": "", "typed": "", "notice": ""} | more
        response = self._site.page(
            request,
            "plan",
            status,
            plan=plan,
            match=plan.view.match,
            definition=plan.view.match.game.definition,
            lines=self._planning.of(plan.view.id, plan.seat),
            path=match_address(plan.view.id),
            **messages,
        )
        response.headers["HX-Replace-Url"] = plan.address(plan.turns, plan.draft.address if plan.draft else "")
        return response


def _turns(text: str) -> list[str]:
    return [line for line in map(str.strip, text.splitlines()) if line]
