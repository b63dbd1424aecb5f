"""A line of turns that a person plans for a match, while it is written: it is stored in the page's address only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from ludarium.club.match.planning import Expected, PlannedLine, PlannedTurn, steps_of
from ludarium.club.match.views import MatchView
from ludarium.core.cached import cached_property
from ludarium.scenes.picture import begin, draw, highlight, seen_by
from ludarium.server.addresses import match_address
from ludarium.server.web.board.board_view import BoardView
from ludarium.server.web.board.draft import Draft


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
