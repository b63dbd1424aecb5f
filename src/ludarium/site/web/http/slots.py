"""Middleware that lets few requests compute at once.

Threads of Python take turns, and change whenever one of them waits for the database for a moment. With twenty at work,
these changes cost a turn half as much again as its own work. So a request waits for one of a few slots once its body
has been read; it gives the slot back with the beginning of its answer, or when it has taken long: what waits for the
disk, or draws a long match, holds up nobody.
"""

from asyncio import AbstractEventLoop, Semaphore, TimerHandle, get_running_loop
from weakref import WeakKeyDictionary

from starlette.types import ASGIApp, Message, Receive, Scope, Send

AT_ONCE = 4
"""Requests that compute at once, besides those that have taken long."""
LONG = 0.02
"""Seconds after which a request is not counted any more."""

_free = WeakKeyDictionary[AbstractEventLoop, Semaphore]()
_BODILESS = frozenset({"GET", "HEAD", "OPTIONS"})


class Slots:
    """Lets `AT_ONCE` requests compute at once, and more while some of them take longer than `LONG`."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on when its turn has come."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        slot = _Slot()

        async def received() -> Message:
            message = await receive()
            if not message.get("more_body", False):
                await slot.take()
            return message

        async def answered(message: Message) -> None:
            slot.give_back()
            await send(message)

        try:
            if scope["method"] in _BODILESS:
                await slot.take()
            await self._app(scope, received, answered)
        finally:
            slot.give_back()


class _Slot:
    """The slot of one request: taken once, and given back once."""

    def __init__(self) -> None:
        self._taken = False
        self._held: Semaphore | None = None
        self._long: TimerHandle | None = None

    async def take(self) -> None:
        """Wait for a free slot; one that is free is taken at once, with no turn of the event loop."""
        if self._taken:
            return
        self._taken = True
        slots = _slots()
        await slots.acquire()
        self._held = slots
        self._long = get_running_loop().call_later(LONG, self.give_back)

    def give_back(self) -> None:
        """Let the next request begin."""
        if self._held is not None and self._long is not None:
            self._long.cancel()
            self._held.release()
            self._held = None


def _slots() -> Semaphore:
    """Return the slots of the running event loop."""
    loop = get_running_loop()
    found = _free.get(loop)
    if found is None:
        found = _free[loop] = Semaphore(AT_ONCE)
    return found
