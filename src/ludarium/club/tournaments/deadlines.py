"""What happens when the season of a league ends: its matches that go on count as draws for the table, and are unrated.

They are adjudicated by nothing else: a position has no exact value that a site could rely on for every game.
"""

from collections.abc import Sequence
from dataclasses import replace

from ludarium.club.match.views import MatchView
from ludarium.club.tournaments.notices import tournament_notice
from ludarium.core.text import counted
from ludarium.match.clock import DAY
from ludarium.store.notices.notices import Notice
from ludarium.store.tournaments.tournaments import Entry, StoredBoard, StoredTournament

WARNING_DAYS = 7
"""Days before the end of a season at which those hear of it who still play."""
_HALF = 0.5


def time_is_up(tournament: StoredTournament, now: float) -> bool:
    """Return whether the season of a division has ended."""
    return tournament.ends_at is not None and now >= tournament.ends_at


def next_time(tournament: StoredTournament, now: float) -> float | None:
    """Return when there is something to do in a division because of its end; None for a tournament without one."""
    if tournament.ends_at is None:
        return None
    warning = tournament.ends_at - WARNING_DAYS * DAY
    return tournament.ends_at if tournament.warned_at is not None or now >= warning else warning


def warns(tournament: StoredTournament, now: float) -> bool:
    """Return whether it is time to say that the end of the season is near."""
    if tournament.ends_at is None or tournament.warned_at is not None:
        return False
    return tournament.ends_at - WARNING_DAYS * DAY <= now < tournament.ends_at


def warning_notices(
    tournament: StoredTournament, entries: Sequence[Entry], boards: Sequence[StoredBoard], now: float
) -> list[Notice]:
    """Return what those hear who still play when the end of the season is near; `entries` are by seed numbers."""
    found = []
    for number, entry in enumerate(entries):
        going_on = sum(not board.how and number in (board.first, board.second) for board in boards)
        if going_on and not entry.is_absent:
            text = (
                f"{tournament.name} ends within {WARNING_DAYS} days, and {counted(going_on, 'match')} of yours "
                f"{'goes' if going_on == 1 else 'go'} on: what is not over then counts as a draw in the table."
            )
            found.append(tournament_notice(tournament, entry.person, text, now))
    return found


def adjudicated(board: StoredBoard) -> StoredBoard:
    """Return a game that was not over in time: a draw for the table.

    >>> adjudicated(StoredBoard(0, 0, 0, 0, 0, 1))[7:10]
    (0.5, 0.5, 'adjudicated')
    """
    return board if board.how else board._replace(how="adjudicated", first_points=_HALF, second_points=_HALF)


def without_rating(view: MatchView) -> MatchView:
    """Return a match that goes on without a rating; one that is over stays as it is."""
    return view if view.match.over or not view.rated else replace(view, rated=False)
