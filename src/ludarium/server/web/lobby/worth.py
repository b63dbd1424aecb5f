"""Which matches are worth watching: those between people first, those that move, and those with a real end."""

from collections.abc import Iterable

from ludarium.club.match.views import MatchSummary
from ludarium.match.data import ABSENCE, FORFEIT, RESIGNATION, TIME

_FEW = 4
"""Turns that a finished match has at least which is worth seeing."""
_BROKEN_OFF = {ABSENCE, FORFEIT, RESIGNATION, TIME}


def people_in(match: MatchSummary) -> int:
    """Return how many people play in a match."""
    return len({seat.person for seat in match.seats} - {None})


def has_seat(match: MatchSummary, person_id: str) -> bool:
    """Return whether a person plays in a match."""
    return any(seat.person == person_id for seat in match.seats)


def is_live(match: MatchSummary) -> bool:
    """Return whether a match is played with a clock of minutes, or by ticks."""
    return match.clock is not None and "/" not in match.clock


def to_watch(matches: Iterable[MatchSummary], limit: int) -> list[MatchSummary]:
    """Return matches in progress: between people before those with bots, live ones and those that have begun first.

    The rest of the order is that of the matches.
    """
    going_on = [match for match in matches if not match.ending and not match.closed]
    going_on.sort(key=lambda match: (people_in(match) < 2, not match.turns, not is_live(match)))
    return going_on[:limit]


def worth_seeing(matches: Iterable[MatchSummary], limit: int) -> list[MatchSummary]:
    """Return finished matches: between people before those with bots, and those that were played to their end first.

    Of these the longest come first; a match of few turns is not among them.
    """
    over = [match for match in matches if match.ending and not match.closed and match.turn_count >= _FEW]
    over.sort(key=lambda match: (people_in(match) < 2, _is_broken_off(match), -match.turn_count))
    return over[:limit]


def _is_broken_off(match: MatchSummary) -> bool:
    return match.ending.partition(":")[0] in _BROKEN_OFF
