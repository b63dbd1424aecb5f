"""Tournaments that are played live, and how long their players have between two rounds."""

from ludarium.site.offers.reading import clock_and_tick
from ludarium.site.tournaments.rows.values import StoredTournament

PAUSE = 60.0
"""Seconds between two rounds of a live tournament."""


REMINDED = 600.0
"""Seconds before a live tournament begins at which its players hear of it."""


FRESH = 60.0
"""Seconds after the beginning of a live game in which the page of its tournament leads to a board not seen yet."""


def first_due(tempo: str, begins_at: float, now: float) -> float:
    """Return when there is something to do for a tournament that waits: its reminder if it is live, or its beginning.

    >>> first_due("600+5", 10_000.0, 0.0), first_due("600+5", 10_000.0, 9_500.0), first_due("4d+2d/4d", 10_000.0, 0.0)
    (9400.0, 10000.0, 10000.0)
    """
    return begins_at - REMINDED if is_live(tempo) and now < begins_at - REMINDED else begins_at


def arena_ends_at(tournament: StoredTournament) -> float | None:
    """Return when an arena pairs nobody any more; None for one that has not begun, and for other tournaments."""
    if tournament.minutes is None or tournament.begun_at is None:
        return None
    return tournament.begun_at + 60.0 * tournament.minutes


def lets_in(tournament: StoredTournament, now: float) -> bool:
    """Return whether people can enter an arena that goes on, and come back to it."""
    ends_at = arena_ends_at(tournament)
    return tournament.state == "running" and ends_at is not None and now < ends_at


def takes_back(tournament: StoredTournament, now: float) -> bool:
    """Return whether who has left can play again: in an arena, and in later rounds of a Swiss tournament."""
    ends_at = arena_ends_at(tournament)
    return tournament.state == "running" and tournament.of_kind.takes_back and (ends_at is None or now < ends_at)


def is_live(tempo: str) -> bool:
    """Return whether a tempo is that of live matches.

    >>> [is_live(tempo) for tempo in ("600+5", "live 2", "4d+2d/4d no vacation")]
    [True, True, False]
    """
    clock, _ = clock_and_tick(tempo)
    return clock is None or not clock.is_correspondence
