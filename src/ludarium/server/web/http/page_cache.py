"""A cache of finished pages, since many people request the same page of a match or a game."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock


class _Key:
    """A key whose hash is computed once: it may stand for hundreds of objects, such as the rows of a list."""

    __slots__ = ("_content", "_hash")

    def __init__(self, content: Hashable) -> None:
        self._content, self._hash = content, hash(content)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self._content == other._content


class PageCache:
    """The most recently requested pages, by the key of their content."""

    def __init__(self, most: int = 256) -> None:
        self._most = most
        self._pages: OrderedDict[_Key, tuple[_Key, bytes]] = OrderedDict()
        self._lock = Lock()

    def get(self, content: Hashable, fill: Callable[[], bytes]) -> bytes:
        """Return the page of some content; fill it if it is not cached."""
        key = _Key(content)
        with self._lock:
            found = self._pages.get(key)
            if found is not None:
                self._pages.move_to_end(found[0])  # the same object, which is found without comparing its content
                return found[1]
        page = fill()
        with self._lock:
            self._pages[key] = key, page
            if len(self._pages) > self._most:
                self._pages.popitem(last=False)
        return page
