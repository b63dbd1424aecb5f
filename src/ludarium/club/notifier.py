"""Notifications, within one process, that a match has changed."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

ALL_MATCHES = ""
"""The id that subscribes to every match."""


class Notifier:
    """The listeners of one process, by match. Notifications are not stored."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._listeners: defaultdict[str, list[Callable[[], object]]] = defaultdict(list)

    def notify(self, match_id: str) -> None:
        """Call all listeners of a match."""
        with self._lock:
            listeners = [*self._listeners.get(match_id, ()), *self._listeners.get(ALL_MATCHES, ())]
        for listener in listeners:
            listener()

    @contextmanager
    def subscribe(self, match_id: str, listener: Callable[[], object]) -> Iterator[None]:
        """Call a function after every change of a match, in the thread that makes the change."""
        with self._lock:
            self._listeners[match_id].append(listener)
        try:
            yield
        finally:
            with self._lock:
                self._listeners[match_id].remove(listener)
                if not self._listeners[match_id]:
                    del self._listeners[match_id]

    @contextmanager
    def event(self, match_id: str) -> Iterator[asyncio.Event]:
        """Yield an event of the running loop that every change of a match sets."""
        event, loop = asyncio.Event(), asyncio.get_running_loop()
        with self.subscribe(match_id, lambda: loop.call_soon_threadsafe(event.set)):
            yield event
