"""The page of a match, as one browser sees it: a value from which the template is filled."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import NamedTuple

from ludarium.club.bots.analyses import NOTHING, Shown
from ludarium.club.match.seating import SeatAccess
from ludarium.club.match.views import MatchView
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.game import State
from ludarium.core.rolls import NumberedTurn, coming_number, number_turns, shown_roll, turn_number
from ludarium.core.text import shorten
from ludarium.match.match import Match
from ludarium.scenes.picture import draw, follow, highlight, layouts, seen_by
from ludarium.search.personas import Persona, exact_spec, level_of, persona_of
from ludarium.server.web.board.board_view import BoardView
from ludarium.server.web.board.draft import Draft
from ludarium.server.web.board.played import Played, play_out
from ludarium.server.web.http.words import sentence
from ludarium.server.web.match.links import MatchLinks
from ludarium.server.web.match.live_panel import LivePanel
from ludarium.server.web.match.review_panel import ReviewPanel
from ludarium.server.web.match.seat_panel import SeatPanel
from ludarium.server.web.match.status import MatchStatus

_DECLINED = {"draw": "Draw offer declined.", "takeback": "Takeback declined."}

_AROUND = 150
"""Turns that the screen lists before and after the one that is shown; on paper are all of them."""


class Line(NamedTuple):
    """A line in the list of turns; one that is `far` from the position that is shown is only on paper."""

    turn: NumberedTurn
    far: bool

    @property
    def roll(self) -> str:
        """The roll, in words that follow the name of its seat; empty where there is none."""
        roll = self.turn.roll
        return f"rolled {shown_roll(roll)}" if self.turn.number and roll.startswith("roll ") else roll


@dataclass(frozen=True)
class MatchPage:
    """A match as one browser sees it.

    Size: 30 public members: twelve fields, and one for each part of the page that the template reads; the sentences,
    the links and the controls are already classes of their own.

    | field     | content                                                                    |
    |-----------|----------------------------------------------------------------------------|
    | `access`  | the seats that the browser may play                                        |
    | `at`      | the number of turns after which the match is shown, or None for now        |
    | `draft`   | the unfinished turn of this browser, or None where it has none to play     |
    | `typed`   | the text of a turn that was refused                                        |
    | `problem` | what is wrong with that text                                               |
    | `notice`  | any other message                                                          |
    | `running` | whether a live match runs now                                              |
    | `left`    | the seconds on the clocks, by seat                                         |
    | `away`    | by seat: until when its clock waits for a vacation                         |
    | `display` | the display mode: `projector`, or empty for the usual one                  |
    | `analyses` | the match's review and hint                                               |
    | `layout`  | which of the game's layouts is drawn; empty for the default one            |
    """

    view: MatchView
    access: SeatAccess
    at: int | None = None
    draft: Draft | None = None
    typed: str = ""
    problem: str = ""
    notice: str = ""
    running: bool = False
    left: Mapping[int, float] = field(default_factory=dict)
    away: Mapping[int, float] = field(default_factory=dict)
    display: str = ""
    analyses: Shown = NOTHING
    layout: str = ""

    @classmethod
    def current(cls, view: MatchView, access: SeatAccess, *, turn: str = "", draft: str = "") -> MatchPage:
        """Return the page of the current position, with the draft of the browser's address.

        A draft for an earlier turn is out of date and is dropped.
        """
        seat = next((seat for seat in view.match.to_act if seat in access.seats), None)
        if seat is None or view.live:
            return cls(view, access)
        empty = Draft(view.match.state, seat)
        if not draft or turn != str(len(view.match.turns)):
            return cls(view, access, draft=empty)
        try:
            return cls(view, access, draft=Draft.parse(view.match.state, seat, draft))
        except LudariumError as error:
            return cls(view, access, draft=empty, notice=sentence(error))

    @classmethod
    def after_turn(cls, view: MatchView, access: SeatAccess, number: str) -> MatchPage:
        """Return the page of a match after its first `number` turns.

        Raises `ParseError` if it has fewer, or if that is not a number.
        """
        last = len(view.match.turns)
        if not re.fullmatch(r"[0-9]{1,9}", number) or int(number) > last:
            raise ParseError(f"this match has the positions 0 to {last}, not {shorten(number)}")
        return cls(view, access, int(number))

    def with_message(self, *, typed: str = "", problem: str = "", notice: str = "") -> MatchPage:
        """Return the page with this message in place of its own."""
        return replace(self, typed=typed, problem=problem, notice=notice)

    def with_declined_offer(self, offer: str, of: str) -> MatchPage:
        """Return the page with a notice if an offer made before turn `of` is gone, and so was declined."""
        if offer not in _DECLINED or of != str(self.last) or self.match.offer or self.match.over:
            return self
        return self if self.notice else self.with_message(notice=_DECLINED[offer])

    @property
    def key(self) -> tuple[Hashable, ...]:
        """What the page shows, as a key: a revision never changes, and a draft is its seat and its actions."""
        values = (getattr(self, one.name) for one in fields(self) if one.name not in ("view", "draft"))
        rest = (tuple(value.items()) if isinstance(value, Mapping) else value for value in values)
        return (self.view.id, self.view.revision, self.draft and (self.draft.seat, self.draft.actions), *rest)

    @cached_property
    def match(self) -> Match:
        """The match, with the names that people see."""
        return self.view.shown

    @property
    def bots(self) -> Mapping[str, Persona]:
        """The bots of the match by their exact specs."""
        game = self.match.game
        named = (assignment.name for assignment in self.view.seats if assignment.kind == "bot")
        return {exact_spec(game, name): persona_of(game, name) for name in named}

    def level(self, seat: int) -> str:
        """Return the level of the bot in a seat; empty if it has none."""
        return level_of(self.match.game, self.view.seats[seat].name)

    @property
    def last(self) -> int:
        """The number of turns that have been played."""
        return len(self.match.turns)

    @property
    def shown(self) -> int:
        """The number of turns that have been played in the position that is shown."""
        return self.last if self.at is None else self.at

    @property
    def state(self) -> State:
        """The position that is shown, before any draft."""
        return self.played.states[self.shown]

    @cached_property
    def played(self) -> Played:
        """All turns of the match, played out."""
        return play_out(self.match.start, tuple(entry.text for entry in self.match.turns))

    @cached_property
    def numbered(self) -> tuple[NumberedTurn, ...]:
        """The turns as people count them."""
        return number_turns(self.played.states, (entry.text for entry in self.match.turns))

    @property
    def turns(self) -> tuple[Line, ...]:
        """The lines of the list of turns."""
        near = range(self.shown - _AROUND + 1, self.shown + _AROUND + 1)
        return tuple(Line(turn, turn.played not in near) for turn in self.numbered)

    def turn_number(self, played: int) -> int:
        """Return the number that people give to the last turn begun within this many lines of the record."""
        return turn_number(self.numbered, played)

    @cached_property
    def board_view(self) -> BoardView:
        """The picture, with the draft of this browser; only the actions that the browser may choose can be touched."""
        picture, draft = self.played.picture(self.shown), self.draft
        if draft and not draft.simultaneous:
            picture = follow(picture, draft.actions)
        orders = self.live.orders if self.live else {draft.seat: draft.choices} if draft else {}
        picture = seen_by(picture, self.access.seats)
        return BoardView(highlight(picture, draw(picture, self.layout)), orders, self._advised())

    def _advised(self) -> tuple[int, int] | None:
        """Return a seat and the next action of the turn that a hint names for it, or that a review's bot would play."""
        review, actors = self.analyses.review, self.state.actors
        draft = self.draft or (Draft(self.state, actors[0]) if review and len(actors) == 1 else None)
        advice = self.analyses.hint if self.draft else review.at(self.shown) if review else None
        said = advice.of(draft.seat) if advice and draft else None
        action = draft.next_of(said.turn) if draft and said else None
        return (draft.seat, action) if draft and action is not None else None

    @property
    def layouts(self) -> tuple[str, ...]:
        """The layouts of the game; empty if there is only one."""
        return layouts(self.match.game)

    @cached_property
    def live(self) -> LivePanel | None:
        """The controls of a live match; None on the pages of earlier turns, in other matches, and after the end."""
        if self.view.live is None or self.at is not None or self.match.over:
            return None
        return LivePanel(self.view, self.view.live, self.access, self.running)

    @property
    def waits(self) -> bool:
        """Whether this browser waits for its next turn, so that the page reserves space for its controls."""
        idle = self.at is None and self.draft is None and not self.view.live
        return idle and bool(self.access.seats) and not self.match.over

    @property
    def links(self) -> MatchLinks:
        """The addresses that the page links to."""
        return MatchLinks(self)

    @property
    def panel(self) -> SeatPanel:
        """The controls of this browser's seats for everything but turns."""
        return SeatPanel(self)

    @property
    def hinted(self) -> list[int]:
        """The numbers of the turns for which hints were given, as people count them."""
        coming = coming_number(self.numbered)
        return [self.turn_number(line) if line <= self.last else coming for line in self.match.hints]

    @property
    def review(self) -> ReviewPanel | None:
        """The review of the match; None while there is none."""
        return ReviewPanel(self, self.analyses.review) if self.analyses.review else None

    @property
    def status(self) -> MatchStatus:
        """The status of the match, in sentences."""
        return MatchStatus(self)
