"""Middleware that lets few requests compute at once.

Threads of Python take turns, and change whenever one of them waits for the database for a moment. With twenty at work,
these changes cost a turn half as much again as its own work. So a request waits for one of a few slots once its body
has been read; it gives the slot back with the beginning of its answer, or when it has taken long: what waits for the
disk, or draws a long match, holds up nobody.

What many people only look at has a lane besides: one of these pages is made at a time, in the order in which they were
asked for, so that a turn competes with one of them at most. Before it begins it lets turns that are being played end,
for a moment: however many are played, the lane goes on. Nothing in the lane waits for another request, so it cannot be
locked, and what is not in it, as what is sent to such an address and waits for the disk, never waits for it.
"""

from asyncio import AbstractEventLoop, Event, Semaphore, TimerHandle, get_running_loop, timeout
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from starlette.types import ASGIApp, Message, Receive, Scope, Send

AT_ONCE = 4
"""Requests that compute at once, besides those that have taken long."""
LONG = 0.02
"""Seconds after which a request is not counted any more."""
LONGER = 0.05
"""Seconds after which a request of the lane lets the next one begin."""
GIVES_WAY = 0.02
"""Seconds for which the lane waits for a turn, from its beginning; and for all turns before it lets one begin."""
_TURNS = "/matches/"
"""What the addresses begin with to which turns are posted."""

_BODILESS = frozenset({"GET", "HEAD", "OPTIONS"})


class Slots:
    """Lets `AT_ONCE` requests compute at once, and more while some of them take longer than `LONG`.

    The pages whose addresses begin with one of `lane` go one at a time.
    """

    def __init__(self, app: ASGIApp, lane: Sequence[str] = ()) -> None:
        self._app, self._lane = app, tuple(lane)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on when its turn has come."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path, writes = scope.get("path", ""), scope["method"] not in _BODILESS
        in_lane = not writes and path.startswith(self._lane)
        slot = _Slot(in_lane=in_lane, is_turn=writes and path.startswith(_TURNS))

        async def received() -> Message:
            message = await receive()
            if not message.get("more_body", False):
                await slot.take()
            return message

        async def answered(message: Message) -> None:
            if slot.held:
                slot.give_back()
            await send(message)

        try:
            if not writes:
                await slot.take()
            await self._app(scope, received, answered)
        finally:
            if slot.held:
                slot.give_back()


class _Held:
    """What is held until it is given back, once, or for some seconds at most."""

    def __init__(self, release: Callable[[], object], seconds: float) -> None:
        self._release: Callable[[], object] | None = release
        self._long: TimerHandle = get_running_loop().call_later(seconds, self.give_back)

    def give_back(self) -> None:
        """Let others begin."""
        if self._release is not None:
            self._long.cancel()
            self._release()
            self._release = None


class _Slot:
    """The slot of one request, and its place in the lane: taken once, and given back once."""

    def __init__(self, *, in_lane: bool, is_turn: bool) -> None:
        self._in_lane, self._is_turn = in_lane, is_turn
        self._taken = False
        self.held: list[_Held] = []

    async def take(self) -> None:
        """Wait for a free slot; one that is free is taken at once, with no turn of the event loop."""
        if self._taken:
            return
        self._taken, places = True, _places()
        if self._is_turn:
            places.begin_turn()
            self.held.append(_Held(places.end_turn, GIVES_WAY))
        if self._in_lane:
            await places.lane.acquire()
            self.held.append(_Held(places.lane.release, LONGER))
            await places.until_no_turn()
        await places.free.acquire()
        self.held.append(_Held(places.free.release, LONG))

    def give_back(self) -> None:
        """Let the next request begin."""
        while self.held:
            self.held.pop().give_back()


@dataclass
class _Places:
    """What the requests of an event loop share: the slots, the lane, and how many turns are being played."""

    free: Semaphore = field(default_factory=lambda: Semaphore(AT_ONCE))
    lane: Semaphore = field(default_factory=lambda: Semaphore(1))
    turns: int = 0
    quiet: Event = field(default_factory=Event)

    def begin_turn(self) -> None:
        """Count a turn that is being played."""
        self.turns += 1
        self.quiet.clear()

    def end_turn(self) -> None:
        """Count one less."""
        self.turns -= 1
        if not self.turns:
            self.quiet.set()

    async def until_no_turn(self) -> None:
        """Wait until no turn is being played, for `GIVES_WAY` at most."""
        if self.turns:
            with suppress(TimeoutError):
                async with timeout(GIVES_WAY):
                    await self.quiet.wait()


_shared = WeakKeyDictionary[AbstractEventLoop, _Places]()


def _places() -> _Places:
    """Return what the requests of the running event loop share."""
    loop = get_running_loop()
    found = _shared.get(loop)
    if found is None:
        found = _shared[loop] = _Places()
    return found
