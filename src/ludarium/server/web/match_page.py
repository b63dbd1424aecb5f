"""What the page of a match shows to whoever looks at it: one value, from which the template is filled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlencode

from ludarium.club.service import Live, MatchView
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.core.spec import parse_spec
from ludarium.core.text import counted
from ludarium.match.match import Match
from ludarium.scenes.scene import draw
from ludarium.server.web.access import SeatAccess, match_address
from ludarium.server.web.board_view import BoardView
from ludarium.server.web.draft import Draft
from ludarium.server.web.live_panel import Panel, tempo
from ludarium.server.web.played import Played, play_out
from ludarium.server.web.words import listed, sentence

_DECLINED = {
    "draw": "Draw offer declined.",
    "takeback": "Takeback declined.",
}

_AROUND = 150
"""Turns that are listed before and after the one that is looked at."""


class Turn(NamedTuple):
    """A line in the list of turns; `seat` is -1 for dice and for turns that several seats took at once."""

    number: int
    seat: int
    text: str


@dataclass(frozen=True)
class MatchPage:
    """A match as one browser sees it.

    `at` is the number of turns after which to look at it, None for now. `problem` is what is wrong with the turn that
    was typed, `typed`; `notice` is any other news. `running` is whether a live match runs now, `left` what the clocks
    show. `display` is `projector` in a classroom, else empty.
    """

    view: MatchView
    held: SeatAccess
    at: int | None = None
    draft: Draft | None = None
    typed: str = ""
    problem: str = ""
    notice: str = ""
    running: bool = False
    left: Mapping[int, float] = field(default_factory=dict)
    display: str = ""

    @classmethod
    def lay(cls, view: MatchView, held: SeatAccess, *, turn: str = "", draft: str = "") -> MatchPage:
        """The match as it stands, with the turn that the browser's address has begun.

        A draft of another turn than the one that is to be played is out of date, and dropped.
        """
        seat = next((seat for seat in view.match.to_act if seat in held.seats), None)
        if seat is None or view.live:
            return cls(view, held)
        empty = Draft(view.match.state, seat)
        if not draft or turn != str(len(view.match.turns)):
            return cls(view, held, draft=empty)
        try:
            return cls(view, held, draft=Draft.parse(view.match.state, seat, draft))
        except LudariumError as error:
            return cls(view, held, draft=empty, notice=sentence(error))

    @classmethod
    def look(cls, view: MatchView, held: SeatAccess, at: int) -> MatchPage:
        """The match as it stood after so many turns.

        Raises `ParseError` where it has not come so far.
        """
        last = len(view.match.turns)
        if at > last:
            raise ParseError(f"this match has {counted(last, 'turn')}, so there is no position after {at}")
        return cls(view, held, at)

    def but(self, *, typed: str = "", problem: str = "", notice: str = "") -> MatchPage:
        """The same with news for whoever looks at it."""
        return replace(self, typed=typed, problem=problem, notice=notice)

    @property
    def match(self) -> Match:
        """What is played."""
        return self.view.match

    @property
    def path(self) -> str:
        """The address of the match."""
        return match_address(self.view.id)

    @property
    def home(self) -> str:
        """The address of the match in the display mode in which it is seen."""
        return self._to()

    def _to(self, place: str = "", **query: object) -> str:
        return match_address(self.view.id, place, display=self.display, **query)

    @property
    def address(self) -> str:
        """The address of exactly what is seen."""
        if self.at is not None:
            return self._to(f"/at/{self.at}")
        return self.with_draft(self.draft.address if self.draft else "")

    @property
    def again(self) -> str:
        """The address from which an open page asks for itself: it tells what this browser offers, to hear of a no."""
        offer = self.match.offer
        if offer is None or self.at is not None or self.held.seats != {offer.seat}:
            return self.address
        return f"{self.address}{'&' if '?' in self.address else '?'}{urlencode({'offer': offer.kind, 'of': self.last})}"

    def answered(self, offer: str, of: str) -> MatchPage:
        """The same with word that an offer was declined: it was seen before the same turn, and is gone."""
        if offer not in _DECLINED or of != str(self.last) or self.match.offer or self.match.over:
            return self
        return self if self.notice else self.but(notice=_DECLINED[offer])

    def with_draft(self, draft: str) -> str:
        """The address of the match with another draft."""
        return self._to(turn=self.last, draft=draft) if draft else self.home

    @property
    def next_address(self) -> str:
        """The address of the draft with one more action, but for the action's number; empty where none may come."""
        return self.with_draft(self.draft.then(0))[:-1] if self.draft and not self.draft.complete else ""

    @property
    def last(self) -> int:
        """How many turns have been played."""
        return len(self.match.turns)

    @property
    def shown(self) -> int:
        """How many turns have been played in the position that is seen."""
        return self.last if self.at is None else self.at

    @property
    def ways(self) -> tuple[tuple[str, str, str | None], ...]:
        """Where to step: a name, the key that does the same, and the address, if there is any."""
        here, last = self.shown, self.last
        back, on = here > 0, here < last
        return (
            ("First position", "Home", self._at(0) if back else None),
            ("Previous turn", "ArrowLeft", self._at(here - 1) if back else None),
            ("Next turn", "ArrowRight", self._at(here + 1) if on else None),
            ("Last position", "End", self._at(last) if on else None),
        )

    def _at(self, number: int) -> str:
        return self._to("" if number == self.last else f"/at/{number}")

    @cached_property
    def _played(self) -> Played:
        return play_out(self.match.start, tuple(entry.text for entry in self.match.turns))

    @property
    def state(self) -> State:
        """The position that is looked at, before any draft."""
        return self._played.states[self.shown]

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The turns around the position that is seen, with who played them."""
        first, last = max(0, self.shown - _AROUND), self.shown + _AROUND
        played = zip(self._played.states[first:last], self.match.turns[first:last], strict=False)
        return tuple(Turn(n, _sole(state.actors), entry.text) for n, (state, entry) in enumerate(played, first + 1))

    @cached_property
    def sight(self) -> BoardView:
        """The picture, with what this browser has chosen of its turn; it may touch what it may play."""
        walk, state = [action for turn in self._played.walks[: self.shown] for action in turn], self.state
        draft = self.draft
        if draft and draft.walk and not draft.joint:
            walk, state = [*walk, *draft.walk], draft.state
        orders = self.live.orders if self.live else {draft.seat: draft.choices} if draft else {}
        return BoardView(draw(state, self.match.start, walk), orders)

    @cached_property
    def live(self) -> Panel | None:
        """What may be done in a live match that goes on and is looked at as it stands."""
        if self.view.live is None or self.at is not None or self.match.over:
            return None
        return Panel(self.view, self.view.live, self.held, self.running)

    @property
    def caption(self) -> str:
        """The position in a sentence, or what is to be done about it."""
        if self.at is not None or self.match.termination:  # nobody is to move who has resigned
            return f"Position after turn {self.shown} of {self.last}."
        if self.draft and self.draft.complete:
            return "Turn complete: confirm it or undo."
        return self.sight.scene.caption

    @property
    def board(self) -> str:
        """The address of the empty board, with the options of the match."""
        game = self.match.game
        _, options = parse_spec(game.spec)
        return f"/games/{game.name}/board.svg?{urlencode(options)}".removesuffix("?")

    @property
    def title(self) -> str:
        """Who plays."""
        return ", ".join(map(self.match.display_name, range(self.match.game.seats)))

    @property
    def status(self) -> str:
        """How the match stands, as one sentence."""
        match, waiting = self.match, [seat for seat in self.match.to_act if seat not in self.view.thinking]
        if match.payoffs is not None:
            return _result(self)
        if self.view.live:
            return self._tempo(self.view.live)
        if self.draft:
            whose = "Your turn" if len(self.held.seats) == 1 else f"{self.match.display_name(self.draft.seat)} to play"
            return f"{whose}."
        if self.view.thinking:
            return f"{listed([self.match.display_name(seat) for seat in self.view.thinking])} is thinking"
        return f"Waiting for {listed([self.match.display_name(seat) for seat in waiting])}."

    def _tempo(self, live: Live) -> str:
        waited = [self.match.display_name(seat) for seat in self.view.people if seat not in live.ready]
        if self.running:
            return f"Live: {tempo(live.tick)}."
        if (self.begun and not live.ready) or live.expires_at:
            return "Paused."
        return f"Waiting for {listed(waited)} to be ready." if waited else "Ready to begin."

    @property
    def begun(self) -> bool:
        """Whether anybody has played, and not only the dice."""
        return any(state.actors != (CHANCE,) for state in self._played.states[:-1])

    @property
    def waits(self) -> bool:
        """Whether a turn of this browser's is to come, so that the page keeps the place for it."""
        idle = self.at is None and self.draft is None and not self.view.live
        return idle and bool(self.held.seats) and not self.match.over

    def awaits(self, seat: int) -> bool:
        """Whether nobody seems to have taken the seat: it is not this browser's, and has not played."""
        return seat not in self.held.seats and not self._has_played(seat) and not self.match.over

    def _has_played(self, seat: int | None) -> bool:
        return any(seat in state.actors for state in self._played.states[:-1])

    @property
    def speaker(self) -> int | None:
        """The seat for which this browser resigns, offers and answers; None where it holds none, or all is over."""
        if self.match.over or not self.held.seats:
            return None
        offer = self.match.offer
        answering = [seat for seat in sorted(self.held.seats) if offer and seat not in (offer.seat, *offer.accepted)]
        return self.draft.seat if self.draft and not offer else (answering or sorted(self.held.seats))[0]

    @property
    def may_answer(self) -> bool:
        """Whether the speaker has an offer before it that another seat made."""
        offer = self.match.offer
        return offer is not None and self.speaker is not None and self.speaker not in (offer.seat, *offer.accepted)

    @property
    def offered(self) -> str:
        """The offer that stands, as a sentence."""
        offer = self.match.offer
        if offer is None:
            return ""
        asks = "offers a draw" if offer.kind == "draw" else "requests a takeback"
        return f"{self.match.display_name(offer.seat)} {asks}."

    @property
    def may_take_back(self) -> bool:
        """Whether the speaker has played a turn."""
        return not self.view.live and self._has_played(self.speaker)


def _sole(actors: Sequence[int]) -> int:
    return actors[0] if len(actors) == 1 else CHANCE


_HOW = {"resignation": " by resignation", "time": " on time", "agreement": " by agreement"}
"""How a sentence about the result names an ending; all others follow a colon."""


def _result(page: MatchPage) -> str:
    """Return the result as a sentence."""
    payoffs = page.match.payoffs or ()
    winners = [seat for seat, payoff in enumerate(payoffs) if payoff]
    ending = page.match.ending.removeprefix("a draw: ").removeprefix("a tie: ")
    how = _HOW.get(ending, f": {ending}")
    if len(winners) == len(payoffs):
        return f"Draw{how}."
    return f"{listed([page.match.display_name(seat) for seat in winners])} won{how}."
