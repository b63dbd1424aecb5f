"""People who leave live matches, for tests."""

from dataclasses import replace

from ludarium.site.match.presence import LEAST_WAIT
from ludarium.site.match.views import MatchView
from ludarium.site.service import Service


def leave(service: Service, match_id: str, person_id: str) -> None:
    """Let a person who is to move have left a match for as long as it takes until others may claim it."""
    now = service.now()
    left_at = now - LEAST_WAIT
    service.queries._matches.store.presences.put(person=person_id, came_at=left_at, left_at=left_at)

    def earlier(view: MatchView) -> MatchView:
        return replace(view, turn_clock=replace(view.turn_clock, started_at=now - LEAST_WAIT))

    service.queries._matches.change(match_id, None, None, earlier)
