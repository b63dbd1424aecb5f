"""A study at a position as programs read it, and what they send to change or to open one."""

from msgspec import Struct
from msgspec.json import encode
from starlette.responses import Response

from ludarium.site.analysis.board import AnalysisBoard
from ludarium.site.analysis.explorer import InBook
from ludarium.site.web.http.bodies import Body
from ludarium.site.web.http.negotiation import JSON


class ChangeStudy(Body, forbid_unknown_fields=True):
    """Change a study at a position: `do` is play, roll, remove, promote, comment, mark or name, with its `text`.

    `keep` stores it, or `by_itself` only one that has outgrown its address, for who has the link. `ask` asks a bot of a
    `level`, the strongest if it is empty, or `by_itself` as a page does that steps, and `plan` plans the line in the
    match that the reader has studied: `own` is the seal that the address of such a study has. `show` and `delete` are
    for a kept one, with the `revision` that was seen. A turn that is begun goes on from its `draft` where it can.
    """

    do: str
    s: str = ""
    at: str = "0"
    revision: str = ""
    text: str = ""
    level: str = ""
    who: str = ""
    reads: str = ""
    back: str = ""
    by_itself: str = ""
    own: str = ""
    draft: str = ""


class OpenRecord(Body, forbid_unknown_fields=True):
    """Open the text of a record, or of a position of the game that is named, as a study.

    `options`, as in `clicks=2`, are added to a game that is named without them.
    """

    record: str = ""
    game: str = ""
    options: str = ""
    position: str = ""


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
