"""A trial on the page of the workshop."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import Struct

from ludarium.core.cached import cached_property
from ludarium.core.record import Record
from ludarium.core.text import counted
from ludarium.players.sandbox.trial import TrialTurn
from ludarium.scenes import svg
from ludarium.scenes.picture import draw, follow
from ludarium.search.personas import bot_name
from ludarium.site.programs.trials import TrialView

_ROWS = 100
"""Turns on one page."""


class TrialTurnData(Struct, frozen=True):
    """A turn of a script in a trial: what it chose, its fault with its line, what it printed, its steps and time."""

    text: str
    fault: str
    line: int | None
    printed: str
    steps: int
    ms: int


class TrialData(Struct, frozen=True):
    """A trial of the workshop: while it `waits`, ask again; `result` is in words, and `record` empty if there is none.

    `score` has the won, drawn and lost matches of a comparison.
    """

    trial: str
    kind: str
    waits: bool
    result: str
    record: str
    turns: list[TrialTurnData]
    score: list[int] | None = None


@dataclass(frozen=True)
class TrialPage:
    """A trial, and the displayed turn of the script, from 0; the last one by default."""

    view: TrialView
    at: int

    @classmethod
    def of(cls, view: TrialView, turn: str) -> TrialPage:
        """Return the page of a trial with the turn of the person's script that an address names."""
        last = max(0, len(cls(view, 0).turns) - 1)
        chosen = int(turn) - 1 if turn.isascii() and turn.isdigit() and len(turn) < 7 else last
        return cls(view, min(max(0, chosen), last))

    @property
    def turns(self) -> tuple[TrialTurn, ...]:
        """All turns of the person's script."""
        return tuple(each for each in self.view.trial.turns if each.seat == self.view.seat) if self.view.trial else ()

    @property
    def first(self) -> int:
        """The number of the first turn that the table has, from 0."""
        return self.at // _ROWS * _ROWS

    @property
    def rows(self) -> list[tuple[int, TrialTurn]]:
        """The turns that the table has, with their numbers from 1 on."""
        return [*enumerate(self.turns[self.first : self.first + _ROWS], self.first + 1)]

    @property
    def result(self) -> str:
        """The result in words."""
        trial, opponent = self.view.trial, self.opponent
        assert trial
        if trial.stopped:
            return f"The match against {opponent} was {trial.stopped}, without a result. What was played is below."
        assert trial.payoffs is not None
        mine, best = trial.payoffs[self.view.seat], max(trial.payoffs)
        if trial.failed_seat == self.view.seat:
            return f"Your bot lost to {opponent}: {trial.ending.partition(': ')[2] or trial.ending}."
        if mine == best:
            shared = trial.payoffs.count(best) > 1
            return f"{'A draw' if shared else 'Your bot won'} against {opponent}, after {self.count} of its own."
        return f"Your bot lost to {opponent}, after {self.count} of its own."

    @property
    def replay(self) -> str:
        """The replay, an element that `replays.js` makes a player."""
        return self.view.trial.replay if self.view.trial else ""

    @property
    def passed(self) -> bool:
        """Whether the script has played the match to its end without a fault."""
        return bool(self.view.trial and self.view.trial.payoffs is not None and not self.fault)

    @property
    def count(self) -> str:
        """The number of turns of the script, in words."""
        return counted(len(self.turns), "turn")

    @property
    def opponent(self) -> str:
        """The name of the opponent, with its level if it has one; those of a test have none."""
        if self.view.kind == "test":
            return "a bot chosen for the test" if " and " not in self.view.opponent else "bots chosen for the test"
        name = bot_name(self.view.game, self.view.opponent)
        return name if name == self.view.opponent else f"{name} ({self.view.opponent})"

    @property
    def fault(self) -> tuple[int, TrialTurn] | None:
        """The first turn in which something was wrong, with its number from 1 on."""
        return next(((number, turn) for number, turn in enumerate(self.turns, 1) if turn.fault), None)

    @property
    def faults(self) -> int:
        """The number of turns in which something was wrong."""
        return sum(bool(turn.fault) for turn in self.turns)

    @property
    def steps(self) -> int:
        """The most steps of a turn."""
        return max((turn.steps for turn in self.turns), default=0)

    @property
    def seed(self) -> str:
        """The seed of the match."""
        return self._record.tags.get("Seed", "0")

    @cached_property
    def _record(self) -> Record:
        assert self.view.trial
        return Record.parse(self.view.trial.record)

    @cached_property
    def picture(self) -> str:
        """The position after the displayed turn, as SVG."""
        lines = self.turns[self.at].lines if self.turns else 0
        state, before = self._record.initial(), None
        for entry in self._record.turns[:lines]:
            before, state = (state, state.parse_turn(entry.text)), state.move(entry.text)
        picture = follow(*before) if before else state
        return svg.render(draw(picture), prefix="trial-")
