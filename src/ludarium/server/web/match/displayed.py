"""A match as one browser displays it, before any sentence and link: what the parts of its page are made from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from ludarium.club.bots.analyses import NOTHING, MatchAnalyses
from ludarium.club.match.pauses import Pauses
from ludarium.club.match.seating import SeatAccess
from ludarium.club.match.views import MatchView
from ludarium.core.cached import cached_property
from ludarium.core.game import State
from ludarium.core.rolls import NumberedTurn, number_turns, turn_number
from ludarium.match.match import Match
from ludarium.scenes.finale import finale
from ludarium.scenes.picture import draw, follow, highlight, seen_by
from ludarium.server.played import Moment, TurnStates, play_out
from ludarium.server.web.board.board_view import BoardView
from ludarium.server.web.board.draft import Draft
from ludarium.server.web.match.live_panel import LivePanel


@dataclass(frozen=True)
class DisplayedMatch:
    """A match as one browser displays it.

    | field      | content                                                                    |
    |------------|----------------------------------------------------------------------------|
    | `access`   | the seats that the browser may play                                        |
    | `at`       | the number of turns after which the match is displayed, or None for now    |
    | `draft`    | the unfinished turn of this browser, or None where it has none to play     |
    | `running`  | whether a live match runs now                                              |
    | `pauses`   | the pauses of a rated live match now, or None                              |
    | `display`  | the display mode: `projector`, or empty for the usual one                  |
    | `analyses` | the match's review and hint                                                |
    | `layout`   | which of the game's layouts is drawn; empty for the default one            |
    """

    view: MatchView
    access: SeatAccess
    at: int | None = None
    draft: Draft | None = None
    running: bool = False
    pauses: Pauses | None = None
    display: str = ""
    analyses: MatchAnalyses = NOTHING
    layout: str = ""

    @cached_property
    def match(self) -> Match:
        """The match, with the names that people see."""
        return self.view.displayed

    @property
    def last(self) -> int:
        """The number of turns that have been played."""
        return len(self.view.match.turns)

    @property
    def displayed(self) -> int:
        """The number of turns that have been played in the displayed position."""
        return self.last if self.at is None else self.at

    @property
    def state(self) -> State:
        """The displayed position, before any draft."""
        return self.played.states[self.displayed]

    @cached_property
    def played(self) -> TurnStates:
        """All turns of the match, played out."""
        return play_out(self.match.start, tuple(entry.text for entry in self.match.turns))

    @cached_property
    def numbered(self) -> tuple[NumberedTurn, ...]:
        """The turns as people count them."""
        return number_turns(self.played.states, (entry.text for entry in self.match.turns))

    def turn_number(self, played: int) -> int:
        """Return the number that people give to the last turn begun within this many lines of the record."""
        return turn_number(self.numbered, played)

    @cached_property
    def board_view(self) -> BoardView:
        """The picture, with the draft of this browser; only the actions that the browser may choose can be touched."""
        (moment, actions), draft = self.played.before(self.displayed), self.draft
        if draft and not draft.simultaneous:
            actions += draft.actions
        orders = self.live.orders if self.live else {draft.seat: draft.choices} if draft else {}
        winners = self.match.winners if self.match.over and self.displayed == self.last else None
        drawn = _draw(
            moment,
            actions,
            self.access.seats,
            self.layout,
            tuple(orders.items()),
            winners,
            lit=not self.live,
        )
        advised = self._advised()
        return replace(drawn, advised=advised) if advised else drawn

    def _advised(self) -> tuple[int, int] | None:
        """Return a seat and the next action of the turn that a hint names for it, or that a review's bot would play."""
        review, actors = self.analyses.review, self.state.actors
        draft = self.draft or (Draft(self.state, actors[0]) if review and len(actors) == 1 else None)
        advice = self.analyses.hint if self.draft else review.at(self.displayed) if review else None
        said = advice.of(draft.seat) if advice and draft else None
        action = draft.next_of(said.turn) if draft and said else None
        return (draft.seat, action) if draft and action is not None else None

    @cached_property
    def live(self) -> LivePanel | None:
        """The controls of a live match; None on the pages of earlier turns, in other matches, and after the end."""
        if self.view.live is None or self.at is not None or self.match.over:
            return None
        return LivePanel(self.view, self.view.live, self.access, self.running, self.pauses)


@lru_cache(maxsize=64)  # after a turn, all who watch a match ask for the same picture
def _draw(
    moment: Moment,
    actions: tuple[int, ...],
    seats: frozenset[int],
    layout: str,
    orders: tuple[tuple[int, tuple[int, ...]], ...],
    winners: tuple[int, ...] | None,
    *,
    lit: bool,
) -> BoardView:
    """Return the picture after some actions since a moment, as the person with these seats sees it.

    `winners` are those of a match that is over, with this picture as its last one; `lit` says whether highlights are
    drawn, which the ticks of a live match would leave behind.
    """
    picture = seen_by(follow(moment.picture, actions), seats)
    scene = draw(picture, layout)
    if lit:
        scene = highlight(picture, scene)
    if winners is not None:
        scene = replace(scene, finale=finale(picture, scene, winners))
    return BoardView(scene, dict(orders))
