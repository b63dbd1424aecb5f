"""A study at a position as programs read it."""

from msgspec import Struct
from msgspec.json import encode
from starlette.responses import Response

from ludarium.site.analysis.board import AnalysisBoard
from ludarium.site.analysis.explorer import InBook
from ludarium.site.web.http.negotiation import JSON


class BookData(Struct, frozen=True):
    """A turn that was played here from a position: how often, what each seat then got together, and when last.

    The `points` are sums of parts of the range of payoffs; `last_at` is in seconds since 1970. `expected` is the part
    that the seat which chooses can expect after the turn, null where that is not known; if it is from a table of exact
    values, it is wrong by at most `gap`.
    """

    turn: str
    games: int
    points: list[float]
    last_at: float
    expected: float | None = None
    gap: float | None = None

    @classmethod
    def of(cls, found: InBook) -> "BookData":
        """Return the data of a turn in the book."""
        (turn, games, points, last_at), worth = found
        return cls(turn, games, [*points], last_at, *(worth or ()))


class AnalysisData(Struct, frozen=True):
    """A study at a position: its record with variations, and where its board stands.

    `turns` lead there from the start, `follows` are the turns after it in the study, the main one first. `link` is the
    address of the board, and `book` tells what was played here from the position, by `who` if the address names them.
    """

    record: str
    at: int
    turns: list[str]
    position: str
    actors: list[int]
    follows: list[str]
    link: str
    book: list[BookData]


def analysis_data(board: AnalysisBoard, book: tuple[InBook, ...]) -> Response:
    """Return a study at a position, with what was played from there, as JSON."""
    tree = board.study.tree
    data = AnalysisData(
        record=str(board.study),
        at=board.at,
        turns=list(board.study.texts(board.at)),
        position=board.position,
        actors=list(board.state.actors),
        follows=[tree.nodes[number].entry.text for number in tree.children(board.at)],
        link=board.address(),
        book=[*map(BookData.of, book)],
    )
    headers = {"Cache-Control": "no-store", "Vary": "Accept, Authorization, Cookie"}
    return Response(encode(data), headers=headers, media_type=JSON)
