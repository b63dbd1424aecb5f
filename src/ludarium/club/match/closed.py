"""Matches that are closed: others may still play with the same dice, so who does not play them sees nothing of them.

That holds for everybody: a moderator may play the same dice, too.
"""

from collections.abc import Iterable
from dataclasses import replace

from ludarium.club.match.transactions import NoSuchMatch
from ludarium.club.match.views import MatchSummary, MatchView


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
