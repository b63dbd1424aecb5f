"""A match as one browser displays it, before any sentence and link, with the controls of a live one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from ludarium.core.cached import cached_property
from ludarium.core.errors import ParseError
from ludarium.core.game import State
from ludarium.core.rolls import NumberedTurn, number_turns, turn_for, turn_number
from ludarium.match.clock import format_clock
from ludarium.match.match import Match
from ludarium.match.numbers import number_caption
from ludarium.match.telling import advise_turn, reader_of
from ludarium.scenes import svg
from ludarium.scenes.finale import finale
from ludarium.scenes.picture import Picture, draw, follow, highlight, seen_by
from ludarium.scenes.pixels import without_touches
from ludarium.scenes.scene import Scene
from ludarium.scenes.turns import SeatTurn, before_it_ends, with_order, with_turn
from ludarium.site.board import BoardView, Draft, choices
from ludarium.site.bots.analyses import NOTHING, MatchAnalyses
from ludarium.site.ground.values import Live
from ludarium.site.match.clocks import ALL_PAUSES, LONGEST_PAUSE, Pauses
from ludarium.site.match.played import Moment, TurnStates, play_out
from ludarium.site.match.presence import Absence
from ludarium.site.match.seating import SeatAccess
from ludarium.site.match.views import MatchView
from ludarium.site.ratings.ratings import SeatRating
from ludarium.site.words import PACES, describe_tick


@dataclass(frozen=True)
class LivePanel:
    """The controls of one browser for a live match.

    `running` is whether the match is running now, and `pauses` are those of a rated match.
    """

    view: MatchView
    live: Live
    access: SeatAccess
    running: bool
    pauses: Pauses | None = None

    @cached_property
    def orders(self) -> Mapping[int, tuple[int, ...]]:
        """The actions that this browser may order, by seat."""
        state = self.view.match.state
        return {seat: state.legal(seat) for seat in state.actors if seat in self.access.seats}

    @property
    def key_sets(self) -> Mapping[int, tuple[tuple[str, ...], ...]]:
        """The sets of keys that control this browser's seats: all sets for a single seat, else one for each seat."""
        sets, seats = self.view.match.game.definition.keys, list(self.orders)
        if len(seats) == 1:
            return {seats[0]: sets}
        return {seat: (keys,) for seat, keys in zip(seats, sets, strict=False)}

    @property
    def keys(self) -> str:
        """The seat and action of every key, as JSON for the page's script."""
        pairs = ((seat, keys) for seat, sets in self.key_sets.items() for keys in sets)
        return json.dumps({key: [seat, action] for seat, keys in pairs for action, key in enumerate(keys)})

    @property
    def paces(self) -> Mapping[str, str]:
        """The labels of the paces to choose from, including the current one, by the seconds of a tick."""
        return {f"{self.live.tick:g}": describe_tick(self.live.tick)} | PACES

    @property
    def may_control(self) -> bool:
        """Whether this browser may start and pause the match."""
        return self.access.may_control(self.view.people)

    @property
    def may_step(self) -> bool:
        """Whether this browser may play single turns."""
        return self.access.may_step(self.view.people)

    @property
    def unready(self) -> tuple[int, ...]:
        """The seats of the people who are not ready."""
        ready = () if self.live.expires_at else self.live.ready
        return tuple(seat for seat in self.view.people if seat not in ready)

    @property
    def is_awaited(self) -> bool:
        """Whether the match waits until this browser is ready."""
        if self.running or not self.may_control:
            return False
        if self.pauses and self.pauses.have_ended:
            return True
        return not self.view.people or bool(self.access.seats & {*self.unready})

    @property
    def pause_rule(self) -> str:
        """The allowed pauses of a rated match, and the time left for them, in sentences; empty in another match."""
        if self.pauses is None:
            return ""
        match, left = self.view.displayed, self.pauses.left
        each = ", ".join(f"{match.display_name(seat)} {format_clock(left[seat])}" for seat in self.view.people)
        longest, whole = f"{LONGEST_PAUSE:.0f} seconds", f"{ALL_PAUSES / 60:.0f} minutes"
        rule = f"A player may pause for {longest} at a time and {whole} in all, and then the others may go on."
        return f"This match is rated. {rule} Pauses left: {each}."


def tick_data(view: MatchView, seats: Iterable[int] = ()) -> str:
    """Return the picture of a live match as JSON, for the open pages of the person with these seats."""
    match = view.match
    played = play_out(match.start, tuple(entry.text for entry in match.turns))
    scene = draw(seen_by(played.picture(len(match.turns)), seats))
    caption = number_caption(view.match, scene.caption)  # as the page has it
    return json.dumps(
        {"match": view.id, "choices": choices(scene), **svg.frame(scene), "caption": caption}, separators=(",", ":")
    )


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
    | `gone`     | by seat: who has left a match with a live clock or with ticks              |
    | `no_rematch` | why this browser may offer no rematch; empty if it may                  |
    | `ratings`  | by seat: the rating of who plays it in a rated match                       |
    | `counts`   | whether who breaks the match off has lost it, as in a tournament           |
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
    gone: Mapping[int, Absence] = field(default_factory=dict)
    ratings: Mapping[int, SeatRating] = field(default_factory=dict)
    no_rematch: str = ""
    counts: bool = False

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
        ordered = SeatTurn(draft.seat, draft.actions) if draft and draft.simultaneous else None
        if draft and not draft.simultaneous:
            actions += draft.actions
        orders = self.live.orders if self.live else {draft.seat: draft.choices} if draft else {}
        winners = self.winners if self.match.over and self.displayed == self.last else None
        return _draw(
            moment,
            actions,
            self.access.seats,
            self.layout,
            tuple(orders.items()),
            winners,
            self._advised(),
            lit=not self.live,
            ordered=ordered,
            confirmed=not (self.draft and self.draft.complete),
        )

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; none in a draw, in a match that nobody has won, or while it goes on."""
        return () if self.match.is_broken_off and not self.counts else self.match.winners

    @property
    def reader(self) -> int:
        """The seat whose numbers of cells the board, the lists and the sentences have."""
        return reader_of(self.match, self.access.seats)

    def as_read(self, turn: str, at: int | None = None) -> str:
        """Return a turn from the displayed position, or from another, as the board numbers its places."""
        return turn_for(self.state if at is None else self.played.states[at], turn, self.reader)

    def in_words(self, seat: int, turn: str, at: int | None = None) -> str:
        """Return in words what a turn from the displayed position or another would do; empty without other words."""
        state = self.state if at is None else self.played.states[at]
        words = advise_turn(self.match, state, seat, turn, self.access.seats) if turn else ""
        return "" if words == turn else words

    def better(self, seat: int) -> Scene:
        """Return the displayed position with the turn that the review's bot would play for a seat, without hints.

        Raises `ParseError` where there is none.
        """
        advised = tuple(turn for turn in self._advised() if turn.seat == seat)
        if self.draft or not advised:
            raise ParseError("no turn is advised here: expected a seat and a position of a match that is reviewed")
        picture = seen_by(self.played.picture(self.displayed), self.access.seats)
        return _with_turns(without_touches(draw(picture, self.layout)), picture, advised, self.layout)

    def _advised(self) -> tuple[SeatTurn, ...]:
        """Return the turns, or the rest of one, that a hint names for the draft, or that a review's bot would play."""
        if not self.state.actors:
            return ()
        if self.draft:
            drafts, advice = [self.draft], self.analyses.hint
        else:
            drafts = [Draft(self.state, seat) for seat in self.state.actors if seat >= 0]
            advice = self.analyses.review.at(self.displayed) if self.analyses.review else None
        said = [(draft, advice.of(draft.seat)) for draft in drafts] if advice else []
        wholes = ((one, one.actions + one.rest_of(of.turn)) for one, of in said if of and of.turn)
        return tuple(SeatTurn(one.seat, whole, len(one.actions)) for one, whole in wholes if whole != one.actions)

    @property
    def strays(self) -> bool:
        """Whether the draft has begun another turn than the one that a hint names: it must be undone first."""
        said = self.analyses.hint.of(self.draft.seat) if self.draft and self.analyses.hint else None
        return bool(self.draft and said and said.turn and not self.draft.agrees(said.turn))

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
    advised: tuple[SeatTurn, ...] = (),
    *,
    lit: bool,
    ordered: SeatTurn | None = None,
    confirmed: bool = True,
) -> BoardView:
    """Return the picture after some actions since a moment, as the person with these seats sees it.

    `winners` are those of a match that is over, with this picture as its last one; `lit` says whether highlights are
    drawn, which the ticks of a live match would leave behind. `advised` are turns of which the rest is drawn on it,
    and `ordered` is what the person has chosen where all choose at once. A turn that is not `confirmed` has not ended.
    """
    picture = seen_by(follow(moment.picture, actions), seats)
    scene = draw(picture, layout)
    if not confirmed and not ordered:
        scene = before_it_ends(scene, draw(seen_by(follow(moment.picture, actions[:-1]), seats), layout))
    if winners is not None and picture.state.actors:  # it has ended outside the rules: nothing more can be played
        scene = without_touches(scene)
    elif lit:
        scene = highlight(picture, scene)
    if winners is not None:
        scene = replace(scene, finale=finale(picture, scene, winners))
    if advised:
        begun = actions[: len(actions) - max(turn.played for turn in advised)]
        scene = _with_turns(scene, seen_by(follow(moment.picture, begun), seats), advised, layout)
    if ordered:
        scene = with_order(scene, ordered)
    first = next(((turn.seat, turn.actions[turn.played]) for turn in advised), None)
    return BoardView(scene, dict(orders), first)


def _with_turns(scene: Scene, picture: Picture, turns: Sequence[SeatTurn], layout: str) -> Scene:
    """Return a drawing with turns of several seats drawn on it that begin at a picture."""
    for turn in turns:
        scene = with_turn(scene, picture, turn, layout)
    return scene
