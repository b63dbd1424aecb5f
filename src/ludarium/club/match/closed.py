"""Matches that are closed: others may still play with the same dice, so who does not play them sees nothing of them."""

from ludarium.club.match.transactions import NoSuchMatch
from ludarium.club.match.views import MatchView


def require_open(view: MatchView, person_id: str | None) -> MatchView:
    """Return a match that a person, or a stranger, may see.

    Raises `NoSuchMatch` for one that is closed to them.
    """
    if view.closed and person_id not in view.took_part:
        raise NoSuchMatch("this match is closed to others until all who have the same dice have ended theirs")
    return view
