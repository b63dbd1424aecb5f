"""Loading matches and changing them one revision at a time. Changes are saved first and announced afterwards."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from ludarium.club.match.views import MatchView, TurnClock
from ludarium.club.notices.changes import told_by
from ludarium.club.notices.notifier import Notifier
from ludarium.club.ratings.ratings import rate
from ludarium.core.errors import LudariumError
from ludarium.core.text import shorten
from ludarium.match.data import TIME
from ludarium.match.match import Match
from ludarium.match.progress import play_on
from ludarium.store.database import Also, DatabaseBusy
from ludarium.store.match.changes import Change
from ludarium.store.match.queues import Followed, Queues
from ludarium.store.match.repository import Store
from ludarium.store.rows import Act, StoredMatch
from ludarium.store.tallies import Tallies


class NoSuchMatch(LudariumError):
    """No match has this id."""


class Stale(LudariumError):
    """The match has changed since the revision that the caller saw."""


class Transactions:
    """The matches of a store; `now` returns the time in seconds since 1970.

    `extend_vacation` is asked to take vacation for a person whose clock ran out at a time; `follow` plays what is
    planned, in the transaction that saves a change.
    """

    def __init__(self, store: Store, notifier: Notifier, now: Callable[[], float]) -> None:
        self.store = store
        self.notifier = notifier
        self.now = now
        self.extend_vacation: Callable[[str, float], bool] = _no_vacation
        self.follow: Callable[[MatchView, Queues, float], tuple[MatchView | None, Queues]] = _nothing_planned

    def insert(
        self,
        view: MatchView,
        origin: str | None = None,
        check: Callable[[Tallies], object] | None = None,
        also: Also | None = None,
    ) -> MatchView:
        """Store a new match, if the check of the tallies allows it, and return it with its clocks running.

        `origin` is the network of the person who has begun it; `also` writes what belongs to it, or raises an error.
        """
        view = replace(view, turn_clock=self._begin_clock(view, view.turn_started_at))
        row, told = view.to_row(), told_by(None, view, view.host, view.created_at)
        view = replace(view, number=self.store.insert(row, origin, check, told, also))
        self.notifier.notify(Change.of(row))
        return view

    def current(self, match_id: str) -> MatchView:
        """Return the current state of a match, with nothing hidden; end the match first if a clock has run out.

        Raises `NoSuchMatch`.
        """
        while True:
            view = self._load(match_id)
            if view.deadline is None or self.now() <= view.deadline:
                return view
            self._save(view, self._run_out(view))

    def look(self, match_id: str) -> MatchView:
        """Return the current state of a match to read it; while the database cannot be written, as it is stored.

        Raises `NoSuchMatch`.
        """
        try:
            return self.current(match_id)
        except DatabaseBusy:
            return self._load(match_id)

    def change(
        self,
        match_id: str,
        seat: int | None,
        revision: int | None,
        change: Callable[[MatchView], MatchView],
        act: Callable[[MatchView], Act] | None = None,
    ) -> MatchView:
        """Change a match, and return it as the seat may see it; `act` returns what is logged about the changed match.

        The change applies to the given revision, or to a later one if only orders were sealed since then. Without a
        revision, and in a live match, it applies to any revision.

        Raises `NoSuchMatch`, `Stale`, or what `change` raises.
        """
        view, saved = self._remembered(match_id), None
        if view is not None:
            with suppress(LudariumError):  # perhaps of a state that is out of date, which the database then tells
                new = _apply(change, view, seat, revision)
                saved = None if new is view else self._save(view, new, seat, act)
        while saved is None:
            view = self.current(match_id)
            new = _apply(change, view, seat, revision)
            saved = view if new is view else self._save(view, new, seat, act)
        return saved.seen_from(() if seat is None else (seat,))

    def _remembered(self, match_id: str) -> MatchView | None:
        """Return a match as this process saw it last, if no clock has run out in it since."""
        row = self.store.remembered(match_id)
        if row is None or (row.deadline is not None and self.now() > row.deadline):
            return None
        return MatchView.from_row(row)

    def _load(self, match_id: str) -> MatchView:
        row = self.store.load(match_id)
        if row is None:
            raise no_such_match(match_id)
        return MatchView.from_row(row)

    def with_vacations(self, view: MatchView) -> MatchView:
        """Return the view with the vacations for which the clocks of its current turn wait."""
        clock, control = view.turn_clock, view.match.clock
        if clock.started_at is None or control is None or not (control.is_correspondence and control.vacation):
            return view
        people = {seat: view.seats[seat].person for seat in view.match.to_act}
        known = self.store.vacations.intervals([person for person in people.values() if person], clock.started_at)
        away = {seat: known[person] for seat, person in people.items() if person in known}
        return view if away == clock.vacations else replace(view, turn_clock=replace(clock, vacations=away))

    def _run_out(self, view: MatchView) -> MatchView:
        """Return the view after a clock has run out: its person is on vacation by the hour, or has lost on time."""
        seat = min(view.deadlines, key=view.deadlines.__getitem__)
        later, person, control = self.with_vacations(view), view.seats[seat].person, view.match.clock
        may_extend = control is not None and control.is_correspondence and control.vacation
        if later is view and person and may_extend and self.extend_vacation(person, view.deadlines[seat]):
            later = self.with_vacations(view)
        return view.without(seat, TIME, self.now()) if later is view else later

    def _begin_clock(self, view: MatchView, now: float) -> TurnClock:
        """Return the clocks of a turn that begins now; none runs before every seat is taken, or a bot searches."""
        if view.open_seats or (view.match.clock and view.thinking == view.match.to_act):
            return TurnClock()
        return self.with_vacations(replace(view, turn_clock=TurnClock(now))).turn_clock

    def _save(
        self,
        old: MatchView,
        new: MatchView,
        seat: int | None = None,
        act: Callable[[MatchView], Act] | None = None,
    ) -> MatchView | None:
        """Save and announce a match, with what is planned for then; return None if another change was saved first.

        `seat` is the one that has made the change, and `act` as in `change`.
        """

        def follow(row: StoredMatch, queues: Queues) -> Followed:
            view = MatchView.from_row(row)
            after, left = self.follow(view, queues, self.now())
            if after is None:
                return Followed(None, None, left)
            after = self._completed(view, after)
            return Followed(after.to_row(), told_by(view, after, None, after.updated_at), left)

        new = self._completed(old, new)
        told = told_by(old, new, None if seat is None else old.seats[seat].person, new.updated_at)
        saved = self.store.save(old.to_row(), new.to_row(), told, act(new) if act else None, follow, rate)
        if saved is None:
            return None
        self.notifier.notify(Change.of(saved))
        return MatchView.from_row(saved)

    def _completed(self, old: MatchView, new: MatchView) -> MatchView:
        """Return the match at its next revision, with the dice rolled that are due and its clocks running."""
        now, revision = self.now(), old.revision + 1
        match = (
            new.match if new.open_seats else (new.match.roll() if new.live else play_on(new.match))
        )  # everybody may add to the dice before they roll
        ticked = old.goes_on_as(new, now) and (match.turns != old.match.turns or match is old.match)
        only_sealed = match.turns == old.match.turns and match.sealed != old.match.sealed
        only_seats = new.seats != old.seats and match.turns == old.match.turns
        only_clocks = match is old.match and new.live == old.live
        answerable = only_sealed or only_seats or only_clocks or ticked
        begins = match.turns != old.match.turns or (bool(old.open_seats) and not new.open_seats)
        return replace(
            new,
            match=match,
            turn_clock=self._begin_clock(replace(new, match=match), now) if begins else new.turn_clock,
            revision=revision,
            answerable_since=old.answerable_since if answerable and not match.over else revision,
            updated_at=old.updated_at if old.match.over else now,
            turn_started_at=now if begins else new.turn_started_at,
        )


def _nothing_planned(view: MatchView, queues: Queues, now: float) -> tuple[None, Queues]:
    return None, queues


def _apply(
    change: Callable[[MatchView], MatchView], view: MatchView, seat: int | None, revision: int | None
) -> MatchView:
    """Return a changed match; raise `Stale` if the change is of a revision that may not be answered any more."""
    if revision is not None and not view.live and not view.answerable_since <= revision <= view.revision:
        raise Stale(_explain_stale(view.match, seat))
    return change(view)


def _no_vacation(person_id: str, ran_out_at: float) -> bool:
    return False


def no_such_match(match_id: str) -> NoSuchMatch:
    """Return the error for an unknown id of a match."""
    return NoSuchMatch(f"there is no match {shorten(match_id)}")


def _explain_stale(match: Match, seat: int | None) -> str:
    """Return why the change of an old revision is refused."""
    if match.over:
        return f"the match is over: {match.ending}"
    last = f"the last turn was {match.turns[-1].text}" if match.turns else "no turn has been played"
    if seat not in match.to_act:
        return f"this turn was already played: {last}"
    return f"the match has changed since you saw it: {last}"
