"""Positions that are set up by touching: the address holds the position, and each touch is a short link below it."""

from collections import Counter, defaultdict
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludarium.core.errors import LudariumError
from ludarium.core.game import State
from ludarium.core.registry import load
from ludarium.scenes import svg
from ludarium.scenes.editing import editing_scene
from ludarium.scenes.editor import Arranged, Editor, arrange, cleared, editor_of, touch
from ludarium.scenes.rows import Draft
from ludarium.site.analysis.links import SETUP, from_setup, setup_address, setup_page
from ludarium.site.web.http.refusals import note
from ludarium.site.web.page import Pages, page
from ludarium.site.words import sentence

NOTHING = "nothing"
ALL = "all"
"""In place of a place: all of the board, which is cleared."""
_FEW = 4
"""Turns that are chosen by links; more are a list."""


class Choice(NamedTuple):
    """Something to choose beside the board: its name, where it leads, the position of a turn, and whether it is so."""

    name: str
    address: str
    position: str = ""
    is_now: bool = False


class SetupBoard(NamedTuple):
    """What is set up, and the word of what the next touch puts on the board; empty to take away.

    `folder` is the address below which the places are; empty where the page stands in that folder.
    """

    state: Arranged
    put: str
    folder: str = ""

    @property
    def editor(self) -> Editor | None:
        """The editor of the game."""
        return editor_of(self.state.game)

    @property
    def board(self) -> str:
        """The picture, on which each place is a link."""
        drawn = editing_scene(self.state)
        if self.editor is None:
            return svg.render(drawn)
        names = self.editor.things(self.state.game)
        links = {}
        for place, things in self.editor.held(self.state).items():
            counts = Counter(names.get(thing, thing) for thing in things)
            what = ", ".join(f"{count} × {name}" if count > 1 else name for name, count in counts.items())
            label = f"{place.replace('-', ' ')}: {what or 'empty'}"
            links[place] = f"{self.folder}{quote(place, safe=',')}", label
        return svg.render(drawn, links=links)

    @property
    def why_not(self) -> str:
        """Why the game refuses what is on the board; empty for a position."""
        return sentence(self.state.why) if isinstance(self.state, Draft) else ""

    @property
    def clears(self) -> str:
        """The address that takes everything away."""
        return f"{self.folder}{ALL}"

    @property
    def things(self) -> tuple[Choice, ...]:
        """What can be put on the board, and nothing."""
        names = self.editor.things(self.state.game) if self.editor else {}
        offered = {**names, "": "Take away"} if names else {}
        return tuple(
            Choice(
                name,
                setup_address(self.state, word or NOTHING),
                is_now=word == self.put,
            )
            for word, name in offered.items()
        )

    @property
    def groups(self) -> dict[str, list[Choice]]:
        """What can be put on the board, by whose it is where there are several kinds; what is nobody's has no name."""
        firsts = Counter(choice.name.partition(" ")[0] for choice in self.things)
        owned = len(self.things) > _FEW and max(firsts.values()) > 1
        grouped = defaultdict[str, list[Choice]](list)
        for choice in self.things:
            first = choice.name.partition(" ")[0]
            grouped[first if owned and firsts[first] > 1 else ""].append(choice)
        return grouped

    @property
    def turns(self) -> tuple[Choice, ...]:
        """Whose turn it can be."""
        game, put = self.state.game, self.put or NOTHING
        found = self.editor.turns(self.state) if self.editor else {}
        query = {"game": game.spec, "put": put}
        return tuple(
            Choice(name, f"{SETUP}?{urlencode({**query, 'position': text})}", text, text == str(self.state))
            for name, text in found.items()
        )

    @property
    def few(self) -> bool:
        """Whether there are so few turns that each is a link."""
        return len(self.turns) <= _FEW

    @property
    def begins(self) -> str:
        """The address of the board to analyse the position on."""
        query = {"game": self.state.game.spec, "position": str(self.state)}
        return f"/analysis/board?{urlencode(query)}"


class SetupPages(Pages):
    """The page on which a position is set up."""

    @page(SETUP)
    def show(self, request: Request) -> Response:
        """Lead to a position that is set up by touching the board, after a touch if the address has one."""
        game, typed, put, at = (request.query_params.get(name, "") for name in ("game", "position", "put", "at"))
        return self._show(request, game, typed, put, at)

    @page(f"{SETUP}/{{position}}/", f"{SETUP}/{{position}}/{{place}}")
    def touch(self, request: Request) -> Response:
        """A position that is set up by touching the board; the address of a place leads to the one after its touch."""
        return self._show(request, *from_setup(request.path_params["position"]), request.path_params.get("place", ""))

    def _show(self, request: Request, game: str, typed: str, put: str, at: str) -> Response:
        start = load(game).initial()
        put = put or next(iter(_things(start)), "")
        board = SetupBoard(start, put if put != NOTHING else "")
        try:
            board = board._replace(state=arrange(start.game, typed) if typed.strip() else start)
            here = setup_page(board.state, put)
            if request.url.path == here:
                return self._page(request, board)
            after = _touched(board, at)
        except LudariumError as error:
            note(request, error)
            board = board._replace(folder=setup_page(board.state, put))
            return self._page(request, board, error.status, sentence(error), "" if at else typed)
        place = "" if at in ("", ALL) else f"#to-{quote(at)}"
        return RedirectResponse(f"{setup_page(after, _taken_up(board, after, at) or put)}{place}", HTTPStatus.SEE_OTHER)

    def _page(
        self, request: Request, board: SetupBoard, status: int = HTTPStatus.OK, notice: str = "", typed: str = ""
    ) -> Response:
        state = board.state
        return self._site.page(
            request,
            "analysis/setup",
            status,
            board=board,
            game=state.game,
            definition=state.game.definition,
            caption=editing_scene(state).caption,
            typed=typed or str(state),
            notice=notice,
            nothing=NOTHING,
        )


def _touched(board: SetupBoard, at: str) -> Arranged:
    """Return the position after a touch of a place, of all of the board, or of nothing."""
    if at == ALL:
        return cleared(board.state)
    return touch(board.state, at, board.put) if at else board.state


def _taken_up(board: SetupBoard, after: Arranged, at: str) -> str:
    """Return the word of the thing that a touch has taken from a place, which the next one puts; empty if none.

    So two touches move it. Who takes things away goes on with that.
    """
    if board.editor is None or not board.put or at in ("", ALL):
        return ""
    before, now = (board.editor.held(state)[at] for state in (board.state, after))
    return before[0] if len(before) == 1 and not now else ""


def _things(state: State) -> dict[str, str]:
    editor = editor_of(state.game)
    return editor.things(state.game) if editor else {}
