"""A cache of finished pages, since many people request the same page of a match or a game."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock


class PageCache:
    """The most recently requested pages, by the key of their content."""

    def __init__(self, most: int = 256) -> None:
        self._most = most
        self._pages: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, fill: Callable[[], bytes]) -> bytes:
        """Return the page of a key; fill it if it is not cached."""
        with self._lock:
            page = self._pages.get(key)
            if page is not None:
                self._pages.move_to_end(key)
                return page
        page = fill()
        with self._lock:
            self._pages[key] = page
            if len(self._pages) > self._most:
                self._pages.popitem(last=False)
        return page
