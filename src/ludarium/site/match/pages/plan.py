"""The page on which a person plans turns ahead, which nobody else sees; what is being written is in its address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludarium.core.cached import cached_property
from ludarium.core.errors import GameOver, LudariumError, NotYourTurn
from ludarium.scenes.picture import begin, draw, highlight, seen_by
from ludarium.site.board import BoardView, Draft
from ludarium.site.match.commands import MatchCommand
from ludarium.site.match.planning import Expected, steps_of
from ludarium.site.match.rows.played import PlannedLine, PlannedTurn
from ludarium.site.match.views import MatchView
from ludarium.site.web.http.bodies import Sent
from ludarium.site.web.http.identity import token_of
from ludarium.site.web.http.refusals import note
from ludarium.site.web.page import Pages, command, page
from ludarium.site.words import match_address, sentence


class PlanData(Struct, frozen=True):
    """The lines that a person has planned for a seat: each a list of steps with the turns that it waits for."""

    match: str
    seat: int
    lines: list[list[dict[str, Any]]]


@dataclass(frozen=True)
class PlanPanel:
    """The turns of a line, by all seats in order, and the unfinished turn after them."""

    view: MatchView
    seat: int
    expected: Expected
    draft: Draft | None

    @classmethod
    def parse(cls, view: MatchView, seat: int, line: str, draft: str = "") -> PlanPanel:
        """Return the plan of a line of turns and the actions of an unfinished one, which is added when complete.

        Raises the error of a turn that is not allowed.
        """
        expected = Expected(view.match, seat)
        expected.play_line(line)
        unfinished = _draft(expected, draft)
        if unfinished and unfinished.complete:
            expected.play(unfinished.text, own=expected.own)
            unfinished = _draft(expected, "")
        return cls(view, seat, expected, unfinished)

    @property
    def turns(self) -> list[tuple[str, bool]]:
        """The turns, and whether they are the person's own."""
        return self.expected.turns

    @property
    def line(self) -> str:
        """The turns, one a line."""
        return "\n".join(text for text, _ in self.turns)

    @property
    def steps(self) -> tuple[PlannedTurn, ...]:
        """The steps that the turns plan; empty unless the last one is the person's own."""
        if not (self.turns and self.turns[-1][1]):
            return ()
        return steps_of(self.turns)

    @property
    def asks_for(self) -> str:
        """The turn that is to be written next, as the beginning of a sentence."""
        if self.expected.state is not None and not self.expected.state.actors:
            return ""
        if self.expected.own:
            return "Then I play"
        return "If they then play" if self.turns else "If they play"

    @cached_property
    def board_view(self) -> BoardView | None:
        """The board after the turns, on which the next one can be chosen; None where it depends on dice."""
        if self.expected.state is None:
            return None
        if self.draft is None:
            return BoardView(draw(seen_by(begin(self.expected.state), [self.seat])), {})
        picture = seen_by(begin(self.draft.state), [self.seat])
        return BoardView(highlight(picture, draw(picture)), {self.draft.seat: self.draft.choices})

    @property
    def next_action(self) -> str:
        """The address of the plan with one more action, without the action's number; empty if none may follow."""
        return self.address(self.turns, self.draft.then(0))[:-1] if self.draft else ""

    @property
    def undone(self) -> str:
        """The address of the plan without its last action, or its last turn; empty if there is none."""
        if self.draft and self.draft.actions:
            return self.address(self.turns, self.draft.undone)
        return self.address(self.turns[:-1]) if self.turns else ""

    def with_action(self, action: int) -> str:
        """Return the address of the plan with one more action."""
        return f"{self.next_action}{action}"

    def address(self, turns: Sequence[tuple[str, bool]], draft: str = "") -> str:
        """Return the address of a plan for the same match."""
        query = {"line": "\n".join(text for text, _ in turns)} if turns else {}
        query |= {"draft": draft} if draft else {}
        path = match_address(self.view.id, "/plan")
        return f"{path}?{urlencode(query, safe=',')}" if query else path

    def continues(self, line: PlannedLine) -> str:
        """Return the address at which a stored line is continued; empty if it does not begin here."""
        if line.after != len(self.view.match.turns) or any(step.when is None for step in line.steps):
            return ""
        turns = [
            turn for step in line.steps for turn in (*((text, False) for text in step.when or ()), (step.play, True))
        ]
        return self.address(turns)


def _draft(expected: Expected, actions: str) -> Draft | None:
    state = expected.state
    return Draft.parse(state, state.actors[0], actions) if state is not None and state.actors else None


class PlanPages(Pages):
    """The page of planned turns of each match."""

    @page(
        "/matches/{match}/plan",
        answers=PlanData,
        otherwise={"303": "It is the person's turn: to the match."},
    )
    def show(self, request: Request) -> Response:
        """The planned lines, and a line that is being written; if it is the person's turn, the match itself."""
        view, seat = self._seat(request)
        query = request.query_params
        if seat in view.match.to_act:
            return self._late(view) if {*query} & {"line", "add", "draft"} else self._site.redirect_to(request, view.id)
        line, typed = query.get("line", ""), query.get("add", "").strip()
        try:
            plan = PlanPanel.parse(view, seat, line, query.get("draft", ""))
        except LudariumError as error:  # the match has gone on since, and another than the person is to play
            if not line:
                raise
            note(request, error)
            return self._page(request, PlanPanel.parse(view, seat, ""), error.status, notice=sentence(error))
        try:
            return self._page(request, PlanPanel.parse(view, seat, f"{line}\n{typed}") if typed else plan)
        except LudariumError as error:
            note(request, error)
            return self._page(request, plan, error.status, problem=sentence(error), typed=typed)

    @command("/matches/{match}/plan", base=MatchCommand, place="/plan")
    def act(self, request: Request, sent: Sent[MatchCommand]) -> Response:
        """Store a line, or a turn for whatever the others play, or remove one."""
        view, seat = self._seat(request)
        try:
            self._site.act(request, sent)
        except LudariumError as error:
            note(request, error)
            try:
                plan = PlanPanel.parse(view, seat, "")
            except LudariumError:  # nothing can be planned any more, so there is no page
                if token_of(request) or not isinstance(error, NotYourTurn | GameOver):
                    raise error from None
                return self._late(view)
            return self._page(request, plan, error.status, notice=sentence(error))
        return RedirectResponse(match_address(view.id, "/plan"), HTTPStatus.SEE_OTHER)

    def _late(self, view: MatchView) -> Response:
        """Redirect to the match, which says that a plan came too late."""
        return RedirectResponse(match_address(view.id, late="plan"), HTTPStatus.SEE_OTHER)

    def _seat(self, request: Request) -> tuple[MatchView, int]:
        """Return the match, and the person's seat for which turns can be planned."""
        service, person = self._site.service, self._site.identity.person(request)
        view = service.view(person, request.path_params["match"])
        return view, service.seat_of(person, view, planning=True)

    def _page(self, request: Request, plan: PlanPanel, status: int = HTTPStatus.OK, **more: str) -> Response:
        messages = {"problem": "", "typed": "", "notice": ""} | more
        lines = self._site.service.plans(self._site.identity.person(request), plan.view.id, plan.seat)
        response = self._site.page(
            request,
            "plan",
            status,
            data=lambda: _plan(plan, lines),
            plan=plan,
            match=plan.view.match,
            definition=plan.view.match.game.definition,
            lines=lines,
            path=match_address(plan.view.id),
            **messages,
        )
        response.headers["HX-Replace-Url"] = plan.address(plan.turns, plan.draft.address if plan.draft else "")
        return response


def _plan(plan: PlanPanel, lines: tuple[PlannedLine, ...]) -> PlanData:
    return PlanData(plan.view.id, plan.seat, [[step._asdict() for step in line.steps] for line in lines])
