"""Count what a posted turn costs: the calls of our functions, the files in which they are, and the statements of SQL.

`python -m benchmarks.turn` posts turns to a site in this process, over no network, and prints the counts of the last
one. They are the same on every machine, however slow: no slot of the turn ends by its time. Kernels, and what compiles
them, are not counted: compiled, they are no calls of Python.
"""

import asyncio
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple
from unittest.mock import patch
from urllib.parse import urlencode

from starlette.types import ASGIApp, Message, Scope

import ludarium
from benchmarks.site import GAME, script
from ludarium.site.app import create_app
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.web.http import slots

_HERE = str(Path(ludarium.__file__).parent)
_COMPILED = ("kernel.py", f"{_HERE}/core/compiling")
_STATEMENTS = {"Cursor.execute", "Cursor.executemany", "Connection.commit"}
_TURNS = 12
"""Turns that are posted: the first ones fill caches, and the last one is counted."""
_HOUR = 3600.0


class Counts(NamedTuple):
    """The calls by file of the package, and the number of statements, the commit included."""

    calls: Mapping[str, int]
    statements: int


class _Counter:
    """Counts in all threads that begin while it is `installed`, as long as it is `on`."""

    def __init__(self) -> None:
        self.on = False
        self.calls, self.statements = Counter[str](), 0

    def _note(self, frame: FrameType, event: str, argument: Any) -> None:  # Any: what is called, or returned
        if not self.on:
            return
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(_HERE) and not (_COMPILED[1] in name or name.endswith(_COMPILED[0])):
            self.calls[name.removeprefix(f"{_HERE}/")] += 1
        elif event == "c_call" and getattr(argument, "__qualname__", "") in _STATEMENTS:
            self.statements += 1

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Look at every call in this thread, and in those that begin now."""
        before = sys.getprofile()
        threading.setprofile(self._note)
        sys.setprofile(self._note)
        try:
            yield
        finally:
            sys.setprofile(before)
            threading.setprofile(None)


async def post(app: ASGIApp, path: str, cookie: str, form: Mapping[str, object]) -> int:
    """Post a form to an application, and return the status of its answer."""
    body, sent = urlencode(form).encode(), list[Message]()
    headers = {"host": "127.0.0.1", "cookie": cookie, "content-type": "application/x-www-form-urlencoded"}
    scope: Scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "scheme": "http",
        "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "", "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80), "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }  # fmt: skip

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    return int(sent[0]["status"])


async def count(store: Store) -> Counts:
    """Return the counts of a turn of two people, in a match that has begun."""
    service, counter = Service(store), _Counter()
    person = service.people.create_guest()
    cookie = f"session={service.people.begin_session(person, 'benchmark')}"
    both = [SeatAssignment("person", "Guest", person.id) for _ in range(2)]
    match_id, app = service.create(GAME, both, host=person.id).id, create_app(service, "a secret")
    with counter.installed(), patch.multiple(slots, LONG=_HOUR, GIVES_WAY=_HOUR):
        for number, text in enumerate(script()[:_TURNS]):
            counter.on = number == _TURNS - 1
            form = {"do": "turn", "seat": number % 2, "text": text, "revision": number}
            assert await post(app, f"/matches/{match_id}", cookie, form) == 303, text
    return Counts(counter.calls, counter.statements)


def main() -> None:
    """Count and print."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/ludarium.sqlite")
        counts = asyncio.run(count(store))  # noqa: TID251  a program of its own
        store.close()
    for name, number in sorted(counts.calls.items(), key=lambda item: -item[1]):
        print(f"{number:5} {name}")
    print(f"{sum(counts.calls.values())} calls, {len(counts.calls)} files, {counts.statements} statements")


if __name__ == "__main__":
    main()
