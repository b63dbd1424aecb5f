"""Waiting for what another thread or process does."""

import time

from ludarium.club.service import Service


def until(service: Service, match_id: str, condition):
    """The match once the condition holds; a minute is more than any of these needs."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        view = service.get(match_id)
        if condition(view):
            return view
        time.sleep(0.01)
    raise AssertionError(f"this never came: {service.get(match_id)}")
