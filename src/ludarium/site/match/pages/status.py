"""The status of a match, in sentences, and the addresses that its page links to."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from urllib.parse import urlencode

from ludarium.core.definition import HasRolls
from ludarium.core.kernel import CHANCE
from ludarium.core.rolls import NumberedTurn
from ludarium.core.spec import parse_game_spec
from ludarium.core.text import counted
from ludarium.core.tutorial import aim, goal
from ludarium.match.match import Match
from ludarium.match.numbers import has_begun, number_caption
from ludarium.match.telling import tell_turn, tell_turn_briefly
from ludarium.match.verdict import BROKEN_OFF, describe_outcome, describe_result, short_name
from ludarium.site.ground.values import Live
from ludarium.site.match.clocks import Pauses
from ludarium.site.match.pages.displayed import DisplayedMatch
from ludarium.site.match.pages.seat_panel import SeatPanel
from ludarium.site.words import analysis_address, describe_tick, listed, match_address, retry_address

_YOURS = "Your turn."


@dataclass(frozen=True)
class MatchLinks:
    """The addresses of a match page; those of the same match keep its display mode, except `path`."""

    page: DisplayedMatch

    @property
    def path(self) -> str:
        """The address of the match in the usual display mode."""
        return match_address(self.page.view.id)

    @property
    def home(self) -> str:
        """The address of the match."""
        return self._to()

    @property
    def address(self) -> str:
        """The address of exactly the displayed content."""
        if self.page.at is not None:
            return self._to(f"/at/{self.page.at}")
        return self.with_draft(self.page.draft.address if self.page.draft else "")

    @property
    def refresh(self) -> str:
        """The address that an open page requests when the match has changed.

        It names the offer of this browser, so that the answer can say that it was declined.
        """
        offer = self.page.match.offer
        if offer is None or self.page.at is not None or self.page.access.seats != {offer.seat}:
            return self.address
        return self._here(offer=offer.kind, of=self.page.last)

    def in_layout(self, layout: str) -> str:
        """Return the address of exactly the displayed content, drawn in another layout from now on."""
        return self._here(layout=layout)

    def with_draft(self, draft: str) -> str:
        """Return the address of the match with another draft."""
        return self._to(turn=self.page.last, draft=draft) if draft else self.home

    @property
    def hint(self) -> str:
        """The address at which a hint is asked for, from which one comes back to the draft."""
        draft = ",".join(map(str, self.page.draft.actions)) if self.page.draft else ""
        return match_address(
            self.page.view.id, "/ask", **({"turn": str(self.page.last), "draft": draft} if draft else {})
        )

    @property
    def listed(self) -> str:
        """The address of the match with a list of the actions that may come next."""
        return self._to(list="yes")

    @property
    def next_action(self) -> str:
        """The address of the draft with one more action, without the action's number; empty if none may follow."""
        draft = self.page.draft
        return self.with_draft(draft.then(0))[:-1] if draft and not draft.complete else ""

    @property
    def steps(self) -> tuple[tuple[str, str, str | None], ...]:
        """The buttons that step through the turns: label, key, and address or None."""
        here, last = self.page.displayed, self.page.last
        back, on = here > 0, here < last
        ends = [turn.played for turn in self.page.numbered]
        before = max((end for end in ends if end < here), default=0)
        after = min((end for end in ends if end > here), default=last)
        return (
            ("First position", "Home", self._at(0) if back else None),
            ("Previous turn", "ArrowLeft", self._at(before) if back else None),
            ("Next turn", "ArrowRight", self._at(after) if on else None),
            ("Last position", "End", self._at(last) if on else None),
        )

    def analysed(self, played: int, **query: str) -> str:
        """Return the address of the board on which the match is analysed after so many lines of its record."""
        return analysis_address(match=self.page.view.id, at=played, **query)

    def retry(self, played: int) -> str:
        """Return the address at which the turn after so many lines of the record is tried again."""
        return retry_address(self.page.view.id, played)

    @property
    def empty_board(self) -> str:
        """The address of the empty board, with the options of the match."""
        game = self.page.match.game
        options = parse_game_spec(game.spec).options
        return f"/games/{game.name}/board.svg?{urlencode(options)}".removesuffix("?")

    @property
    def another(self) -> str:
        """The address of the form for a match of the same game, with other opponents."""
        game = self.page.match.game
        options = parse_game_spec(game.spec).options
        return f"/games/{game.name}/new?{urlencode({f'option-{name}': value for name, value in options.items()})}"

    @property
    def analysis(self) -> str:
        """The address of an analysis of the displayed position, or of the last one before in which a seat chooses."""
        states = self.page.played.states[: self.page.displayed + 1]
        chosen = [at for at, state in enumerate(states) if state.actors and CHANCE not in state.actors]
        at = chosen[-1] if chosen else self.page.displayed
        return self.analysed(at)

    def _here(self, **query: object) -> str:
        """Return the address of the displayed content with more queries."""
        return f"{self.address}{'&' if '?' in self.address else '?'}{urlencode(query)}"

    def _at(self, number: int) -> str:
        return self._to("" if number == self.page.last else f"/at/{number}")

    def _to(self, place: str = "", **query: object) -> str:
        return match_address(self.page.view.id, place, display=self.page.display, **query)


def _last_turns(numbered: Sequence[NumberedTurn]) -> int:
    """Return how many of the last turns the news has: before a roll without a turn it has the turn before."""
    return 2 if len(numbered) > 1 and not numbered[-1].text and numbered[-1].number else 1


def _of_others(numbered: Sequence[NumberedTurn], match: Match, own: Container[int]) -> list[NumberedTurn]:
    """Return the last turns of seats that are not the reader's: the ones since the reader's own turn.

    It is empty if there are none, if the reader has no seat or all, and where seats act at once.
    """
    others = {seat for seat in range(match.game.seats) if seat not in own}
    if len(others) == match.game.seats:
        return []
    found = [*takewhile(lambda turn: turn.number and turn.seat in others, reversed(numbered))]
    return found[: len(others)][::-1]


def _since_it_was_won(numbered: Sequence[NumberedTurn], match: Match) -> list[NumberedTurn]:
    """Return the turns from that on by which a race was won whose others then rolled until the round was over.

    It is empty for other matches: their last turn has decided them.
    """
    after = [turn.seat not in match.winners for turn in reversed(numbered)]
    count = after.index(False) + 1 if False in after else 0
    goes_on = 1 < count <= match.game.seats and bool(numbered[-1].roll) and not match.state.actors
    return [*numbered[-count:]] if goes_on else []


@dataclass(frozen=True)
class MatchStatus:
    """The sentences at the top of a match page."""

    page: DisplayedMatch
    panel: SeatPanel

    @property
    def text(self) -> str:
        """The result, whose turn it is, or the state of a live match."""
        match, view, draft = self.page.match, self.page.view, self.page.draft
        if match.payoffs is not None:
            own, counts = self.page.access.seats, self.page.counts
            return describe_result(match, own, self.change, counts=counts, rated=view.rated)
        if view.live:
            return self._live(view.live)
        if draft and self.panel.invited:
            return f"Waiting for {self._names(self.panel.invited)}: you may already choose your first turn."
        if draft:
            return _YOURS if len(self.page.access.seats) == 1 else f"{match.display_name(draft.seat)} to play."
        if view.thinking:
            return f"{self._names(view.thinking)} is {'getting ready' if view.getting_ready else 'thinking'}"
        if {*match.to_act} & {*view.open_seats} or not match.to_act:  # the dice wait until all seats are taken
            return f"{self._joining}."
        if self.page.access.seats & {*match.to_act}:  # on the page of an earlier turn
            return _YOURS
        return f"Waiting for {self._names(match.to_act)}."

    @property
    def change(self) -> str:
        """The reader's rating after a match that is over, and how far the match has changed it; empty if it has not."""
        own = [rating for seat, rating in self.page.ratings.items() if seat in self.page.access.seats]
        return str(own[0]) if len(own) == 1 and own[0].change is not None else ""

    @property
    def why_changes_differ(self) -> str:
        """Why the ratings of two players have changed by different numbers, in a sentence; empty if they have not."""
        ratings = [*self.page.ratings.values()]
        changes = {abs(one.change) for one in ratings if one.change is not None}
        if len(ratings) != 2 or len(changes) < 2 or not any(one.is_provisional for one in ratings):
            return ""
        return "A new rating, marked ?, moves faster than a settled one."

    @property
    def title(self) -> str:
        """The title of the tab: the offer that waits for the reader's answer, or else the status of the page."""
        return self.panel.offer_text if self.panel.may_answer else self.text

    @property
    def is_busy(self) -> bool:
        """Whether a bot thinks, or gets ready for a live match."""
        view = self.page.view
        if self.page.match.over:
            return False
        return bool(view.thinking) or (self.page.running and view.live is not None and bool(view.live.getting_ready))

    @property
    def news(self) -> str:
        """The last turn in words, with the roll of the next one; empty in a live match.

        Several turns since the reader's own are said in few words each, so that none of them is left out.
        """
        page = self.page
        if page.view.live:
            return ""
        numbered = [turn for turn in page.numbered if turn.played <= page.displayed]
        opened = next((turn for turn in page.numbered if turn.first + 1 == page.displayed < turn.played), None)
        if opened:  # the position is that after the roll
            numbered.append(opened._replace(text="", played=page.displayed))
        named = numbered[-_last_turns(numbered) :]
        if page.match.over and page.at is None:  # nobody plays after the last roll, if it has begun a turn
            named = numbered[-2:-1] if has_begun(page.match) else _since_it_was_won(numbered, page.match) or named
        said = [partial(tell_turn, turn=turn) for turn in named]
        begun = numbered[-1:] if has_begun(page.match) else []
        others = _of_others(numbered[: len(numbered) - len(begun)], page.match, page.access.seats)
        if len(others) > 1 and page.at is None and not page.match.over:
            said = [partial(tell_turn_briefly, turn=turn) for turn in others]
            said += [partial(tell_turn, turn=turn) for turn in begun]
        return " ".join(say(page.match, states=page.played.states, you=page.access.seats) for say in said)

    @property
    def task(self) -> str:
        """What the roll asks for, when the reader's turn begins; empty where the game has no words for that."""
        match, draft = self.page.match, self.page.draft
        notation = match.game.definition.notation
        is_due = draft is not None and not draft.actions and has_begun(match) and self.text == _YOURS
        return notation.tell_roll(self.page.state) if is_due and isinstance(notation, HasRolls) else ""

    @property
    def caption(self) -> str:
        """The position, or what to do next, in a sentence."""
        if self.page.at is not None:
            return self.position
        if self.page.match.over:  # the result stands above
            return ""
        if self.page.draft and self.page.draft.complete:
            return "Turn complete: confirm it or undo."
        caption = self.page.board_view.scene.caption
        is_in_news = self.news and not self.page.display  # a projector shows the caption alone
        if is_in_news and has_begun(self.page.match):  # who has rolled what, and what was played before, is said above
            caption = caption.rpartition("; ")[2].capitalize() if caption.endswith(("left", "the last turn")) else ""
        return number_caption(self.page.match, caption).rstrip()

    @property
    def takebacks(self) -> str:
        """The number of turns that were taken back, in a sentence; empty if there are none. The record has them."""
        count = len(self.page.match.takebacks)
        return f"Turns were taken back {count} times." if count > 1 else "A turn was taken back." if count else ""

    @property
    def position(self) -> str:
        """The position of the match that the page displays, in a sentence."""
        page = self.page
        turn = next((turn for turn in page.numbered if turn.first < page.displayed <= turn.played), None)
        number, last = page.turn_number(page.displayed), page.turn_number(page.last)
        is_rolled = turn and turn.number and turn.roll and page.displayed == turn.first + 1
        is_to_move = is_rolled and CHANCE not in page.state.actors
        return f"Position after {'the roll of ' if is_to_move else ''}turn {number} of {last}."

    @property
    def plate(self) -> str:
        """How it ended, and after how many turns, for the plate below the board; empty while the match goes on."""
        page = self.page
        if not page.match.over:
            return ""
        who = describe_outcome(page.match, page.access.seats, counts=page.counts)
        number = page.turn_number(page.last)
        between = "after" if who in ("Draw", BROKEN_OFF) else "in"
        return f"{who} {between} {counted(number, 'turn')}" if number else who

    @property
    def shared(self) -> str:
        """How the match stands, for whom a link is sent: its end, or how many turns; empty before the first."""
        page = self.page
        number = max(
            (turn.number or 0 for turn in page.numbered if turn.text and turn.played <= page.displayed), default=0
        )
        is_end = page.match.over and page.displayed == page.last
        return self.plate if is_end else f"after {counted(number, 'turn')}" if number else ""

    @property
    def aim(self) -> str:
        """What the game is about, and how it is won, while a match waits for its players; empty once it has begun."""
        page, view = self.page, self.page.view
        waits = bool(view.open_seats) or (view.live is not None and bool(view.people) and not page.running)
        return aim(page.match.game) if waits and not (page.match.over or self.panel.has_started) else ""

    @property
    def goal(self) -> str:
        """How the game is won, in a sentence; empty where its lessons do not say it."""
        return goal(self.page.match.game)

    @property
    def victors(self) -> tuple[int, ...]:
        """The seats whose colours the plate has: the winners, or all of them if nobody has won."""
        return self.page.winners or tuple(range(self.page.match.game.seats))

    @property
    def players(self) -> str:
        """The names of the players."""
        match = self.page.match
        return ", ".join(map(match.display_name, range(match.game.seats)))

    @property
    def _joining(self) -> str:
        """How many players are awaited at open seats, in words."""
        seats = len(self.page.view.open_seats)
        return f"Waiting for {'an opponent' if seats == 1 else f'{seats} opponents'} to join"

    def _names(self, seats: Sequence[int]) -> str:
        return listed([short_name(self.page.match, seat) for seat in seats])

    def _live(self, live: Live) -> str:
        unready = [seat for seat in self.page.view.people if seat not in live.ready]
        if self.page.running and live.getting_ready:
            return f"{self._names(live.getting_ready)} is getting ready"
        if self.page.running:
            return f"Live: {describe_tick(live.tick)}."
        if self.page.pauses and (said := self._pause(self.page.pauses)):
            return said
        if (self.panel.has_started and not live.ready) or live.expires_at:
            return "Paused."
        return self._readiness(live, unready)

    def _readiness(self, live: Live, unready: Sequence[int]) -> str:
        """Return which players are ready, for the reader: each reads that the other one is ready."""
        view, mine, button = self.page.view, self.page.access.seats, "Resume" if self.panel.has_started else "Ready"
        others = [seat for seat in live.ready if seat not in mine]
        if mine & {*unready}:
            if not others and view.open_seats:
                return f"{self._joining}: you may already press {button}."
            if not others:
                return f"Press {button} to start."
            verbs = "is ready and waits" if len(others) == 1 else "are ready and wait"
            return f"{self._names(others)} {verbs} for you: press {button}."
        if not unready:
            return "Ready to start."
        you = "You are ready. " if mine & {*live.ready} else ""
        missing = [seat for seat in unready if seat not in view.open_seats]
        if not missing:
            return f"{you}{self._joining}."
        said = f"{self._names(others)} {'is' if len(others) == 1 else 'are'} ready. " if others else ""
        return f"{you}{said}Waiting for {self._names(missing)} to be ready."

    def _pause(self, pauses: Pauses) -> str:
        """Return the limits of the current pause, in sentences; empty if there are none."""
        if pauses.ends_in is None:
            return ""
        if pauses.have_ended:
            return "The pause is over: the match goes on as soon as one player is ready."
        if pauses.by is None:
            return f"Paused. In {pauses.ends_in // 3600 + 1} hours the match goes on without those who are not ready."
        return f"Paused by {self._names([pauses.by])} for {counted(pauses.ends_in, 'second')} more."
