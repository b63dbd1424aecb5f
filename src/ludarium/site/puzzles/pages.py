"""The pages of puzzles: those of today, and each with what is said of an answer."""

from http import HTTPStatus

from msgspec import Struct
from msgspec.json import encode
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ludarium.core.errors import LudariumError
from ludarium.core.registry import definition, game_names
from ludarium.match.clock import DAY
from ludarium.scenes import svg
from ludarium.scenes.picture import draw
from ludarium.server.web.board.failed_pictures import picture_or_name
from ludarium.server.web.http.negotiation import JSON, wants_data
from ludarium.server.web.http.refusals import note
from ludarium.server.web.programs.describe import answers
from ludarium.server.web.site import Site
from ludarium.server.words import sentence
from ludarium.site.puzzles.board import LONGEST_ANSWER, PUZZLES, PuzzleBoard, number_of_day, puzzles_of

_QUERIES = {name: {"type": "string"} for name in ("draft", "answer")}


class PuzzleData(Struct, frozen=True):
    """A puzzle: `task` says what is asked of the `seat`; `right` and `why` are about an answer, null without one."""

    game: str
    number: int
    count: int
    spec: str
    position: str
    seat: int
    task: str
    themes: list[str]
    right: bool | None = None
    why: str | None = None


class PuzzlePages:
    """The puzzles of all games."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [
            Route(PUZZLES, self.index),
            Route(f"{PUZZLES}/{{game}}", self.today),
            Route(f"{PUZZLES}/{{game}}/{{number}}", self.show),
        ]

    def index(self, request: Request) -> Response:
        """The puzzles of today, one a game."""
        names = [name for name in game_names() if puzzles_of(name)]
        boards = [PuzzleBoard.parse(name, str(number_of_day(name, self._day()))) for name in names]
        pictures = {board.game: _picture(board) for board in boards}
        titles = {name: definition(name).title for name in names}
        return self._site.page(request, "puzzles/index", boards=boards, pictures=pictures, titles=titles)

    def today(self, request: Request) -> Response:
        """The way to the puzzle of today of a game."""
        game = definition(request.path_params["game"]).name
        return RedirectResponse(f"{PUZZLES}/{game}/{number_of_day(game, self._day())}", HTTPStatus.SEE_OTHER)

    @answers(PuzzleData, queries=_QUERIES)
    def show(self, request: Request) -> Response:
        """A puzzle, with the turn that is begun, or what is said of an answer."""
        game, number = definition(request.path_params["game"]), request.path_params["number"]
        query, problem, status = request.query_params, "", int(HTTPStatus.OK)
        board = PuzzleBoard.parse(game.name, number)
        try:
            board = board.answered(query.get("draft", ""), query.get("answer", ""))
            verdict = board.verdict
        except LudariumError as error:
            note(request, error)
            verdict, problem, status = None, sentence(error), error.status
        if wants_data(request.headers) and not problem:
            return _data(board)
        response = self._site.page(
            request,
            "puzzles/puzzle",
            status,
            board=board,
            puzzle=board.puzzle,
            definition=game,
            verdict=verdict,
            problem=problem,
            typed=query.get("answer", ""),
            longest=LONGEST_ANSWER,
        )
        if board.turn.actions:
            draft = ",".join(map(str, board.turn.actions))
            response.headers["HX-Replace-Url"] = f"{board.path}?draft={draft}"
        return response

    def _day(self) -> int:
        return int(self._site.service.now() // DAY)


def _picture(board: PuzzleBoard) -> str:
    prefix = f"{board.game}-"
    return picture_or_name(board.puzzle.game, lambda: svg.render(draw(board.turn.start), prefix=prefix), prefix)


def _data(board: PuzzleBoard) -> Response:
    puzzle, verdict = board.puzzle, board.verdict
    data = PuzzleData(
        game=board.game,
        number=board.number,
        count=board.count,
        spec=puzzle.game,
        position=puzzle.position,
        seat=puzzle.seat,
        task=puzzle.task,
        themes=list(puzzle.themes),
        right=verdict.is_right if verdict else None,
        why=verdict.why if verdict else None,
    )
    headers = {"Cache-Control": "no-store", "Vary": "Accept, Authorization, Cookie"}
    return Response(encode(data), headers=headers, media_type=JSON)
