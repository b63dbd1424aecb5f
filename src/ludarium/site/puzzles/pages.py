"""The pages of puzzles: those of today, and each with what is said of an answer."""

from functools import lru_cache
from http import HTTPStatus
from typing import NamedTuple

from msgspec import Struct
from msgspec.json import encode
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludarium.core.definition import GameDefinition
from ludarium.core.errors import LudariumError
from ludarium.core.registry import definition, game_names
from ludarium.scenes import svg
from ludarium.site.act import Fields, act, commands_of, read_form
from ludarium.site.ground.values import Person
from ludarium.site.puzzles.board import LONGEST_ANSWER, PUZZLES, SOLVED, PuzzleBoard, number_of_day, puzzles_of
from ludarium.site.puzzles.rules import day_of, difficulty
from ludarium.site.puzzles.solving import ANSWERED, AskedOfPuzzle, GiveAnswer, PuzzleCommand, Solving, Tried, counts_for
from ludarium.site.web.drawings import drawn_or, name_as_picture, picture_or_name
from ludarium.site.web.http.bodies import Body
from ludarium.site.web.http.negotiation import JSON, wants_data
from ludarium.site.web.http.refusals import note
from ludarium.site.web.page import TEXT, Pages, form, page
from ludarium.site.web.site import Site, picture_file
from ludarium.site.words import sentence

_QUERIES = dict.fromkeys(("draft", "answer", "list", SOLVED), TEXT)
ELSEWHERE = {*HTTPStatus} - {HTTPStatus.BAD_REQUEST, HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY}
"""The statuses of errors that are no problems of an answer, which have a page of their own."""


class PuzzleData(Struct, frozen=True):
    """A puzzle: `task` says what is asked of the `seat`; `right` and `why` are about an answer, null without one.

    So is `part`, what part of a right answer it counts as in ratings, from 0 to 1, and `themes` are given only then or
    with the answer shown, as they would tell much of it before. While an answer of an account counts all of these are
    null, too, for one that was not sent: send it, and ask again at the address that the site answers with.
    """

    game: str
    number: int
    count: int
    spec: str
    position: str
    seat: int
    task: str
    themes: list[str] | None = None
    right: bool | None = None
    why: str | None = None
    part: float | None = None


class AnswerPuzzle(Body, forbid_unknown_fields=True):
    """Answer a puzzle with a turn, as text or as the numbers of its actions; with `do` show the answer is shown."""

    do: str = "answer"
    answer: str = ""
    draft: str = ""


class Daily(NamedTuple):
    """The puzzle of a day of a game, with its picture."""

    id: str
    game: str
    title: str
    task: str
    number: int
    last: int
    picture: str

    @property
    def path(self) -> str:
        """The address of its page."""
        return f"{PUZZLES}/{self.game}/{self.number}"


class PuzzlePages(Pages):
    """The puzzles of all games."""

    def __init__(self, site: Site, solving: Solving) -> None:
        self._site, self._solving = site, solving
        site.templates.globals["daily_puzzles"] = lambda now: daily_puzzles(day_of(now, "UTC"))

    @page(f"{PUZZLES}/{{game}}/{{number}}/board.svg")
    def picture(self, request: Request) -> Response:
        """The position of a puzzle as a picture; it stays as it is."""
        board = PuzzleBoard.parse(request.path_params["game"], request.path_params["number"])
        game = definition(board.game)
        scene = drawn_or(game, lambda: board.start, lambda: name_as_picture(game))
        response = picture_file(scene, f"{board.game}-puzzle-{board.number}")
        response.headers["Cache-Control"] = "public, max-age=86400"
        return response

    @page(PUZZLES)
    def index(self, request: Request) -> Response:
        """The puzzles of today, one a game."""
        person = self._site.identity.person(request)
        row = self._solving.progress(person).row if person and counts_for(person) else 0
        daily = daily_puzzles(self._solving.today(person))
        solved = self._solving.solved(person, [one.id for one in daily])
        return self._site.page(request, "puzzles/index", daily=daily, row=row, solved=solved)

    @page(f"{PUZZLES}/{{game}}")
    def today(self, request: Request) -> Response:
        """The way to the puzzle of today of a game."""
        game, person = definition(request.path_params["game"]).name, self._site.identity.person(request)
        number = number_of_day(game, self._solving.today(person))
        return RedirectResponse(f"{PUZZLES}/{game}/{number}", HTTPStatus.SEE_OTHER)

    @page(f"{PUZZLES}/{{game}}/next", queries={"after": TEXT, "theme": TEXT})
    def next(self, request: Request) -> Response:
        """The way to the next puzzle: for an account a new one, about as hard as its rating, for others by number.

        With a `theme` it is one about that.
        """
        game, after = definition(request.path_params["game"]).name, request.query_params.get("after", "")
        last = int(after) if after.isascii() and after.isdigit() and len(after) < 6 else 0
        theme = request.query_params.get("theme", "")
        number = self._solving.next_number(self._site.identity.person(request), game, last, theme)
        return RedirectResponse(f"{PUZZLES}/{game}/{number}", HTTPStatus.SEE_OTHER)

    @page(f"{PUZZLES}/{{game}}/{{number}}", answers=PuzzleData, queries=_QUERIES)
    def show(self, request: Request) -> Response:
        """A puzzle, with the turn that is begun, or what is said of an answer.

        While an answer of an account counts, it is sent by the page's form, as an address that is looked at changes
        nothing.
        """
        query, problem, status = request.query_params, "", int(HTTPStatus.OK)
        board = self._board(request)
        try:
            board = board.answered(query.get("draft", ""), query.get("answer", ""))
            board.verdict  # noqa: B018 - it raises why an answer cannot be judged
        except LudariumError as error:
            note(request, error)
            problem, status = sentence(error), error.status
        if wants_data(request.headers) and not problem:
            person = self._site.identity.person(request)
            is_shown = SOLVED in query and not self._solving.is_open(person, board)
            return _data(board, is_said=self._is_said(request, board), is_shown=is_shown)
        return self._page(request, board, problem, status)

    def _again(self, request: Request, values: Fields, error: LudariumError) -> Response:
        if (values.get("do") or GiveAnswer.word) != GiveAnswer.word:
            raise error
        return self._page(request, self._board(request), sentence(error), error.status, values.get("answer", ""))

    @form(f"{PUZZLES}/{{game}}/{{number}}", body=AnswerPuzzle, again=_again, besides=ELSEWHERE)
    def answer(self, request: Request, values: Fields) -> Response:
        """Send the answer to a puzzle: the first one of an account counts; or have the answer shown."""
        person, board = self._site.identity.person(request), self._board(request)
        command = read_form(commands_of(PuzzleCommand), {**values, "do": values.get("do") or GiveAnswer.word})
        return RedirectResponse(act(command, AskedOfPuzzle(self._solving, person, board)), HTTPStatus.SEE_OTHER)

    @staticmethod
    def _board(request: Request) -> PuzzleBoard:
        return PuzzleBoard.parse(definition(request.path_params["game"]).name, request.path_params["number"])

    def _is_said(self, request: Request, board: PuzzleBoard) -> bool:
        """Return whether the verdict on an answer is shown: where answers count, of one that was sent."""
        person = self._site.identity.person(request)
        was_sent = ANSWERED in request.query_params and self._solving.attempt_of(person, board) is not None
        return was_sent or not self._solving.is_open(person, board)

    def _page(
        self, request: Request, board: PuzzleBoard, problem: str, status: int = HTTPStatus.OK, typed: str = ""
    ) -> Response:
        person, query = self._site.identity.person(request), request.query_params
        if person:
            self._site.see(request, person, board.path)
        attempt, is_open = self._solving.attempt_of(person, board), self._solving.is_open(person, board)
        begun, sent = self._solving.begun(person, board), board
        board = begun or board
        if not is_open and not problem and SOLVED in query:
            board = board.solved()
        is_said = self._is_said(request, board)
        response = self._site.page(
            request,
            "puzzles/puzzle",
            status,
            board=board,
            puzzle=board.puzzle,
            definition=definition(board.game),
            verdict=board.verdict if is_said and not problem and not board.is_solved else None,
            waits="" if is_said or problem else sent.beyond(begun) if begun else sent.answer,
            sent=sent,
            binds=begun is not None,
            listed="list" in query,
            problem=problem,
            typed=typed or query.get("answer", ""),
            longest=LONGEST_ANSWER,
            attempt=attempt,
            is_open=is_open,
            rating=self._rating(person, board, query.get("from", "")),
            level=difficulty(board.puzzle.rating[0]),
        )
        if board.turn.actions and is_said and not board.is_solved:
            response.headers["HX-Replace-Url"] = board.answered_path
        return response

    def _rating(self, person: Person | None, board: PuzzleBoard, before: str) -> Tried | None:
        """Return the rating of a person, with the one before the answer if the page comes after it."""
        now = self._solving.rating(person, board.game)
        if now is None:
            return None
        was = int(before) if before.isascii() and before.isdigit() and len(before) < 6 else now
        return Tried(was != now, was, now)


@lru_cache(maxsize=8)
def daily_puzzles(day: int) -> tuple[Daily, ...]:
    """Return the puzzles of a day, one for each game that has some, with their pictures."""
    return tuple(_daily(definition(name), day) for name in game_names() if puzzles_of(name))


def _daily(game: GameDefinition, day: int) -> Daily:
    board = PuzzleBoard.of(game.name, number_of_day(game.name, day))
    puzzle = board.puzzle
    return Daily(puzzle.id, game.name, game.title, board.task, board.number, board.count, picture_of(board, game.name))


def picture_of(board: PuzzleBoard, prefix: str) -> str:
    """Return the picture of a puzzle, as SVG whose ids begin with a prefix."""
    prefix = f"{prefix}-"
    return picture_or_name(board.puzzle.game, lambda: svg.render(board.start, prefix=prefix), prefix)


def _data(board: PuzzleBoard, *, is_said: bool, is_shown: bool) -> Response:
    puzzle, verdict = board.puzzle, board.verdict if is_said else None
    data = PuzzleData(
        game=board.game,
        number=board.number,
        count=board.count,
        spec=puzzle.game,
        position=puzzle.position,
        seat=puzzle.seat,
        task=board.task,
        themes=list(puzzle.themes) if verdict or is_shown else None,
        right=verdict.is_right if verdict else None,
        why=verdict.why if verdict else None,
        part=round(verdict.part, 4) if verdict else None,
    )
    headers = {"Cache-Control": "no-store", "Vary": "Accept, Authorization, Cookie"}
    return Response(encode(data), headers=headers, media_type=JSON)
