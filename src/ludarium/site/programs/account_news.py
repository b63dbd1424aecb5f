"""News for accounts: one listener a process, however many programs listen.

A change that this process makes is announced at once. What other processes have changed is asked of the database in one
question for all: the matches that have changed since the last one, and who has a seat in them.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import ExitStack, aclosing, asynccontextmanager
from typing import NamedTuple

from ludarium.site.ground.changes import Change, MatchChange
from ludarium.site.ground.failures import log_failure
from ludarium.site.store import Store

_log = logging.getLogger(__name__)
_EACH = 1.0
"""Seconds between two looks for tokens that were ended, for challenges, and after a failure."""
_LATE = 5.0
"""Seconds by which a change may become visible after its time: a transaction waits for others."""


class AccountUpdate(NamedTuple):
    """The news since the last time: matches that have changed, messages, a challenge, or the end."""

    matches: frozenset[str] = frozenset()
    said: frozenset[tuple[str, str]] = frozenset()
    challenged: bool = False
    gone: bool = False


class AccountWatch:
    """The news of one person, for a program with a token."""

    def __init__(self, person_id: str, token_id: str) -> None:
        self.person_id, self.token_id = person_id, token_id
        self._matches: set[str] = set()
        self._said: set[tuple[str, str]] = set()
        self._challenged = self._gone = False
        self._came = asyncio.Event()

    def tell(
        self,
        matches: Iterable[str] = (),
        *,
        said: Iterable[tuple[str, str]] = (),
        challenged: bool = False,
        gone: bool = False,
    ) -> None:
        """Store news for the reader."""
        self._matches.update(matches)
        self._said.update(said)
        self._challenged, self._gone = self._challenged or challenged, self._gone or gone
        self._came.set()

    async def next(self) -> AccountUpdate:
        """Wait for news, and return them."""
        await self._came.wait()
        self._came.clear()
        news = AccountUpdate(frozenset(self._matches), frozenset(self._said), self._challenged, self._gone)
        self._matches, self._said, self._challenged = set(), set(), False
        return news


class AccountNews:
    """Sends the news of people to the watches of one process, which are all on one event loop."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now
        self._watches: defaultdict[str, set[AccountWatch]] = defaultdict(set)
        self._listening = ExitStack()
        self._seen: dict[str, tuple[int, float]] = {}  # by match: its revision, and when it was seen
        self._challenges: dict[str, float] = {}  # those that were announced, and when
        self._messages: dict[str, float] = {}  # as well

    @asynccontextmanager
    async def watch(self, person_id: str, token_id: str) -> AsyncIterator[AccountWatch]:
        """Watch the news of a person, until the token is ended."""
        watch = AccountWatch(person_id, token_id)
        if not self._watches:
            self._listen()
        self._watches[person_id].add(watch)
        try:
            yield watch
        finally:
            self._watches[person_id].discard(watch)
            if not self._watches[person_id]:
                del self._watches[person_id]
            if not self._watches:
                self._listening.close()
                self._seen.clear()

    @property
    def open(self) -> int:
        """The number of watches that are open."""
        return sum(map(len, self._watches.values()))

    def _listen(self) -> None:
        loop = asyncio.get_running_loop()
        self._listening.enter_context(
            self._store.notifier.subscribe(lambda change: loop.call_soon_threadsafe(self._tell, change))
        )
        for listener in (self._hear, self._check):
            self._listening.callback(loop.create_task(listener()).cancel)

    def _tell(self, change: Change) -> None:
        """Announce a match that has changed to those who have a seat in it."""
        if not isinstance(change, MatchChange) or self._seen.get(change.id, (-1, 0.0))[0] >= change.revision:
            return
        concerned = [watch for person in set(change.people) for watch in self._watches.get(person, ())]
        self._seen[change.id] = (change.revision, self._now())
        for watch in concerned:
            watch.tell([change.id])

    async def _hear(self) -> None:
        """Announce the changes that the database reports; ask it if it does not say what has changed."""
        since = self._now()
        while True:
            try:
                async with aclosing(self._store.hear()) as changes:
                    async for heard in changes:
                        if heard:
                            self._tell(heard)
                            continue
                        now = self._now()
                        for found in await asyncio.to_thread(self._store.changed_since, since - _LATE):
                            self._tell(found)
                        since = now
                        self._forget(now - 2 * _LATE)
            except Exception as error:  # noqa: BLE001 - the database may be unavailable for a while, so try again
                log_failure(_log, "listening for what concerns accounts failed", error)
                await asyncio.sleep(_EACH)

    def _forget(self, before: float) -> None:
        """Forget the announced revisions that are too old to be asked for again."""
        if len(self._seen) > len(self._watches):
            self._seen = {match: seen for match, seen in self._seen.items() if seen[1] >= before}

    async def _check(self) -> None:
        """End the watches of tokens by which nobody may act any more, and announce challenges and what was said."""
        since = self._now()
        while True:
            await asyncio.sleep(_EACH)
            watches = [watch for some in self._watches.values() for watch in some]
            now = self._now()
            try:
                known = await asyncio.to_thread(self._store.tokens.known, {watch.token_id for watch in watches}, now)
                made = await asyncio.to_thread(self._store.challenges.made_since, since - _LATE)
                said = await asyncio.to_thread(self._store.talk.said_since, since - _LATE)
            except Exception as error:  # noqa: BLE001 - as above
                log_failure(_log, "asking for tokens and challenges failed", error)
                continue
            for watch in watches:
                if watch.token_id not in known:
                    watch.tell(gone=True)
            for challenge_id, person_id in made:
                if challenge_id not in self._challenges:
                    for watch in self._watches.get(person_id, ()):
                        watch.tell(challenged=True)
                self._challenges[challenge_id] = now
            self._challenges = {each: at for each, at in self._challenges.items() if at >= since - 2 * _LATE}
            self._tell_talk(said, now)
            self._messages = {each: at for each, at in self._messages.items() if at >= since - 2 * _LATE}
            since = now

    def _tell_talk(self, said: Iterable[tuple[str, str, str]], now: float) -> None:
        """Tell people what others have said in their matches, each message once."""
        for message, match_id, person in said:
            if message not in self._messages:
                for watch in self._watches.get(person, ()):
                    watch.tell(said=[(match_id, message)])
        self._messages |= {message: now for message, _, _ in said}
