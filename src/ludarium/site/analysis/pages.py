"""The pages on which positions are analysed: the board of a study, and the list of those that are kept."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from secrets import randbelow

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from ludarium.core.errors import IllegalMove, LudariumError
from ludarium.core.registry import definition, game_names
from ludarium.core.variations import LONGEST_COMMENT
from ludarium.match.progress import all_states
from ludarium.match.study import LONGEST_TITLE, Study, study_of_match
from ludarium.match.telling import reader_of
from ludarium.review.adviser import adviser_spec
from ludarium.scenes import svg
from ludarium.scenes.marks import marked
from ludarium.scenes.picture import begin, draw
from ludarium.scenes.sheet import sheet
from ludarium.scenes.study import figures, listed, with_boards
from ludarium.site.act import Fields, act, commands_of, read_form
from ludarium.site.analysis.again import load_retry
from ludarium.site.analysis.board import BOARD, KEPT, AnalysisBoard
from ludarium.site.analysis.coming import has_played, has_stepped, is_from_here
from ludarium.site.analysis.commands import AskedOfStudy, Changed, PlayInStudy, StudyCommand
from ludarium.site.analysis.curve_pages import curve_of
from ludarium.site.analysis.data_pages import AnalysisData, ChangeStudy, OpenRecord, analysis_data
from ludarium.site.analysis.explorer import Explorer, InBook, parse_who
from ludarium.site.analysis.links import LONGEST_LINK, LONGEST_READ, Seals, from_link
from ludarium.site.analysis.planned import Plan, plan_of
from ludarium.site.analysis.recorded import match_of, record_of
from ludarium.site.analysis.reviewed import with_ending, with_review
from ludarium.site.analysis.rows import StudyRow
from ludarium.site.analysis.said import Asking, Said
from ludarium.site.analysis.sides import parse_reads
from ludarium.site.analysis.studies import SECONDS, SHOWN, Studies, bots_of, parse_level
from ludarium.site.ground.values import Person
from ludarium.site.match.seating import SeatAccess
from ludarium.site.web.http.negotiation import wants_data
from ludarium.site.web.http.refusals import note
from ludarium.site.web.page import TEXT, Pages, form, page
from ludarium.site.web.site import Newcomer, Site, picture_file
from ludarium.site.words import match_address, sentence

_TEXTS = (
    "s", "game", "position", "match", "draft", "alone", "review", "level", "own", "who", "reads", "part", "list",
    "back", "grown",
)  # fmt: skip
_LONGEST_BACK = 2 * LONGEST_LINK
_QUERIES = dict.fromkeys(_TEXTS, TEXT) | {"at": {"type": "integer", "minimum": 0}}


class AnalysisPages(Pages):
    """The board to analyse on."""

    def __init__(self, site: Site, studies: Studies, seals: Seals) -> None:
        self._site, self._studies, self._seals = site, studies, seals
        self._explorer = Explorer(site.service)

    @page("/analysis")
    def index(self, request: Request) -> Response:
        """Where an analysis begins: at a game, at the text of a record, at a position, or at a study that is kept."""
        return self._index(request)

    def _open_again(self, request: Request, values: Fields, error: LudariumError) -> Response:
        return self._index(request, values, error.status, sentence(error))

    @form("/analysis", body=OpenRecord, again=_open_again)
    def open(self, request: Request, values: Fields) -> Response:
        """Open a record or a position that was pasted; one that no address holds is kept for who has pasted it."""
        if values.get("record", "").strip():
            study = Study.parse(values["record"])
            at = study.tree.main[-1]
            study.state(at)
        else:
            game, options = values.get("game", ""), values.get("options", "").strip()
            spec = f"{game}({options})" if options else game
            study, at = Study.begin(spec, values.get("position", "").strip() or None), 0
        board, asker = AnalysisBoard.parse(study, str(at)), Newcomer(self._site, request)
        if len(board.link) > LONGEST_READ:
            kept = self._studies.keep_once(asker.become(), study, "private", "")
            board = replace(board, path=KEPT + kept, is_own=True, grown=True)
        return asker.go_to(board.address())

    @page(BOARD, "/analysis/kept/{study}", answers=AnalysisData, queries=_QUERIES)
    def show(self, request: Request) -> Response:
        """A study at a position, with the turn that is begun; a complete one is played, and the study grows.

        That of a kept study is posted by its page, as an address that is looked at changes nothing.
        """
        if again := self._again(request):
            return RedirectResponse(again, HTTPStatus.SEE_OTHER)
        try:
            board = self._as_chosen(self._asked(request), request.query_params)
        except LudariumError as error:
            return self._to_mend(request, error)
        if not board.turn.complete or board.keeps:
            response = self._page(request, board)
            if has_stepped(request, board):
                response.headers["HX-Push-Url"] = board.address()
            return response
        done = PlayInStudy(board.turn.text).change(board.study, board.at)
        board = self._changed(request, board if is_from_here(request) else replace(board, match=""), done)
        response = self._page(request, board)
        response.headers["HX-Push-Url"] = board.address()
        return response

    def _to_mend(self, request: Request, error: LudariumError) -> Response:
        """Return where studies begin, with the record of one whose board is refused; raise the error without one."""
        given, link = request.path_params.get("study"), request.query_params.get("s")
        if wants_data(request.headers) or not (given or link):
            raise error
        record = (
            self._studies.load(self._site.identity.person(request), given).text if given else str(from_link(link or ""))
        )
        note(request, error)
        said = f"{sentence(error)} The record of the study is below: mend it, and open it again."
        return self._index(request, {"record": record}, error.status, said)

    def _again(self, request: Request) -> str:
        """Return where an address leads on; empty if nowhere.

        A position of a match that is asked for alone is tried again, and an address without a study is for a new one.
        """
        query = request.query_params
        if wants_data(request.headers):
            return ""
        if request.url.path == BOARD and not query.keys() & {"s", "game", "match"}:
            return "/analysis"
        if query.get("alone") != "yes" or "match" not in query:
            return ""
        try:
            return load_retry(
                self._site.service, self._site.identity.person(request), query["match"], query.get("at", "")
            ).path
        except LudariumError:  # no review names it
            return ""

    def _as_chosen(self, board: AnalysisBoard, given: Mapping[str, str]) -> AnalysisBoard:
        """Return a board with what its reader has chosen: the level of the bot, whose games, and who numbers places."""
        game, who, reads = board.study.game, given.get("who", ""), given.get("reads", "") or str(board.reads)
        level = parse_level(game, given.get("level", ""))
        back = given.get("back", "")
        back = back if back.startswith((f"{BOARD}?", KEPT)) and len(back) <= _LONGEST_BACK else ""
        return replace(board, level=level, who=parse_who(who), reads=parse_reads(game, reads), back=back)

    def _act_again(self, request: Request, values: Fields, error: LudariumError) -> Response:
        typed = {values.get("do", ""): values.get("text", "")}
        return self._page(request, self._posted(request, values), error.status, sentence(error), typed)

    def _posted(self, request: Request, values: Fields) -> AnalysisBoard:
        return self._as_chosen(self._sent(request, values), values)

    @form(BOARD, "/analysis/kept/{study}", body=ChangeStudy, again=_act_again, besides=[HTTPStatus.NOT_FOUND])
    def act(self, request: Request, values: Fields) -> Response:
        """Change a study, keep it, or ask a bot about it; unless it is kept, an address stands for the changed one."""
        site, board, asker = self._site, self._posted(request, values), Newcomer(self._site, request)

        def plan() -> str:
            site.service.act(asker.known, board.match, self._plan(request, board).command)
            return match_address(board.match, "/plan")

        asked = AskedOfStudy(
            self._studies, board, asker.known, site.origins.of(request), asker.become,
            partial(self._changed, request, board), plan,
        )  # fmt: skip
        return asker.go_to(act(read_form(commands_of(StudyCommand), values), asked))

    def _plan(self, request: Request, board: AnalysisBoard) -> Plan:
        """Return what the line to a position plans in the match of which its reader has made the study.

        Raises `IllegalMove` for a study that somebody else may have made, and why nothing can be planned.
        """
        person = self._site.identity.person(request)
        if not board.match:
            raise IllegalMove(
                "only a study that you have made of your own match becomes a plan: analyse from the page of the match"
            )
        return plan_of(self._site.service, person, board.match, board.states, board.study.texts(board.at))

    def _changed(self, request: Request, board: AnalysisBoard, done: Changed) -> AnalysisBoard:
        """Return the board of a study that its reader has changed; what was the reader's own work remains so."""
        after = AnalysisBoard.parse(done.study, str(done.at))
        path = board.path if board.keeps else BOARD
        after = replace(after, level=board.level, who=board.who, reads=board.reads, back=board.back, path=path)
        return self._sealed(request, after, board.match)

    def _sealed(self, request: Request, board: AnalysisBoard, match_id: str) -> AnalysisBoard:
        """Return a board whose address says that its reader has made all of it, of a match; as it is, if of none."""
        person = self._site.identity.person(request)
        if not match_id or person is None:
            return board
        return replace(board, match=match_id, seal=self._seals.make(person, match_id, board.study))

    def _of_address(self, request: Request, link: str, seal: str, at: str, draft: str = "") -> AnalysisBoard:
        """Return the board of a study that an address holds, with the seal of the reader's own work."""
        board = AnalysisBoard.parse(from_link(link), at, draft)
        person = self._site.identity.person(request)
        return self._sealed(request, board, self._seals.match(person, seal, board.study))

    def _sent(self, request: Request, values: Fields) -> AnalysisBoard:
        """Return the board to which a form belongs: of a kept study in the revision that was seen, or of an address."""
        at, draft = values.get("at", ""), values.get("draft", "")
        if "study" not in request.path_params:
            return self._of_address(request, values.get("s", ""), values.get("own", ""), at, draft)
        row = self._studies.load(self._site.identity.person(request), request.path_params["study"])
        board = self._of_row(request, row, at, draft)
        seen = values.get("revision", "")
        return replace(board, revision=int(seen)) if seen.isascii() and seen.isdigit() and len(seen) < 9 else board

    def _of_row(self, request: Request, row: StudyRow, at: str, draft: str = "") -> AnalysisBoard:
        person, study = self._site.identity.person(request), Study.parse(row.text)
        is_own = person is not None and person.id == row.person
        board = AnalysisBoard.parse(study, at, draft)
        match_id = row.match if is_own else ""
        return replace(board, path=KEPT + row.id, is_own=is_own, revision=row.revision, row=row, match=match_id)

    @page("/analysis/record", answers=str, media="text/plain", queries={"s": TEXT})
    def record(self, request: Request) -> Response:
        """The record of a study with its variations, as a file."""
        study = from_link(request.query_params.get("s", ""))
        record = record_of(self._site.service, self._site.identity.person(request), study)
        headers = {
            "Content-Disposition": f'attachment; filename="{study.game.name}-study.txt"',
            "Cache-Control": "no-store",  # others may not see its match
        }
        return PlainTextResponse(f"{record}\n", headers=headers)

    @page("/analysis/board.svg")
    def picture(self, request: Request) -> Response:
        """A position of a study, with its marks and arrows, as a file to save or print."""
        board = self._asked(request)
        marks = board.node.marks
        scene = marked(draw(begin(board.state)).plain, marks) if marks else sheet(board.state)
        return picture_file(scene, f"{board.study.game.name}-{board.at}")

    @page("/analysis/print")
    def print(self, request: Request) -> Response:
        """A study on paper: its turns with variations, and boards where something is said or marked."""
        board = self._asked(request)
        tree = board.study.tree
        chosen = with_boards(tree)
        found = [*figures(tree, board.study.start, chosen)]
        return self._site.page(
            request,
            "analysis/print",
            board=board,
            study=board.study,
            definition=board.study.game.definition,
            turns=listed(tree),
            figures=found,
            pictures=[svg.render(one.scene.plain, prefix=f"{one.at}-") for one in found],
            left_out=len(chosen) - len(found),
        )

    def _asked(self, request: Request) -> AnalysisBoard:
        """Return the board of an address: of a study, a match, a game or a position.

        Raises why it is refused.
        """
        query = request.query_params
        at, draft = query.get("at", ""), query.get("draft", "")
        if "study" in request.path_params:
            row = self._studies.load(self._site.identity.person(request), request.path_params["study"])
            return self._of_row(request, row, at, draft)
        if "s" in query:
            return self._of_address(request, query["s"], query.get("own", ""), at, draft)
        if "match" in query:
            return self._of_match(request)
        return AnalysisBoard.parse(Study.begin(query.get("game", ""), query.get("position") or None), at, draft)

    def _of_match(self, request: Request) -> AnalysisBoard:
        """Return the board of a match as the person may see it, at its last turn or after a number of them.

        It has what the review of the match says, if the address asks for it, or only the position, to try again.
        """
        query, person = request.query_params, self._site.identity.person(request)
        view = self._site.service.view(person, query["match"])
        states, turns = all_states(view.match), [entry.text for entry in view.match.turns]
        at = query.get("at", "")
        number = min(int(at), len(turns)) if at.isascii() and at.isdigit() and len(at) < 7 else len(turns)
        seats = SeatAccess.of(view, person.id).seats if person else frozenset()
        is_alone = query.get("alone") == "yes"
        if is_alone:
            study, place = Study.begin(view.match.game.spec, str(states[number])), 0
        else:
            study, place = study_of_match(states, turns, number)
            study = with_ending(study, view.displayed) if study.tree.main[-1] + number - place == len(turns) else study
            review = self._site.service.analyses.read_by(view, person).review if query.get("review") == "yes" else None
            study = with_review(study, number - place, review) if review else study
            names = review or (view.match.over and not view.private)  # a study is sent to more people than its match
            study = study.with_match(view.id, reviewed=bool(review)) if names else study
        board = replace(AnalysisBoard.parse(study, str(place)), reads=reader_of(view.match, seats))
        return self._sealed(request, board, view.id if seats and not view.match.over and not is_alone else "")

    def _page(
        self,
        request: Request,
        board: AnalysisBoard,
        status: int = HTTPStatus.OK,
        notice: str = "",
        typed: Fields | None = None,
    ) -> Response:
        person = self._site.identity.person(request)
        helps = self._studies.helps(person, board.match)
        if wants_data(request.headers) and not notice:
            return analysis_data(board, (self._book(person, board) if helps else None) or ())
        asking = self._asking(request, board) if helps else None
        if asking and request.query_params.get("part") == "said" and not notice:
            return self._site.page(request, "analysis/said", board=board, asking=asking)
        plan, why = None, ""
        if board.match and not board.turn.actions:
            try:
                plan = self._plan(request, board)
            except LudariumError as error:
                why = sentence(error)
        response = self._site.page(
            request,
            "analysis/board",
            status,
            board=board,
            study=board.study,
            asking=asking,
            shown=SHOWN,
            definition=board.study.game.definition,
            strongest=adviser_spec(board.study.game),
            book=self._book(person, board) if helps else None,
            curve=curve_of(self._site.service, person, board),
            has_players=match_of(self._site.service, person, board.study) is not None,
            plan=plan,
            why=why,
            listed="list" in request.query_params,
            from_here=(from_here := is_from_here(request)),
            keeps_itself=board.is_outgrown and from_here and person is not None and self._studies.may_link(person),
            keeps_as=self._studies.shown_at_first(board.match),
            has_outgrown=has_played(request.query_params) and board.is_outgrown,
            has_grown="grown" in request.query_params and board.keeps,
            notice=notice,
            seed=randbelow(10**9),
            typed=typed or {},
            base=str(request.base_url).rstrip("/"),
            longest={"comment": LONGEST_COMMENT, "title": LONGEST_TITLE},
        )
        if board.turn.actions and not (board.keeps and board.turn.complete):  # *Back* would add that turn once more
            response.headers["HX-Replace-Url"] = board.address(draft=board.turn.draft)
        return response

    def _asking(self, request: Request, board: AnalysisBoard) -> Asking:
        """Return what the part of the page shows in which a bot is asked."""
        person, study = self._site.identity.person(request), board.study
        search = self._studies.said(person, board.states, is_set_up=study.is_set_up, level=board.level)
        left = self._studies.left(person, self._site.origins.of(request))
        return Asking(Said.of(board, search), bots_of(study.game), left, SECONDS, is_own=person is not None)

    def _book(self, person: Person | None, board: AnalysisBoard) -> tuple[InBook, ...] | None:
        """Return what was played here from the position; None to who gets no help there, and while a turn is begun."""
        if board.turn.actions:
            return None
        try:
            return self._explorer.turns(person, board.states, board.who, is_set_up=board.study.is_set_up)
        except IllegalMove:
            return None

    def _index(
        self, request: Request, values: Fields | None = None, status: int = HTTPStatus.OK, notice: str = ""
    ) -> Response:
        mine, public = self._studies.listed(self._site.identity.person(request))
        return self._site.page(
            request,
            "analysis/index",
            status,
            games=[definition(name) for name in game_names()],
            mine=mine,
            public=public,
            shown=SHOWN,
            values=dict(values or {}),
            notice=notice,
        )
