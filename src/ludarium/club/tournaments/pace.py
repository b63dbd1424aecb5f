"""Tournaments that are played live, and how long their players have between two rounds."""

from ludarium.club.offers.tempos import clock_and_tick

LIVE_KINDS = ("round-robin", "swiss", "knock-out", "double-knock-out")
"""The kinds of tournaments that may be played live."""
PAUSE = 60.0
"""Seconds between two rounds of a live tournament."""


def is_live(tempo: str) -> bool:
    """Return whether a tempo is that of live matches.

    >>> [is_live(tempo) for tempo in ("600+5", "live 2", "4d+2d/4d no vacation")]
    [True, True, False]
    """
    clock, _ = clock_and_tick(tempo)
    return clock is None or not clock.is_correspondence
