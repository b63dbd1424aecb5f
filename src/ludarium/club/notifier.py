"""Word that a match has changed, from the thread that changed it to whoever waits for it in this process."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

ANY = ""
"""Listen to every match."""


class Changes:
    """Who wants to hear of which match; nothing is kept of what was told."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._listeners: defaultdict[str, list[Callable[[], object]]] = defaultdict(list)

    def tell(self, match_id: str) -> None:
        """Call everybody who listens to this match."""
        with self._lock:
            heard = [*self._listeners.get(match_id, ()), *self._listeners.get(ANY, ())]
        for listener in heard:
            listener()

    @contextmanager
    def listening(self, match_id: str, listener: Callable[[], object]) -> Iterator[None]:
        """Have a function called at every change of a match, in the thread of the change."""
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
        """An event of the running loop that every change of a match sets."""
        event, loop = asyncio.Event(), asyncio.get_running_loop()
        with self.listening(match_id, lambda: loop.call_soon_threadsafe(event.set)):
            yield event
