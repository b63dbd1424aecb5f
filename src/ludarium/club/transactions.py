"""Loading matches and changing them one revision at a time. Changes are saved first and announced afterwards."""

from collections.abc import Callable
from dataclasses import replace

from ludarium.club.notifier import Notifier
from ludarium.club.views import MatchView
from ludarium.core.errors import LudariumError
from ludarium.core.text import shorten
from ludarium.match.match import Match
from ludarium.store.changes import Change
from ludarium.store.database import DatabaseBusy
from ludarium.store.repository import Store
from ludarium.store.tallies import Tallies


class NoSuchMatch(LudariumError):
    """No match has this id."""


class Stale(LudariumError):
    """The match has changed since the revision that the caller saw."""


class Transactions:
    """The matches of a store; `now` returns the time in seconds since 1970."""

    def __init__(self, store: Store, notifier: Notifier, now: Callable[[], float]) -> None:
        self.store = store
        self.notifier = notifier
        self.now = now

    def insert(
        self, view: MatchView, origin: str | None = None, check: Callable[[Tallies], object] | None = None
    ) -> None:
        """Store a new match, which somebody from a network has begun, if the check of the tallies allows it."""
        row = view.to_row()
        self.store.insert(row, origin, check)
        self.notifier.notify(Change.of(row))

    def current(self, match_id: str) -> MatchView:
        """Return the current state of a match, with nothing hidden; end the match first if a clock has run out.

        Raises `NoSuchMatch`.
        """
        while True:
            view = self._load(match_id)
            if view.deadline is None or self.now() <= view.deadline:
                return view
            (seat,) = view.match.to_act
            self._save(view, replace(view, match=view.match.flag(seat)))

    def look(self, match_id: str) -> MatchView:
        """Return the current state of a match to read it; while the database cannot be written, as it is stored.

        Raises `NoSuchMatch`.
        """
        try:
            return self.current(match_id)
        except DatabaseBusy:
            return self._load(match_id)

    def change(
        self, match_id: str, seat: int | None, revision: int | None, change: Callable[[MatchView], MatchView]
    ) -> MatchView:
        """Change a match, and return it as the seat may see it.

        The change applies to the given revision, or to a later one if only orders were sealed since then. Without a
        revision, and in a live match, it applies to any revision.

        Raises `NoSuchMatch`, `Stale`, or what `change` raises.
        """
        while True:
            view = self.current(match_id)
            if revision is not None and not view.live and not view.answerable_since <= revision <= view.revision:
                raise Stale(_explain_stale(view.match, seat))
            new = change(view)
            saved = view if new is view else self._save(view, new)
            if saved is not None:
                return saved.seen_from(() if seat is None else (seat,))

    def _load(self, match_id: str) -> MatchView:
        row = self.store.load(match_id)
        if row is None:
            raise no_such_match(match_id)
        return MatchView.from_row(row)

    def _save(self, old: MatchView, new: MatchView) -> MatchView | None:
        """Roll the dice that are due, save and announce a match; return None if another change was saved first."""
        now, revision = self.now(), old.revision + 1
        match = new.match if new.open_seats else new.match.roll()  # everybody may add to the dice before they roll
        ticked = old.is_running(now) and new.is_running(now) and match.turns != old.match.turns
        only_sealed = match.turns == old.match.turns and match.sealed != old.match.sealed
        only_seats = new.seats != old.seats  # no command changes seats together with anything else
        answerable = only_sealed or only_seats or ticked
        new = replace(
            new,
            match=match,
            revision=revision,
            answerable_since=old.answerable_since if answerable and not match.over else revision,
            updated_at=now,
            turn_started_at=new.turn_started_at if match.turns == old.match.turns else now,
        )
        row = new.to_row()
        if not self.store.save(old.to_row(), row):
            return None
        self.notifier.notify(Change.of(row))
        return new


def no_such_match(match_id: str) -> NoSuchMatch:
    """Return the error for an unknown id of a match."""
    return NoSuchMatch(f"there is no match {shorten(match_id)}")


def _explain_stale(match: Match, seat: int | None) -> str:
    """Return why the change of an old revision is refused."""
    if match.over:
        return f"the match is over: {match.ending}"
    last = f"turn {len(match.turns)} was {match.turns[-1].text}" if match.turns else "no turn has been played"
    if seat not in match.to_act:
        return f"this turn was already played: {last}"
    return f"the match has changed since you saw it: {last}"
