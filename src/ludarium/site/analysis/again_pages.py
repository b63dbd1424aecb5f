"""The page on which the position before a mistake of a match is tried again."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludarium.core.errors import LudariumError
from ludarium.site.act import Fields
from ludarium.site.analysis.again import AGAIN, Retry, Searches, load_retry
from ludarium.site.analysis.coming import is_from_here
from ludarium.site.analysis.studies import Studies
from ludarium.site.ground.values import Person
from ludarium.site.web.http.bodies import Body
from ludarium.site.web.http.refusals import note
from ludarium.site.web.page import Pages, form, page
from ludarium.site.web.site import Site
from ludarium.site.words import sentence

_PATH, _LONGEST = f"{AGAIN}/{{match}}/{{played}}", 400


class LookAtTurn(Body, forbid_unknown_fields=True):
    """Have a bot look at a whole turn, given by the numbers of its actions."""

    draft: str = ""


class RetryPages(Pages):
    """The mistakes of a match, each to be tried again."""

    def __init__(self, site: Site, studies: Studies) -> None:
        self._site, self._studies = site, studies

    @page(_PATH)
    def show(self, request: Request) -> Response:
        """The position before a mistake, with the turn that is begun, or what is said of one."""
        query, retry, problem, status = request.query_params, self._load(request), "", int(HTTPStatus.OK)
        try:
            retry = retry.tried(query.get("draft", ""), query.get("answer", "")[:_LONGEST])
        except LudariumError as error:
            note(request, error)
            problem, status = sentence(error), error.status
        return self._page(request, retry, problem, status)

    def _look_again(self, request: Request, values: Fields, error: LudariumError) -> Response:
        retry = self._load(request).tried(values.get("draft", ""))
        return self._page(request, retry, sentence(error), error.status)

    @form(_PATH, body=LookAtTurn, again=_look_again, besides=[HTTPStatus.NOT_FOUND, HTTPStatus.BAD_REQUEST])
    def look(self, request: Request, values: Fields) -> Response:
        """Have a bot look at a turn, unless something says already what it is worth."""
        site, retry = self._site, self._load(request).tried(values.get("draft", ""))
        person = site.identity.person(request)
        if states := retry.asks(self._found(person, retry)):
            self._studies.ask(person, site.origins.of(request), states, is_set_up=retry.board.study.is_set_up)
        return RedirectResponse(retry.address(retry.draft), HTTPStatus.SEE_OTHER)

    def _load(self, request: Request) -> Retry:
        person = self._site.identity.person(request)
        return load_retry(self._site.service, person, request.path_params["match"], request.path_params["played"])

    def _found(self, person: Person | None, retry: Retry) -> Searches:
        """Return what a bot has said of the position, and of the one after the turn."""
        states, after, is_set_up = retry.board.states, retry.after, retry.board.study.is_set_up
        if after is None:
            return Searches()
        before = self._studies.said(person, states, is_set_up=is_set_up)
        return Searches(before, self._studies.said(person, (*states, after), is_set_up=is_set_up))

    def _page(self, request: Request, retry: Retry, problem: str, status: int) -> Response:
        person = self._site.identity.person(request)
        verdict = retry.judge(self._found(person, retry))
        response = self._site.page(
            request,
            "analysis/retry",
            status,
            retry=retry,
            board=retry.board,
            definition=retry.state.game.definition,
            verdict=verdict,
            listed="list" in request.query_params,
            problem=problem,
            typed=request.query_params.get("answer", "") if problem else "",
            longest=_LONGEST,
            from_here=is_from_here(request) and not problem,
        )
        if retry.turn.actions:
            response.headers["HX-Replace-Url"] = retry.address(retry.draft)
        return response
