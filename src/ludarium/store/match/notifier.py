"""Notifications, within one process, that a match has changed; they come after the commit."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from ludarium.store.match.changes import MatchChange, Subject

Listener = Callable[[MatchChange], object]


class Notifier:
    """The listeners of one process, and the number of `changes` so far, by subject. Notifications are not stored."""

    def __init__(self) -> None:
        self.changes = Counter[Subject]()
        self._lock = Lock()
        self._listeners: list[Listener] = []

    def notify(self, change: MatchChange) -> None:
        """Call all listeners."""
        with self._lock:
            self.changes[change.subject] += 1
            listeners = list(self._listeners)
        for listener in listeners:
            listener(change)

    def counter(self, *subjects: Subject) -> Callable[[], int]:
        """Return what counts the changes of some subjects so far, or of all."""
        if not subjects:
            return self.changes.total
        return lambda: sum(map(self.changes.__getitem__, subjects))

    @contextmanager
    def subscribe(self, listener: Listener) -> Iterator[None]:
        """Call a function after every change of a match, in the thread that makes the change."""
        with self._lock:
            self._listeners.append(listener)
        try:
            yield
        finally:
            with self._lock:
                self._listeners.remove(listener)
