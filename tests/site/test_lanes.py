"""Servers that hang delay no mail: messages to them have lanes of their own, and a request ends in any case."""

import http.client
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from threading import Event, Thread

import pytest

from ludarium.site.due import Clock, Due, dues
from ludarium.site.ground.values import OutboxMessage
from ludarium.site.notices.push import PUSH
from ludarium.site.offers.commands import ANNOUNCEMENT
from ludarium.site.outbox.outbox import Lane, Log, Mail, Mailer
from ludarium.site.outward import post
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.databases import sqlite_copy
from tests.site.waiting import wait_for


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the outbox run on both."""
    return sqlite_copy(request, tmp_path)


class Hanging:
    """A transport that hangs until it is let go, and counts what it was given."""

    def __init__(self) -> None:
        self.begun, self.go = list[str](), Event()

    def send(self, mail: Mail, before_last_byte: Callable[[], None]) -> None:
        self.begun.append(mail.text)
        before_last_byte()
        self.go.wait()

    def close(self) -> None:
        pass


def test_mails_and_notices_go_on_while_the_webhook_and_a_push_service_hang(open_store: Callable[[], Store]) -> None:
    store = open_store()
    service, mails = Service(store), list[Mail]()
    outbox = service.outbox.with_composers(
        {kind: lambda message: Mail(message.address, "", message.id) for kind in ("mail", PUSH, ANNOUNCEMENT)}
    )
    hook, push = Hanging(), [Hanging(), Hanging()]
    lanes = [Lane([ANNOUNCEMENT], [hook]), Lane([PUSH], push)]
    mailer = Mailer(outbox, [Log(mails.append)], pause=0.01, lanes=lanes)

    def put(kind: str, count: int) -> None:
        for number in range(count):
            store.outbox.send(OutboxMessage(f"{kind}{number}", kind, None, "a@example.org", {}, time.time()))

    put(ANNOUNCEMENT, 3)
    put(PUSH, 3)
    mailer.start()
    try:
        wait_for(lambda: hook.begun and any(each.begun for each in push))
        put("mail", 5)
        wait_for(lambda: len(mails) == 5)
        assert {mail.text[:4] for mail in mails} == {"mail"}
        assert len(hook.begun) == 1
    finally:
        for each in (hook, *push):
            each.go.set()
    wait_for(lambda: len(hook.begun) == 3 and sum(len(each.begun) for each in push) == 3)
    mailer.close()
    assert sorted(text for each in (hook, *push) for text in each.begun) == [
        f"{kind}{number}" for kind in (ANNOUNCEMENT, PUSH) for number in range(3)
    ]


def test_what_is_due_goes_on_while_the_mail_server_hangs(open_store: Callable[[], Store]) -> None:
    """Every step is made again and again, one that fails, too."""
    store = open_store()
    service = Service(store)
    outbox = service.outbox.with_composers({"mail": lambda message: Mail(message.address, "", message.id)})
    server, made = Hanging(), Counter[str]()

    def counted(due: Due) -> Due:
        def step() -> None:
            made[due.name] += 1
            due.step()
            if due.name == "offers":
                raise RuntimeError("one that fails ends no other")

        return due._replace(step=step, every=0.01)

    mailer, clock = Mailer(outbox, [server], pause=0.01), Clock([counted(due) for due in dues(service)])
    store.outbox.send(OutboxMessage("mail0", "mail", None, "a@example.org", {}, time.time()))
    mailer.start()
    try:
        wait_for(lambda: server.begun)
        clock.start()
        wait_for(lambda: len(made) == len(dues(service)) and min(made.values()) > 3)
    finally:
        server.go.set()
    clock.close()
    mailer.close()


@contextmanager
def dripping(begin: bytes) -> Iterator[int]:
    """Run a server that answers a byte now and then after its first ones, for ever; give its port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        over = Event()

        def answer() -> None:
            with suppress(OSError):
                connection, _ = server.accept()
                with connection:
                    connection.sendall(begin)
                    while not over.wait(0.02):
                        connection.sendall(b"x")

        thread = Thread(target=answer, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        over.set()
    thread.join()


@pytest.mark.parametrize(("begin", "status"), [(b"HTT", None), (b"HTTP/1.1 204 None\r\nX-Slow: ", 204)])
def test_a_request_ends_however_slowly_it_is_answered(begin: bytes, status: int | None) -> None:
    with dripping(begin) as port, pytest.raises(OSError, match="understood") if status is None else nullcontext():
        answer = post(
            lambda _: http.client.HTTPConnection("127.0.0.1", port, timeout=60),
            "https://a.example",
            b"",
            {},
            patience=0.2,
        )
        assert answer.code == status
