"""The page of a person's vacation."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ludarium.club.act import Fields
from ludarium.club.people.people import Person
from ludarium.club.people.vacation import parse_day
from ludarium.core.errors import ParseError
from ludarium.core.text import shorten
from ludarium.match.clock import DAY
from ludarium.server.web.answers import VacationData
from ludarium.server.web.data import Values, data_of
from ludarium.server.web.http.commands import VACATION
from ludarium.server.web.site import Site, posted
from ludarium.server.words import sentence


class VacationPages:
    """The page on which a person sees, announces and cancels vacations."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def routes(self) -> list[Route]:
        """The routes of this page."""
        return [
            Route("/me/vacation", self.show),
            Route("/me/vacation", posted(self.change, VACATION), methods=["POST"]),
        ]

    def show(self, request: Request) -> Response:
        """The days that are left, announced vacations, and a form to announce more."""
        return self._page(request, self._site.identity.require(request), {})

    def change(self, request: Request, values: Fields) -> Response:
        """Announce a vacation of whole days, or cancel one; an error is displayed beside the form."""
        person, do, vacation = self._site.identity.require(request), values.get("do", ""), self._site.service.vacation
        try:
            if do == "announce":
                begins, ends = values.get("begins", ""), values.get("ends", "")
                vacation.announce(person.id, vacation.from_today(parse_day(begins)), parse_day(ends) + DAY)
            elif do == "cancel":
                planned = {str(int(begins_at)): begins_at for begins_at, _ in vacation.planned(person.id)}
                vacation.cancel(person.id, planned.get(values.get("begins_at", ""), 0.0))
            else:
                raise ParseError(f"{shorten(do)} is not a command: expected one of announce, cancel")
        except ParseError as error:
            return self._page(request, person, values, sentence(error))
        return RedirectResponse("/me/vacation", HTTPStatus.SEE_OTHER)

    def _page(self, request: Request, person: Person, typed: Fields, problem: str = "") -> Response:
        vacation = self._site.service.vacation
        return self._site.page(
            request,
            "vacation",
            HTTPStatus.BAD_REQUEST if problem else HTTPStatus.OK,
            left=vacation.left(person.id),
            planned=vacation.planned(person.id),
            typed=typed,
            problem=problem,
        )


@data_of("vacation")
def _vacation(values: Values) -> VacationData:
    left, planned = values["left"], values["planned"]
    assert isinstance(left, float | int)
    assert isinstance(planned, tuple)
    return VacationData(left, [(begins, ends) for begins, ends in planned])
