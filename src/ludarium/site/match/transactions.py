"""Loading matches and changing them one revision at a time. `Store.write` announces changes after they are saved."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from ludarium.core.errors import LudariumError
from ludarium.core.text import shorten
from ludarium.match.data import TIME
from ludarium.match.match import Match
from ludarium.match.progress import play_on
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.ground.values import Act, Interval, TurnClock
from ludarium.site.match.changes import ChangeKind, Reaction, SavedChange
from ludarium.site.match.following import follow, may_follow
from ludarium.site.match.turn_clocks import announced_before, with_rests
from ludarium.site.match.views import MatchView
from ludarium.site.quotas import QuotaLimiter
from ludarium.site.repositories import UnitOfWork
from ludarium.site.store import Store


class NoSuchMatch(LudariumError):
    """No match has this id."""

    status = 404
    kind = "no-match"


class Stale(LudariumError):
    """The match has changed since the revision that the caller saw."""

    status = 409
    kind = "stale"


class Transactions:
    """The matches of a store.

    `now` returns the time in seconds since 1970. `extend_vacation` takes a person's vacation from the time at which a
    clock ran out, and returns whether there was any. `reactions` follow each change, in this order.
    """

    def __init__(
        self,
        store: Store,
        quotas: QuotaLimiter,
        now: Callable[[], float],
        extend_vacation: Callable[[str, float], bool],
        reactions: Sequence[Reaction],
    ) -> None:
        self.store = store
        self.now = now
        self._quotas = quotas
        self._extend_vacation = extend_vacation
        self._reactions = reactions

    def insert(
        self, tx: UnitOfWork, view: MatchView, origin: str | None = None, reminder_days: int | None = None
    ) -> MatchView:
        """Insert a new match, and return it with its clocks running.

        `origin` is the network of the person who has begun it; with `reminder_days` people are reminded of their turns
        after so many idle days. Raises `MatchExists`, and `QuotaExceeded` if it is one too many.
        """
        view = replace(view, turn_clock=self._begin_clock(view, view.turn_started_at))
        tx.tallies.hold(view.host, origin)  # locks the counts: this match is counted, and an exception undoes it
        view = MatchView.from_row(tx.matches.insert(view.to_row(), origin, reminder_days))
        self._react(tx, SavedChange(None, view.host, (view,)))
        self._quotas.check(tx.tallies.of(view.host, origin, view.created_at), live=view.live is not None)
        return view

    def tournament_of(self, view: MatchView) -> tuple[str, str] | None:
        """Return the id and the name of the tournament to which a match belongs, or None."""
        return self.store.tournament_boards.of_match(view.id) if view.host is None else None

    def current(self, match_id: str) -> MatchView:
        """Return the current state of a match, with nothing hidden; end the match first if a clock has run out.

        Raises `NoSuchMatch`.
        """
        while self._has_run_out(view := self._load(match_id)):
            self._save_alone(view, self._run_out(view))  # saved, or overtaken by another change: look again
        return view

    def _has_run_out(self, view: MatchView) -> bool:
        return view.deadline is not None and self.now() > view.deadline and bool(view.deadlines)

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
        match: str | MatchView,
        seat: int | None,
        revision: int | None,
        change: Callable[[MatchView], MatchView],
        act: Callable[[MatchView], Act] | None = None,
    ) -> MatchView:
        """Change a match, and return it as the seat may see it; `act` returns what is logged about the changed match.

        The match is an id, or its state that was just loaded. `change` returns the changed match, or the same object to
        change nothing. It may be called several times, also with a state that is out of date, so it does nothing else.
        It applies to the given revision, or to a later one if nothing since then changed what is asked of the seats,
        see `ChangeKind.is_answerable`. Without a revision, and in a live match, it applies to any revision.

        Raises `NoSuchMatch`, `Stale`, or what `change` raises.
        """
        match_id, view = (match, None) if isinstance(match, str) else (match.id, match)
        while True:
            if view is None or self._has_run_out(view):
                view = self.current(match_id)
            new = _apply(change, view, seat, revision)
            saved = view if new is view else self._save_alone(view, new, seat, act)
            if saved:
                return saved.seen_from(() if seat is None else (seat,))
            view = None  # another change was saved first

    def _load(self, match_id: str) -> MatchView:
        row = self.store.load(match_id)
        if row is None:
            raise no_such_match(match_id)
        return MatchView.from_row(row)

    def with_vacations(self, view: MatchView, *, begins: bool = False) -> MatchView:
        """Return the view with the vacations and the adjournments for which the clocks of its current turn wait.

        In a rated match only vacations that were announced before the turn began count; `begins` says that it begins
        now, so that all do.
        """
        clock, control = view.turn_clock, view.match.clock
        if clock.started_at is None or control is None or not control.is_correspondence:
            return view
        away = self._vacations(view, clock.started_at, begins=begins) if control.vacation else {}
        if view.host is None and (rests := self.store.tournament_news.rests_of(view.id, clock.started_at)):
            away = {seat: with_rests(away.get(seat, ()), rests) for seat in view.match.to_act}
        return view if away == clock.vacations else replace(view, turn_clock=replace(clock, vacations=away))

    def _vacations(self, view: MatchView, since: float, *, begins: bool) -> dict[int, tuple[Interval, ...]]:
        """Return the vacations of the people whose clocks run since a time, by seat."""
        clock = view.turn_clock
        people = {seat: view.seats[seat].person for seat in view.match.to_act}
        known = self.store.vacations.intervals([person for person in people.values() if person], since)
        away = {seat: known[person] for seat, person in people.items() if person in known}
        if view.rated and not begins:
            away = {seat: announced_before(clock.vacations.get(seat, ()), known) for seat, known in away.items()}
            away = {seat: found for seat, found in away.items() if found}
        return away

    def refresh_vacations(self, person_id: str) -> None:
        """Copy the vacations of a person into their matches."""
        for match_id in self.store.vacations.matches_of(person_id):
            with suppress(LudariumError):  # a match that cannot be loaded must not stop the clocks of the others
                self.change(match_id, None, None, self.with_vacations)

    def _run_out(self, view: MatchView) -> MatchView:
        """Return the view after a clock has run out: its person goes on vacation by the hour, or has lost on time.

        To extend the vacation saves all matches of the person. This view is then out of date: saving it changes
        nothing, and `current` looks again.
        """
        seat = min(view.deadlines, key=view.deadlines.__getitem__)
        later, person, control = self.with_vacations(view), view.seats[seat].person, view.match.clock
        may_extend = control is not None and control.is_correspondence and control.vacation and not view.rated
        if later is view and person and may_extend and self._extend_vacation(person, view.deadlines[seat]):
            later = self.with_vacations(view)
        return view.without(seat, TIME, self.now()) if later is view else later

    def _begin_clock(self, view: MatchView, now: float) -> TurnClock:
        """Return the clocks of a turn that begins now.

        None runs while a seat is open. The clock of a bot is started by `ludarium.site.match.clocks` with its search.
        """
        if view.open_seats or (view.match.clock and view.thinking == view.match.to_act):
            return TurnClock()
        if view.match.clock is None:
            return TurnClock(now)
        return self.with_vacations(replace(view, turn_clock=TurnClock(now)), begins=True).turn_clock

    def _save_alone(
        self,
        old: MatchView,
        new: MatchView,
        seat: int | None = None,
        act: Callable[[MatchView], Act] | None = None,
    ) -> MatchView | None:
        """Save a match in a transaction of its own, as `save` does; `act` is as in `change`."""
        new = self._completed(old, new)
        with self.store.write() as tx:
            saved = self._write(tx, old, new, None if seat is None else old.seats[seat].person)
            if saved and act:
                tx.acts.add(act(new))
        return saved

    def save(self, tx: UnitOfWork, old: MatchView, new: MatchView, *, actor: str | None = None) -> MatchView | None:
        """Save a changed match, with all that belongs to the change, together with what else a transaction writes.

        `actor` is who has made the change, for whom it is no news. Return None if another change was saved first: then
        nothing is written, and `old` is out of date.
        """
        return self._write(tx, old, self._completed(old, new), actor)

    def _write(self, tx: UnitOfWork, old: MatchView, new: MatchView, actor: str | None = None) -> MatchView | None:
        """Write a completed match, which `actor` has changed, and play the turns that are planned then."""
        planned, before, steps = tx.matches.save(old, new), old, [new]
        if planned is None:  # another change was saved first
            return None
        while planned and may_follow(before, new):
            before = new
            new, planned = self._follow(tx, before)
            if new is not before:
                steps.append(new)
        self._react(tx, SavedChange(old, actor, tuple(steps)))
        return new

    def _react(self, tx: UnitOfWork, change: SavedChange) -> None:
        for reaction in self._reactions:
            reaction(tx, change)

    def _follow(self, tx: UnitOfWork, view: MatchView) -> tuple[MatchView, bool]:
        """Play the next planned turn, if it is time for one; return the match, and whether turns are planned then."""
        plans = tx.plans.of(view.id)
        after, left = follow(view, plans, self.now())
        planned = tx.plans.replace(view.id, plans, left)
        if after is None:
            return view, planned
        after = self._completed(view, after)
        tx.matches.save(view, after)  # cannot fail: this transaction has locked the match
        return after, planned

    def _completed(self, old: MatchView, new: MatchView) -> MatchView:
        """Return the match at its next revision: due dice are rolled, stand-ins have played, and the clocks run."""
        now, revision = self.now(), old.revision + 1
        if not new.open_seats:  # each player adds a nonce to the dice on taking a seat, so they roll when all have
            match = new.match.roll() if new.live else play_on(new.match)
            new = new if match is new.match else replace(new, match=match)
        kind = ChangeKind.of(old, new, now)
        answerable, begins = kind.is_answerable and not new.match.over, kind.begins_turn
        return replace(
            new,
            revision=revision,
            answerable_since=old.answerable_since if answerable else revision,
            updated_at=old.updated_at if old.match.over else now,
            turn_clock=self._begin_clock(new, now) if begins else new.turn_clock,
            turn_started_at=now if begins else new.turn_started_at,
        ).to_row()


def _apply(
    change: Callable[[MatchView], MatchView], view: MatchView, seat: int | None, revision: int | None
) -> MatchView:
    """Return a changed match; raise `Stale` if the revision may not be answered, or is newer than a cached view."""
    if revision is not None and not view.live and not view.answerable_since <= revision <= view.revision:
        raise Stale(_explain_stale(view.match, seat))
    return change(view)


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
