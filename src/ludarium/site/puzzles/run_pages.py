"""The pages of runs: three minutes of puzzles, and the best ones of a game."""

from dataclasses import replace
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.registry import definition
from ludarium.site.act import Fields
from ludarium.site.puzzles.board import LONGEST_ANSWER, PUZZLES, PuzzleBoard, number_of_day, puzzles_of
from ludarium.site.puzzles.pages import ELSEWHERE
from ludarium.site.puzzles.rows import Run
from ludarium.site.puzzles.rules import MISTAKES, SECONDS, answers_of, order_of, place_of
from ludarium.site.puzzles.runs import Runs
from ludarium.site.web.http.bodies import Body
from ludarium.site.web.http.refusals import note
from ludarium.site.web.page import Pages, form, page
from ludarium.site.web.site import Newcomer, Site
from ludarium.site.words import sentence

RUNS = f"{PUZZLES}/runs"
_RIGHT, _WRONG = "right", "wrong"


class AnswerInRun(Body, forbid_unknown_fields=True):
    """Answer the puzzle at a `place` of a run, counted from 0, with a turn as text or the numbers of its actions."""

    place: str = ""
    answer: str = ""
    draft: str = ""


class RunPages(Pages):
    """Puzzles against the clock."""

    def __init__(self, site: Site, runs: Runs) -> None:
        self._site, self._runs = site, runs

    @page(f"{PUZZLES}/{{game}}/runs")
    def index(self, request: Request) -> Response:
        """The best runs of a game, of today and of all days, and the button that begins one."""
        game = definition(request.path_params["game"])
        if not puzzles_of(game.name):
            number_of_day(game.name, 0)
        mine = self._runs.of_person(self._site.identity.person(request), game.name)
        best = {"Today": self._runs.best(game.name, of_day=True), "Ever": self._runs.best(game.name, of_day=False)}
        return self._site.page(
            request, "puzzles/runs", definition=game, best=best, mine=mine, seconds=int(SECONDS), mistakes=MISTAKES
        )

    @form(f"{PUZZLES}/{{game}}/runs")
    def begin(self, request: Request, values: Fields) -> Response:
        """Begin a run; a stranger becomes a guest."""
        game = definition(request.path_params["game"]).name
        asker = Newcomer(self._site, request)
        return asker.go_to(f"{RUNS}/{self._runs.begin(asker.become(), game)}")

    @page(f"{RUNS}/{{run}}")
    def show(self, request: Request) -> Response:
        """A run of the person at the puzzle where it stands, or its result."""
        run = self._runs.load(self._site.identity.person(request), request.path_params["run"])
        query = request.query_params
        return self._page(request, run, query.get("draft", "") if query.get("place") == str(place_of(run)) else "")

    def _answer_again(self, request: Request, values: Fields, error: LudariumError) -> Response:
        run = self._runs.load(self._site.identity.person(request), request.path_params["run"])
        return self._page(request, run, "", error.status, sentence(error), values.get("answer", ""))

    @form(f"{RUNS}/{{run}}", body=AnswerInRun, again=_answer_again, besides=ELSEWHERE)
    def answer(self, request: Request, values: Fields) -> Response:
        """Answer the puzzle at which a run stands: an answer to another one, or after the end, changes nothing."""
        person = self._site.identity.person(request)
        run, given = self._runs.load(person, request.path_params["run"]), values.get("place", "")
        place = int(given) if given.isascii() and given.isdigit() and len(given) < 6 else -1
        board, said = self._runs.board(run), None
        if board is not None and place == place_of(run):
            board = board.answered(values.get("draft", ""), values.get("answer", ""))
            if board.verdict is None:
                raise ParseError("the answer is no whole turn: expected one, as text, or as numbers of actions")
            said = self._runs.answer(person, run, place, board)
        was = "" if said is None else f"?was={_RIGHT if said else _WRONG}"
        return RedirectResponse(f"{RUNS}/{run.id}{was}", HTTPStatus.SEE_OTHER)

    def _page(
        self, request: Request, run: Run, draft: str, status: int = HTTPStatus.OK, problem: str = "", typed: str = ""
    ) -> Response:
        board, place = self._runs.board(run), place_of(run)
        if board is not None:
            board = replace(board, base=f"{RUNS}/{run.id}?place={place}")
            try:
                board = board.answered(draft, "")
            except LudariumError as error:  # of a turn that was begun in another puzzle
                note(request, error)
                problem, status = sentence(error), error.status
        was, last = request.query_params.get("was", ""), None
        if was == _WRONG and place:
            last = PuzzleBoard.of(run.game, order_of(run.game, run.seed)[place - 1])
        return self._site.page(
            request,
            "puzzles/run",
            status,
            run=run,
            board=board,
            definition=definition(run.game),
            place=place,
            answers=answers_of(run),
            left=self._runs.left(run),
            missed=self._runs.missed(run) if board is None else (),
            was=was if was in (_RIGHT, _WRONG) else "",
            last=last,
            waits=board.answer if board else "",
            sent=board,
            binds=False,
            verdict=None,
            is_open=True,
            problem=problem,
            typed=typed,
            longest=LONGEST_ANSWER,
            mistakes=MISTAKES,
        )
