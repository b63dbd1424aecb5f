"""Streaming answers: how they end, and how many of them a client may have open."""

from collections import Counter
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

from anyio import Event
from sse_starlette import EventSourceResponse
from starlette.types import Receive, Scope, Send

from ludarium.site.quotas import QuotaExceeded

PING = 15
"""Seconds between two signs of life; static/hub.js connects again when it has missed two."""


class Stream(EventSourceResponse):
    """A streaming answer, which ends when the client leaves, or in order when the site closes.

    `sign` returns the sign of life, and `ended` is called when the answer has ended.
    """

    def __init__(
        self, events: AsyncIterator[Any], sign: Callable[[], Any], ended: Callable[[], object], **options: Any
    ) -> None:  # Any: events and bytes are sent as they are, and the options are the library's
        self._closing = Event()
        self._ended = ended
        super().__init__(events, ping=PING, ping_message_factory=sign, shutdown_event=self._closing, **options)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._ended()
        if self._closing.is_set() and self.active:  # the library stops in the middle of the answer
            await send({"type": "http.response.body", "body": b"", "more_body": False})


class OpenStreams:
    """Counts the streams that each client keeps open in this process; `most` is the limit."""

    def __init__(self, most: int, refusal: str) -> None:
        self._most, self._refusal = most, refusal
        self._open = Counter[str]()

    def begin(self, client: str) -> Callable[[], None]:
        """Count a further stream of a client, and return what is called at its end; "" is a client without a limit.

        Raises `QuotaExceeded`.
        """
        if client and self._open[client] >= self._most:
            raise QuotaExceeded(f"{self._most} {self._refusal}: expected that one is closed first", PING)
        self._open[client] += 1
        return partial(self._end, client)

    def _end(self, client: str) -> None:
        self._open[client] -= 1
        if not self._open[client]:
            del self._open[client]
