"""News for open pages: one listener a process, however many pages are open.

A change in this process is announced at once. News of changes in other processes comes from the database, which is
asked one question for all that is watched.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import ExitStack, aclosing, asynccontextmanager

from ludarium.site.ground.changes import (
    Change,
    MatchChange,
    Topic,
)
from ludarium.site.ground.failures import log_failure
from ludarium.site.store import Store

_log = logging.getLogger(__name__)
_AGAIN = 1.0


class Watch:
    """The news of some topics for one reader; `seen` has the revision of each that the reader knows."""

    def __init__(self, seen: Mapping[Topic, int]) -> None:
        self.seen = dict(seen)
        self._news: dict[Topic, Change] = {}
        self._has_news = asyncio.Event()

    def tell(self, change: Change) -> None:
        """Store a change for the reader, unless the reader knows it; it replaces an earlier one of its topic."""
        known = self._news.get(change.topic)
        if change.revision > (known.revision if known else self.seen[change.topic]):
            self._news[change.topic] = change
            self._has_news.set()

    async def next(self) -> Collection[Change]:
        """Wait for news, and return them."""
        await self._has_news.wait()
        self._has_news.clear()
        news, self._news = self._news.values(), {}
        self.seen.update((change.topic, change.revision) for change in news)
        return news


class MatchNews:
    """Sends changes to the watches of one process, which are all on one event loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._watches: defaultdict[Topic, set[Watch]] = defaultdict(set)
        self._listening = ExitStack()

    @asynccontextmanager
    async def watch(self, seen: Mapping[Topic, int], person_id: str | None = None) -> AsyncIterator[Watch]:
        """Watch topics, from the revisions on that the reader has seen.

        Ids of nothing have no news, nor have matches that are closed to the person: not even that they change.
        """
        closed = await asyncio.to_thread(self._store.closed_to, list(seen), person_id)
        watch = Watch({topic: revision for topic, revision in seen.items() if topic not in closed})
        if watch.seen and not self._watches:
            self._listen()
        for topic in watch.seen:
            self._watches[topic].add(watch)
        try:
            for change in await asyncio.to_thread(self._store.changes, list(watch.seen)):  # what it has missed
                watch.tell(change)
            yield watch
        finally:
            self._forget(watch)

    def is_watched(self, match_id: str) -> bool:
        """Return whether a reader of this process watches a match."""
        return (MatchChange, match_id) in self._watches

    def _listen(self) -> None:
        loop = asyncio.get_running_loop()
        self._listening.enter_context(
            self._store.notifier.subscribe(lambda change: loop.call_soon_threadsafe(self._tell, change))
        )
        self._listening.callback(loop.create_task(self._hear()).cancel)

    def _forget(self, watch: Watch) -> None:
        for topic in watch.seen:
            self._watches[topic].discard(watch)
            if not self._watches[topic]:
                del self._watches[topic]
        if not self._watches:
            self._listening.close()

    def _tell(self, change: Change) -> None:
        for watch in self._watches.get(change.topic, ()):
            watch.tell(change)

    async def _hear(self) -> None:
        """Announce the changes that the database reports; ask for all watched topics if it does not name any."""
        while True:
            try:
                async with aclosing(self._store.hear()) as changes:
                    async for heard in changes:
                        found = [heard] if heard else await asyncio.to_thread(self._store.changes, list(self._watches))
                        for change in found:
                            self._tell(change)
            except Exception as error:  # noqa: BLE001 - the database may be unavailable for a while, so try again
                log_failure(_log, "listening for the changes of other processes failed", error)
                await asyncio.sleep(_AGAIN)
