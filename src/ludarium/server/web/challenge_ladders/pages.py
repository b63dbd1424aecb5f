"""The pages of challenge ladders: the places of a game, what a person may ask for, and the log of all changes."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ludarium.club.challenge_ladders.commands import LadderCommand
from ludarium.club.challenge_ladders.writing import challenge_ladder_path
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.registry import load
from ludarium.core.text import shorten
from ludarium.server.web.http.bodies import Sent
from ludarium.server.web.http.refusals import note, say_when
from ludarium.server.web.site import Site, commanded
from ludarium.server.words import sentence

_LONGEST_NUMBER = 9


class ChallengeLadderPages:
    """The pages of challenge ladders."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._ladders = site.service.challenge_ladders

    def routes(self) -> list[Route]:
        """The routes of these pages."""
        path = "/games/{game}/challenge-ladder"
        return [Route(path, self.show), Route(path, commanded(self.act, LadderCommand), methods=["POST"])]

    def show(self, request: Request) -> Response:
        """The challenge ladder of a game: places, who may be challenged and why not, and the log."""
        return self._page(request)

    def act(self, request: Request, sent: Sent[LadderCommand]) -> Response:
        """Join or leave, challenge somebody, or answer a challenge; who accepts comes to the match."""
        game = request.path_params["game"]
        try:
            person = self._site.identity.person(request)
            done = self._ladders.act(person, game, sent.command())
        except LudariumError as error:
            if error.status == HTTPStatus.NOT_FOUND:
                raise
            note(request, error)
            return say_when(self._page(request, error.status, sentence(error)), error)
        path = f"/matches/{done.match}" if done.match else challenge_ladder_path(done.target)
        return RedirectResponse(path, HTTPStatus.SEE_OTHER)

    def _page(self, request: Request, status: int = HTTPStatus.OK, notice: str = "") -> Response:
        person = self._site.identity.person(request)
        view = self._ladders.view(person, request.path_params["game"], _before(request))
        if person:
            self._site.see(request, person, challenge_ladder_path(view.game))
        definition = load(view.game).definition
        return self._site.page(request, "challenge_ladder", status, view=view, definition=definition, notice=notice)


def _before(request: Request) -> int | None:
    """Return the line of the log before which the address asks for lines; None for the latest ones."""
    text = request.query_params.get("before", "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER):
        raise ParseError(f"{shorten(text)} is no line of the log: expected a number")
    return int(text)
