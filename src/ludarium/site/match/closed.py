"""Matches that are closed: others may still play with the same dice, so who does not play them sees nothing of them.

That holds for everybody: a moderator may play the same dice, too.

Who does not come to a live match: not ready, or without a first turn, a quarter of an hour after it began.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace

from ludarium.match.data import TIME
from ludarium.match.progress import abandon
from ludarium.site.ground.values import MatchSummary
from ludarium.site.match.transactions import NoSuchMatch
from ludarium.site.match.views import MatchView

WAIT = 900.0
"""Seconds after which a first turn that has not come ends the match."""


def absent_seats(view: MatchView, now: float) -> tuple[int, ...]:
    """Return the seats of the people who are not there: not ready, or without their first turn for too long."""
    if view.live:
        waits = not view.match.turns and not view.is_running(now) and view.match.ending in ("", TIME)
        return tuple(seat for seat in view.people if seat not in view.live.ready) if waits else ()
    if view.match.over or now < view.turn_started_at + WAIT:
        return ()
    return tuple(seat for seat in view.awaited if not view.match.made[seat])


def gone_seats(view: MatchView, now: float) -> tuple[int, ...]:
    """Return the seats of the people who are not there, or do not come back to a match with ticks that has stopped."""
    if view.match.over:
        return ()
    if view.live is None:
        return absent_seats(view, now)
    ready = view.live.ready
    stopped = not view.is_running(now) and now >= view.updated_at + WAIT
    return tuple(seat for seat in view.people if seat not in ready) if stopped else ()


def without_gone(view: MatchView, gone: Collection[int], now: float) -> MatchView:
    """Return a match after its players on these seats, who are not there, have lost on time.

    If nobody is there, nobody alone has lost: it ends as a draw by absence, which is rated for nobody.
    """
    there = (seat for seat, assignment in enumerate(view.seats) if not assignment.is_vacant)
    if gone and {*gone}.issuperset(there):
        return replace(view, match=abandon(view.match), rated=False)
    for seat in gone:
        if not view.match.over:
            view = view.without(seat, TIME, now)
    return view


def require_open(view: MatchView, person_id: str | None) -> MatchView:
    """Return a match that a person, or a stranger, may see.

    Raises `NoSuchMatch` for one that is closed to them.
    """
    if view.closed and person_id not in view.took_part:
        raise NoSuchMatch("this match is closed to others until all who have the same dice have ended theirs")
    return view


def open_matches(matches: Iterable[MatchSummary], person_id: str | None) -> tuple[MatchSummary, ...]:
    """Return the matches of a list that are not closed to a person, or to a stranger."""
    own = ((match, {seat.person for seat in match.seats if seat.person}) for match in matches)
    return tuple(match for match, people in own if not match.closed or person_id in people)


def without_state(match: MatchSummary) -> MatchSummary:
    """Return a match with its number and its players, and nothing of how it goes, if it is closed."""
    if not match.closed:
        return match
    return replace(
        match, turns=0, turn_count=0, result="*", ending="", updated_at=0.0, deadline=None, awaited=(), revision=0
    )
