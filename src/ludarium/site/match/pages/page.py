"""The page of a match, as one browser sees it: a value from which the template is filled."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import NamedTuple

from msgspec import Struct

from ludarium.core.cached import cached_property
from ludarium.core.definition import HasLegend
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.kernel import CHANCE
from ludarium.core.rolls import NumberedTurn, coming_number, listed_turn, shown_roll
from ludarium.core.text import shorten
from ludarium.scenes.picture import layouts
from ludarium.search.personas import Persona, exact_spec, level_of, persona_of
from ludarium.site.board import Draft
from ludarium.site.match.pages.displayed import DisplayedMatch
from ludarium.site.match.pages.review import ReviewData, ReviewPanel
from ludarium.site.match.pages.seat_panel import SeatPanel
from ludarium.site.match.pages.status import MatchLinks, MatchStatus
from ludarium.site.match.seating import SeatAccess
from ludarium.site.match.views import MatchView
from ludarium.site.words import invitation_address, sentence

_DECLINED = {"draw": "Draw offer declined.", "takeback": "Takeback declined."}
_LAPSED = {
    "draw": "Draw offer lapsed: a turn was played.",
    "takeback": "Request for a takeback lapsed: a turn was played.",
}

_AROUND = 150
"""Lines of the record that the screen lists before and after the displayed position; on paper are all of them."""


class Offer(Struct, frozen=True):
    """An open offer: its kind, the seat that made it, and the seats that have accepted."""

    kind: str
    seat: int
    accepted: list[int]


class SeatRatingData(Struct, frozen=True):
    """The rating of who plays a seat of a rated match; `change` is what the match changed, null before its end."""

    rating: int
    provisional: bool
    change: int | None


class MatchData(Struct, frozen=True):
    """A match.

    `seats` are those of the person, `open` those that nobody has taken yet, `sealed` the orders of an unfinished
    simultaneous turn, `left` the seconds on the clocks that run, `gone` the seconds for which players have been away,
    both by seat, `invitations` the addresses of the open seats by seat, which only the host sees,
    `review` that of a match that is over, null where nobody has asked for it.
    `turn_count` are the turns that were played in the match, as its list of turns numbers them.
    `ratings` are those of a rated match by seat.
    `commands` has those of the words `turn`, `hint`, `resign`, `takeback`, `draw`, `accept`, `decline`, `claim`,
    `claim-draw`, `review` and `rematch` of the commands that the person may give now.
    """

    match: str
    number: int
    revision: int
    turn_count: int
    record: str
    seats: list[int]
    open: list[int]
    sealed: dict[str, str]
    offer: Offer | None
    may_answer: bool
    left: dict[str, float]
    gone: dict[str, float]
    seat: int | None
    live: bool
    status: str
    news: str
    offered: str
    error: str
    invitations: dict[str, str] = {}
    review: ReviewData | None = None
    commands: list[str] = []
    ratings: dict[str, SeatRatingData] = {}


class ListedTurn(NamedTuple):
    """A line in the list of turns; one that is `far` from the displayed position is only on paper.

    `has_no_move` is whether it is a roll after which nothing could be played. `words` are the turn as the list has it,
    where the game has words for that. `choices` are those of a simultaneous turn that is not far, each with its seat.
    """

    turn: NumberedTurn
    far: bool
    has_no_move: bool = False
    words: str = ""
    choices: tuple[tuple[int, str], ...] = ()

    @property
    def roll(self) -> str:
        """The roll, in words that follow the name of its seat; empty where there is none."""
        roll = self.turn.roll
        return f"rolled {shown_roll(roll)}" if self.turn.number and roll.startswith("roll ") else roll


@dataclass(frozen=True)
class MatchPage(DisplayedMatch):
    """A match as one browser sees it.

    `at`, `displayed` and `last` count lines of the record, in which a roll is a line of its own; `numbered` has the
    turns as people count them. Besides what `DisplayedMatch` has:

    | field     | content                                                                    |
    |-----------|----------------------------------------------------------------------------|
    | `typed`   | the text of a turn that was refused                                        |
    | `problem` | what is wrong with that text                                               |
    | `notice`  | any other message                                                          |
    | `left`    | the seconds on the clocks, by seat                                         |
    | `away`    | by seat: until when its clock waits for a vacation                         |
    | `listed`  | whether the actions that may come next are listed, for who runs no scripts |
    """

    typed: str = ""
    problem: str = ""
    notice: str = ""
    left: Mapping[int, float] = field(default_factory=dict)
    away: Mapping[int, float] = field(default_factory=dict)
    listed: bool = False

    @classmethod
    def current(
        cls, view: MatchView, access: SeatAccess, *, turn: str = "", draft: str = "", listed: bool = False
    ) -> MatchPage:
        """Return the page of the current position, with the draft of the browser's address.

        A draft for an earlier turn is out of date and is dropped.
        """
        seat = next((seat for seat in view.match.to_act if seat in access.seats), None)
        if seat is None or view.live:
            return cls(view, access)
        empty = Draft(view.match.state, seat)
        if not draft or turn != str(len(view.match.turns)):
            return cls(view, access, draft=empty, listed=listed)
        try:
            return cls(view, access, draft=Draft.parse(view.match.state, seat, draft), listed=listed)
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

    def with_declined_offer(
        self, kind: str, lines_then: str, lapsed_since: Callable[[int], bool] = lambda lines: False
    ) -> MatchPage:
        """Return the page with a notice if the offer that this browser made is gone: it was declined, or has lapsed.

        `lines_then` is how many lines the record had then, as text: an offer also ends by an opponent's turn, of which
        `lapsed_since` tells.
        """
        if kind not in _DECLINED or self.match.offer or self.match.over or self.notice:
            return self
        if lines_then == str(self.last):
            return self.with_message(notice=_DECLINED[kind])
        then = int(lines_then) if re.fullmatch(r"[0-9]{1,9}", lines_then) else self.last
        return self.with_message(notice=_LAPSED[kind]) if then < self.last and lapsed_since(then) else self

    @property
    def key(self) -> tuple[Hashable, ...]:
        """The key of the page in the cache of rendered pages: a view is its revision, a draft its seat and actions."""
        values = (getattr(self, one.name) for one in fields(self) if one.name not in ("view", "draft"))
        rest = (tuple(value.items()) if isinstance(value, Mapping) else value for value in values)
        return (self.view.id, self.view.revision, self.draft and (self.draft.seat, self.draft.actions), *rest)

    @cached_property
    def bots(self) -> Mapping[str, Persona]:
        """The bots of the match by their exact specs."""
        game = self.match.game
        named = (assignment.name for assignment in self.view.seats if assignment.is_bot)
        return {exact_spec(game, name): persona_of(game, name) for name in named}

    def level(self, seat: int) -> str:
        """Return the level of the bot in a seat; empty if it has none."""
        return level_of(self.match.game, self.view.seats[seat].name)

    @cached_property
    def turns(self) -> tuple[ListedTurn, ...]:
        """The lines of the list of turns."""
        near = range(self.displayed - _AROUND, self.displayed + _AROUND + 1)
        states, goes_on = self.played.states, bool(self.match.state.actors)
        return tuple(
            ListedTurn(
                turn.read_by(self.reader, states),
                turn.played not in near,
                bool(turn.number and turn.roll and not turn.text) and not (goes_on and turn.played == self.last),
                listed_turn(states[turn.played - 1], turn.text, self.reader) if turn.text else "",
                self._choices(turn) if turn.played in near else (),
            )
            for turn in self.numbered
        )

    def _choices(self, turn: NumberedTurn) -> tuple[tuple[int, str], ...]:
        if not (turn.number and turn.seat == CHANCE):
            return ()
        state, actions = self.played.states[turn.played - 1], self.played.actions[turn.played - 1]
        return tuple((seat, state.action_name(one, seat)) for seat, one in zip(state.actors, actions, strict=True))

    @property
    def legend(self) -> str:
        """What the signs of turns mean; empty where they need no explanation."""
        notation = self.match.game.definition.notation
        return notation.legend(self.match.game) if isinstance(notation, HasLegend) else ""

    @property
    def layouts(self) -> tuple[str, ...]:
        """The layouts of the game; empty if there is only one."""
        return layouts(self.match.game)

    @property
    def waits(self) -> bool:
        """Whether this browser waits for its next turn, so that the page reserves space for its controls."""
        nothing_to_play = self.at is None and self.draft is None and not self.view.live
        return nothing_to_play and bool(self.access.seats) and not self.match.over

    @cached_property
    def links(self) -> MatchLinks:
        """The addresses that the page links to."""
        return MatchLinks(self)

    @cached_property
    def panel(self) -> SeatPanel:
        """The controls of this browser's seats for everything but turns."""
        return SeatPanel(self)

    @cached_property
    def hinted(self) -> list[int]:
        """The numbers of the turns for which hints were given, as people count them."""
        coming = coming_number(self.numbered)
        return [self.turn_number(line) if line <= self.last else coming for line in self.match.hints]

    @property
    def review(self) -> ReviewPanel | None:
        """The review of the match; None while there is none."""
        return ReviewPanel(self, self.analyses.review) if self.analyses.review else None

    @cached_property
    def status(self) -> MatchStatus:
        """The status of the match, in sentences."""
        return MatchStatus(self, self.panel)


def match_data(page: MatchPage) -> MatchData:
    """Return the data of the page of a match."""
    view, match = page.view, page.match
    offer = match.offer and Offer(match.offer.kind, match.offer.seat, list(match.offer.accepted))
    return MatchData(
        match=view.id,
        number=view.number,
        revision=view.revision,
        turn_count=match.count.number,
        record=str(match.record()),
        seats=sorted(page.access.seats),
        open=list(view.open_seats),
        sealed={str(seat): order for seat, order in match.sealed.items()},
        offer=offer,
        may_answer=page.panel.may_answer,
        left={str(seat): seconds for seat, seconds in page.left.items()},
        gone={str(seat): absence.seconds for seat, absence in page.gone.items()},
        seat=page.panel.seat,
        live=view.live is not None,
        status=page.status.text,
        news=page.status.news,
        offered=page.panel.offer_text,
        error=page.problem or page.notice,
        invitations={
            str(seat): invitation_address(view.id, assignment.invitation.token)
            for seat, assignment in enumerate(view.seats)
            if page.access.host and assignment.invitation
        },
        review=page.review.data if page.review else None,
        commands=page.panel.commands,
        ratings={
            str(seat): SeatRatingData(one.number, one.is_provisional, one.change) for seat, one in page.ratings.items()
        },
    )
