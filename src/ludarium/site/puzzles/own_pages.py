"""The pages of a person's own puzzles: progress, the puzzle of the day by mail and push, and one's own mistakes."""

from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from ludarium.core.errors import LudariumError
from ludarium.core.registry import definition, game_names
from ludarium.site.act import Fields
from ludarium.site.puzzles.board import LONGEST_ANSWER, SOLVED, numbers_of, puzzles_of
from ludarium.site.puzzles.mistakes import MISTAKES, Mistakes
from ludarium.site.puzzles.solving import Solving
from ludarium.site.web.http.refusals import note
from ludarium.site.web.page import Pages, form, page
from ludarium.site.web.site import Site
from ludarium.site.words import sentence

OWN = "/me/puzzles"
_LISTED = 20


class OwnPuzzlePages(Pages):
    """What only the person sees."""

    def __init__(self, site: Site, solving: Solving, mistakes: Mistakes) -> None:
        self._site, self._solving, self._mistakes = site, solving, mistakes

    @page(OWN)
    def show(self, request: Request) -> Response:
        """What the person has tried and solved, by game and theme, and how the puzzle of the day comes."""
        person = self._site.identity.require(request)
        progress, service = self._solving.progress(person), self._site.service
        latest = [
            (one, numbers_of(one.game)[one.puzzle])
            for one in progress.latest
            if one.game in game_names() and one.puzzle in numbers_of(one.game)
        ]
        return self._site.page(
            request,
            "puzzles/own",
            progress=progress._replace(latest=()),
            latest=latest[:_LISTED],
            games=[definition(name) for name in game_names() if puzzles_of(name)],
            mails=self._solving.mails(person),
            settings=service.notices.settings(person.id),
            pushes=bool(service.notices.push.of_person(person.id)),
        )

    @form(OWN)
    def choose(self, request: Request, values: Fields) -> Response:
        """Choose of which games the puzzle of the day comes, by mail (as in `mail-ludo`) and by push (`push-ludo`)."""
        person = self._site.identity.require(request)
        for name in filter(puzzles_of, game_names()):
            by_mail, by_push = (values.get(f"{how}-{name}") == "yes" for how in ("mail", "push"))
            self._solving.choose_mail(person, name, by_mail=by_mail, by_push=by_push)
        return RedirectResponse(f"{OWN}#daily", HTTPStatus.SEE_OTHER)

    @page(MISTAKES)
    def mistakes(self, request: Request) -> Response:
        """The mistakes of the person in finished games that were reviewed."""
        person = self._site.identity.require(request)
        return self._site.page(request, "puzzles/mistakes", mistakes=self._mistakes.of_person(person))

    @page(f"{MISTAKES}/{{match}}/{{played}}")
    def mistake(self, request: Request) -> Response:
        """One of the person's mistakes, to be solved."""
        person, query = self._site.identity.require(request), request.query_params
        found, board = self._mistakes.board(person, request.path_params["match"], request.path_params["played"])
        if board is None:  # nothing is proved
            return RedirectResponse(found.again, HTTPStatus.SEE_OTHER)
        problem, status = "", int(HTTPStatus.OK)
        try:
            board = board.answered(query.get("draft", ""), query.get("answer", ""))
            board = board.solved() if SOLVED in query else board
        except LudariumError as error:
            note(request, error)
            problem, status = sentence(error), error.status
        return self._site.page(
            request,
            "puzzles/puzzle",
            status,
            board=board,
            puzzle=board.puzzle,
            definition=definition(board.game),
            verdict=board.verdict if not problem and not board.is_solved else None,
            waits="",
            sent=board,
            binds=False,
            listed="list" in query,
            problem=problem,
            typed=query.get("answer", ""),
            longest=LONGEST_ANSWER,
            attempt=None,
            is_open=False,
            rating=None,
            level="",
            mistake=found,
        )

    @page("/unsubscribe/{token}/puzzles")
    def ask(self, request: Request) -> Response:
        """The page with the button that ends the mails with puzzles; looking at it changes nothing."""
        self._of_token(request)
        return self._site.page(request, "puzzles/no_mails", done=False)

    @form("/unsubscribe/{token}/puzzles")
    def end(self, request: Request, values: Fields) -> Response:
        """End the mails with puzzles; mail programs do this with one press (RFC 8058)."""
        self._solving.end_mails(self._of_token(request))
        if values.get("List-Unsubscribe") == "One-Click":
            return PlainTextResponse("You get no more mail of this kind.\n")
        return self._site.page(request, "puzzles/no_mails", done=True)

    def _of_token(self, request: Request) -> str:
        person_id = self._site.service.notices.of_token(request.path_params["token"])
        if person_id is None:
            raise HTTPException(HTTPStatus.NOT_FOUND, "This link is damaged, or the account was closed.")
        return person_id
