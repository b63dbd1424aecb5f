"""Waiting for what another thread or process does."""

import time
from collections.abc import Callable

from ludarium.site.match.views import MatchView
from ludarium.site.service import Service


def until(service: Service, match_id: str, condition: Callable[[MatchView], object]) -> MatchView:
    """The match once the condition holds; two minutes are more than any of these needs, on a busy machine too."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        view = service.bots.look(match_id)
        if condition(view):
            return view
        time.sleep(0.01)
    raise AssertionError(f"this never came: {service.bots.look(match_id)}")


def wait_for(condition: Callable[[], object]) -> None:
    """Return once the condition holds, which needs no match, or after two minutes fail."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError("this never came")
