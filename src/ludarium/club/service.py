"""What can be asked of the house, whichever door the question comes through.

A door names a seat only after it has checked who asks. `revision` is what the asker last saw: a change asked for on
another one is refused with `Stale`, so a turn sent twice or from two windows is played once. Dice are rolled here,
together with the turn that causes them. Bots answer offers at once and think elsewhere (`bot_workers`).
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from ludarium.club import live
from ludarium.club.notifier import Changes
from ludarium.core.errors import GameOver, IllegalMove, LudariumError, ParseError
from ludarium.core.record import Record
from ludarium.core.registry import load
from ludarium.core.spec import Value
from ludarium.core.text import counted, shorten
from ludarium.match.clock import Clock
from ludarium.match.dice import SYSTEM, seeded
from ludarium.match.match import Match
from ludarium.match.offers import accept_offer, ask_takeback, decline_offer, offer_draw
from ludarium.match.orders import is_simultaneous
from ludarium.match.progress import all_states
from ludarium.search.player import make_bot
from ludarium.store.repository import Store
from ludarium.store.views import HighScore, Live, MatchView, SeatAssignment, Summary

__all__ = ["HighScore", "Live", "MatchView", "NoSuchMatch", "SeatAssignment", "Service", "Stale", "Summary"]

CONTENT = 0.4
"""A bot takes a draw when it last thought its seat worth no more; before it has thought, it takes none."""

POLL = 1.0
"""Seconds between two looks for what other processes have changed."""


class NoSuchMatch(LudariumError):
    """No match has this id."""


class Stale(LudariumError):
    """The match has moved on since the asker last saw it."""


class Service:
    """Every match of the house, live or over weeks; any number of these may share one database.

    Views show no sealed orders but those of the seats that they were asked for.
    """

    def __init__(self, store: Store, *, now: Callable[[], float] = time.time) -> None:
        self.changes = Changes()
        self._store = store
        self._now = now

    def create(
        self,
        spec: str,
        seats: Sequence[SeatAssignment],
        *,
        position: str | None = None,
        clock: Clock | None = None,
        tick: float | None = None,
        seed: int | None = None,
    ) -> MatchView:
        """Begin a match; with a seed its dice can be foretold, without one they come from the system's entropy.

        With a `tick` it is played live, a turn every so many seconds, once the people have said that they are ready.

        Raises a `LudariumError` for a game, position, bot or number of seats that cannot be.
        """
        game = load(spec)
        for plan in seats:
            if plan.kind == "bot":
                make_bot(plan.name, game, 0)
        dice = SYSTEM if seed is None else seeded(seed)
        match = Match.begin(game, [plan.name for plan in seats], position=position, clock=clock, dice=dice).roll()
        if match.over:
            raise GameOver(f"the game is over in this position: {match.ending}")
        if tick is not None and clock is not None:
            raise IllegalMove("a match that is played live has ticks, and no clocks beside them")
        pace = Live(live.parse_tick(tick)) if tick is not None else None
        if pace and not is_simultaneous(game):
            raise IllegalMove(f"{game.name} cannot be played live: its seats decide one after another")
        plans = tuple(replace(plan, name=name) for plan, name in zip(seats, match.players, strict=True))
        now = self._now()
        view = MatchView(secrets.token_urlsafe(12), 0, 0, match, plans, now, now, now, (None,) * len(plans), pace)
        self._store.insert(view)
        self.changes.tell(view.id)
        return view

    def get(self, match_id: str, *, seats: Collection[int] = ()) -> MatchView:
        """The match as it stands, as these seats may see it.

        Raises `NoSuchMatch`.
        """
        return self._current(match_id).seen_from(seats)

    def submit(self, match_id: str, seat: int, text: str, revision: int, *, value: float | None = None) -> MatchView:
        """Play a turn, or seal an order of a joint one; `value` is what a bot thinks its seat is worth.

        Raises `NoSuchMatch`, `Stale`, or what the rules say against the turn.
        """

        def played(view: MatchView) -> MatchView:
            live.unhurried(view)
            took = self._now() - view.began if len(view.match.state.actors) == 1 else None
            values = tuple(value if s == seat and value is not None else v for s, v in enumerate(view.values))
            return replace(view, match=view.match.submit(seat, text, took), values=values)

        return self._change(match_id, seat, revision, played)

    def resign(self, match_id: str, seat: int, revision: int) -> MatchView:
        """Give the match up."""
        return self._change(match_id, seat, revision, lambda view: replace(view, match=view.match.resign(seat)))

    def forfeit(self, match_id: str, seat: int, revision: int, cause: str) -> MatchView:
        """End the match because a seat's program has failed, and say how."""
        return self._change(match_id, seat, revision, lambda view: replace(view, match=view.match.forfeit(seat, cause)))

    def offer_draw(self, match_id: str, seat: int, revision: int) -> MatchView:
        """Offer a draw; a bot accepts one when it last thought its seat worth less, and declines otherwise."""
        return self._offer(match_id, seat, revision, lambda match: offer_draw(match, seat))

    def ask_takeback(self, match_id: str, seat: int, revision: int) -> MatchView:
        """Ask to take the seat's last turn back; a bot consents at once."""
        return self._offer(match_id, seat, revision, lambda match: ask_takeback(match, seat))

    def accept(self, match_id: str, seat: int, revision: int) -> MatchView:
        """Accept what another seat has offered."""
        return self._change(match_id, seat, revision, lambda view: replace(view, match=accept_offer(view.match, seat)))

    def decline(self, match_id: str, seat: int, revision: int) -> MatchView:
        """Decline what another seat has offered, or withdraw the seat's own offer."""
        return self._change(match_id, seat, revision, lambda view: replace(view, match=decline_offer(view.match, seat)))

    def ready(self, match_id: str, seats: Collection[int], tick: Value | None = None) -> MatchView:
        """Say that the people on these seats are ready for a live match to go on; it runs once all are.

        Another `tick` than before is a new proposal, for which nobody else is ready yet.

        Raises `NoSuchMatch`, `InvalidOption`, or `IllegalMove` where the match is not played live.
        """
        asked = None if tick is None else live.parse_tick(tick)
        return self._change(match_id, None, None, lambda view: live.readied(view, seats, asked, self._now()))

    def pause(self, match_id: str) -> MatchView:
        """Halt a live match, until all are ready again; one that is over stays as it is."""
        return self._change(match_id, None, None, live.paused)

    def order(self, match_id: str, seat: int, text: str) -> MatchView:
        """Say what a seat does in a live match from the next tick on."""
        return self._change(match_id, seat, None, lambda view: live.ordered(view, seat, text))

    def tick(self, match_id: str, orders: Mapping[int, str], *, running: bool = True) -> MatchView:
        """Play a turn of a live match that runs, or of one that does not, after these orders of bots.

        In the other case it stays as it is.
        """
        return self._change(match_id, None, None, lambda view: live.ticked(view, orders, self._now(), running=running))

    def running(self, view: MatchView) -> bool:
        """Whether a match is played live just now."""
        return view.running(self._now())

    def left(self, view: MatchView) -> dict[int, float]:
        """The seconds on every seat's clock at this moment; nothing without a clock."""
        left = dict(enumerate(view.match.left))
        if view.deadline is not None:
            left[view.match.to_act[0]] = max(0.0, view.deadline - self._now())
        return left

    def fork(self, match_id: str, turn: int, seats: Sequence[SeatAssignment]) -> MatchView:
        """A new match, without a clock, that begins with the position after that many turns of this one.

        Raises `NoSuchMatch`, `ParseError` where the match has no such turn, or `GameOver` where it was the last.
        """
        match = self._current(match_id).match
        last = len(match.turns)
        if not 0 <= turn <= last:
            raise ParseError(f"the match has {counted(last, 'turn')} so far, so none is number {shorten(str(turn))}")
        return self.create(match.game.spec, seats, position=str(all_states(match)[turn]))

    def record(self, match_id: str) -> Record:
        """The match as a record, complete or not.

        Raises `NoSuchMatch`.
        """
        return self._current(match_id).match.record()

    def recent(self, limit: int = 20) -> tuple[Summary, ...]:
        """The matches that changed last, newest first."""
        return self._store.recent(limit)

    def winner_points(self, game: str, limit: int = 10) -> tuple[HighScore, ...]:
        """The most points that were won at a game of this name: so many of each set-up, the most first.

        Matches that began from a position that was set up do not count.
        """
        return self._store.winner_points(game, limit)

    def flag(self) -> None:
        """End every match in which a clock has run out."""
        for match_id in self._store.overdue(self._now()):
            with suppress(LudariumError):  # a match that cannot be read must not stop the clocks of the others
                self._current(match_id)

    async def changed(self, match_id: str, revision: int, *, patience: float = 20.0) -> int:
        """Wait until the match is past a revision, at most `patience` seconds; returns the revision it has.

        Changes made in this process are heard of at once, those of others by a look every second.

        Raises `NoSuchMatch`.
        """
        until = time.monotonic() + patience
        with self.changes.event(match_id) as heard:
            while True:
                heard.clear()
                current = await asyncio.to_thread(self._store.revision, match_id)
                if current is None:
                    raise _no_match(match_id)
                left = until - time.monotonic()
                if current > revision or left <= 0:
                    return current
                try:
                    await asyncio.wait_for(heard.wait(), min(left, POLL))
                except TimeoutError:
                    continue

    def _offer(self, match_id: str, seat: int, revision: int, offer: Callable[[Match], Match]) -> MatchView:
        """Offer something, which the bots answer at once."""
        return self._change(match_id, seat, revision, lambda view: _answered(view, offer(live.unhurried(view))))

    def _current(self, match_id: str) -> MatchView:
        """The match as it stands, ended by the clock where that has run out."""
        while (view := self._store.load(match_id)) is not None:
            if view.deadline is None or self._now() <= view.deadline:
                return view
            (seat,) = view.match.to_act
            self._saved(view, replace(view, match=view.match.flag(seat)))
        raise _no_match(match_id)

    def _change(
        self, match_id: str, seat: int | None, revision: int | None, change: Callable[[MatchView], MatchView]
    ) -> MatchView:
        """Change the match that the asker saw, or one in which only orders were sealed since.

        Without a revision, and live, whatever it has come to.
        """
        while True:
            view = self._current(match_id)
            if revision is not None and not view.live and not view.settled <= revision <= view.revision:
                raise Stale(_moved_on(view.match, seat))
            new = change(view)
            saved = view if new is view else self._saved(view, new)
            if saved is not None:
                return saved.seen_from(() if seat is None else (seat,))

    def _saved(self, old: MatchView, new: MatchView) -> MatchView | None:
        """Keep what came of a match, dice rolled, and tell; None where somebody else was faster."""
        now, revision = self._now(), old.revision + 1
        match = new.match.roll()
        ticked = self.running(old) and self.running(new) and match.turns != old.match.turns
        only_sealed = match.turns == old.match.turns and match.sealed != old.match.sealed
        new = replace(
            new,
            match=match,
            revision=revision,
            settled=old.settled if (only_sealed or ticked) and not match.over else revision,
            updated=now,
            began=old.began if match.turns == old.match.turns else now,
        )
        if not self._store.save(old, new):
            return None
        self.changes.tell(new.id)
        return new


def _answered(view: MatchView, match: Match) -> MatchView:
    """The match after the bots have answered the offer that was made in it."""
    for seat, plan in enumerate(view.seats):
        offer = match.offer
        if offer is None or plan.kind != "bot" or seat == offer.seat:
            continue
        value = view.values[seat]
        content = offer.kind == "takeback" or (value is not None and value <= CONTENT)
        match = accept_offer(match, seat) if content else decline_offer(match, seat)
    return replace(view, match=match)


def _moved_on(match: Match, seat: int | None) -> str:
    """Why a change that was asked for on what is no longer so is refused."""
    if match.over:
        return f"the match is over: {match.ending}"
    last = f"turn {len(match.turns)} was {match.turns[-1].text}" if match.turns else "it is at its beginning"
    if seat not in match.to_act:
        return f"this turn was already played: {last}"
    return f"the match has moved on since you saw it: {last}"


def _no_match(match_id: str) -> NoSuchMatch:
    return NoSuchMatch(f"there is no match {shorten(match_id)}")
