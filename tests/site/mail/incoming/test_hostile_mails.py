"""Mails that are made to stop the post: they cost little, or are given up, and the mails behind them are read."""

import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from threading import Event
from types import FrameType

import pytest

from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.mail.inbox_processor import InboxProcessor, InboxWorker
from ludarium.site.mail.incoming import html_text, imap, limited_reader
from ludarium.site.mail.incoming.html_text import html_to_text
from ludarium.site.mail.incoming.limited_reader import MEMORY_BYTES, LimitedReader, ReaderDied, UnreadableMail
from ludarium.site.mail.incoming.reader import MailText
from ludarium.site.mail.incoming.receiving import LARGEST
from tests.site.mail.conftest import DOOR, READER, Post, written

PIECES = (
    "<!--", "<a ", "<div>", "</", "</b>", "<![CDATA[", "<?", "<!DOCTYPE ", "&#x", "&", "<a b='", '<a b="c', "<a b=",
    "<b><i>", "<table><a>", "<", "<div></p>", "<div><blockquote>", "<script>", "<title>a</title>", "<pre>\n", "-->",
    "<p class=gmail_quote>", "<!", "<b></div>", " ", "=", "<a/", "<textarea></textarea", "<br>", "a ", "\n", "<!--->",
    "&" + "a" * 31, "--!",
)  # fmt: skip
"""What pages repeat that a parser may look at again and again."""
PARTS = b"Content-Type: multipart/mixed; boundary=a\n\n"
PART = b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n"
READ = {
    "parts": PARTS + b"--a\n\n\n" * 25_000,
    "reports": PARTS + b"--a\nContent-Type: message/rfc822\n\n" * 25_000,
    "nested too deeply": b"".join(
        b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (n, n) for n in range(4000)
    ),
    "messages": b"Content-Type: message/rfc822\n\n" * 30_000,
    "headers": b"a: b\n" * 100_000,
    "one header": b"Subject: x" + b"\n x" * 300_000,
    "lines": b"\n" + b"\n" * LARGEST,
    "quoted-printable": b"Content-Transfer-Encoding: quoted-printable\n\n" + b"=\n" * 450_000,
    "utf-7": b"Content-Type: text/plain; charset=utf-7\n\n" + b"+AGE-" * 190_000,
}
"""Mails that are read, whatever is read in them."""
NOT_READ = {
    "nested": b"".join(PART % (n, n) for n in range(200)) + b"x\n" * 480_000,
    "parameters": b"Content-Type: text/plain" + b";" * 990_000 + b"\n\nu+",
}
"""Mails on which the parser of the standard library spends minutes."""
LINES = (
    "-", "- ", "-x", "a@b>", "a@b>\n", "a@b>:\n", "a@b>:\n>\n", "x@", "a@b> :x", "_", "\t\n", ":\n>\n", ": ", "a: b\n",
    "a b", "\n", "> ", "---x", "a-", "Sent x\n", " ",
)  # fmt: skip


def envelope(raw: bytes) -> tuple[bytes, str, str, str]:
    return b"From: ann@example.com\n" + raw[: LARGEST - 22], "ann@example.com", DOOR.address, DOOR.domain


def lines_run(act: Callable[[], object]) -> int:
    """Return how many lines are run of the module that reads pages, and not of what happens to be collected then."""
    count = 0

    def trace(frame: FrameType, event: str, argument: object) -> object:
        nonlocal count
        if frame.f_code.co_filename != html_text.__file__:
            return None
        count += event == "line"
        return trace

    sys.settrace(trace)  # type: ignore[arg-type]  # of which this function needs no more
    try:
        act()
    finally:
        sys.settrace(None)
    return count


@pytest.mark.parametrize("piece", PIECES)
def test_twice_the_page_takes_twice_the_steps(piece: str) -> None:
    short, long = (lines_run(partial(html_to_text, f"<b>{piece * count}")) for count in (300, 600))
    assert long <= 2 * short + 50


@pytest.mark.parametrize("piece", PIECES)
def test_the_largest_page_is_read(piece: str) -> None:
    page = f"Content-Type: text/html\n\nu+<br>{piece * (LARGEST // len(piece))}"
    assert READER.read(*envelope(page.encode())).text.startswith("u+")


@pytest.mark.parametrize("name", READ)
def test_the_largest_mails_are_read(name: str) -> None:
    raw, sender, recipient, domain = envelope(READ[name])
    assert READER.read(raw, sender, recipient, domain).address == "ann@example.com"
    assert READER.read_bounce(raw) is None


def test_quotations_are_found_in_any_text() -> None:
    code = (
        "import ast, resource, sys; from ludarium.site.mail.incoming.quotations import read_written\n"
        "resource.setrlimit(resource.RLIMIT_CPU, (15, 15))\n"
        "for line in ast.literal_eval(sys.argv[1]):\n"
        "    for first, last in (('', ''), ('-', 'x'), ('x', ':'), ('---', ' x'), ('x@y>', ''), ('x:\\n', ':  x')):\n"
        "        read_written(first + line * (40_000 // len(line)) + last)"
    )
    assert subprocess.run([sys.executable, "-c", code, repr(LINES)], check=False).returncode == 0


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no prlimit")
def test_the_reader_has_little_memory() -> None:
    reader = LimitedReader()
    reader.read(*envelope(b"\n"))
    assert resource.prlimit(pid_of(reader), resource.RLIMIT_AS) == (MEMORY_BYTES, MEMORY_BYTES)
    reader.stop()


def test_a_reader_without_memory_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import ludarium.site.mail.incoming.limited_reader as one; one.MEMORY_BYTES = 30_000_000; one.main()"
    monkeypatch.setattr(limited_reader, "_COMMAND", (sys.executable, "-c", code))
    reader = LimitedReader()
    with pytest.raises(UnreadableMail):
        reader.read(*envelope(b"\n" + b"x\n" * 400_000))
    reader.stop()


def pid_of(reader: LimitedReader) -> int:
    assert reader._process
    return reader._process.pid


def test_a_reader_that_was_killed_is_replaced() -> None:
    reader = LimitedReader()
    reader.read(*envelope(b"\n"))
    os.kill(pid_of(reader), signal.SIGKILL)
    with pytest.raises(ReaderDied):
        reader.read(*envelope(b"\n"))
    assert reader.read(*envelope(b"\nu+")).text == "u+"
    reader.stop()


def test_signals_to_all_processes_of_a_service_do_not_end_the_reader() -> None:
    reader = LimitedReader()
    for number in (signal.SIGINT, signal.SIGTERM):
        reader.read(*envelope(b"\n"))
        os.kill(pid_of(reader), number)
    assert reader.read(*envelope(b"\nu+")).text == "u+"
    reader.stop()


def test_a_header_that_nobody_reads_stops_no_fetching(post: Post) -> None:
    raw = b"From: " + b"(" * 20_000 + b"\r\nTo: " + b"(" * 20_000 + b"\r\nCc: " + DOOR.address.encode() + b"\r\n\r\nu+"
    assert imap._recipient(raw, DOOR, post.store.inbox, post.now) == DOOR.address
    assert imap._sender(raw) == ""


def test_a_hostile_mail_is_answered_and_those_behind_it_are_read(post: Post) -> None:
    post.drop(envelope(NOT_READ["parameters"])[0], "ann@example.com", DOOR.address)
    post.drop(written("", "bob@example.com", Subject="help"), "bob@example.com", DOOR.address)
    post.now += 1
    assert post.desk.handle_waiting() == 2
    later, hostile = post.store.inbox.latest(2)
    assert later.outcome == "help"
    assert hostile.outcome.startswith("not read: it takes more than")
    to_ann, to_bob = sorted(post.sent(), key=lambda mail: mail.address)
    assert (to_ann.address, to_bob.address) == ("ann@example.com", "bob@example.com")
    assert "takes too long to read" in to_ann.text


def test_a_report_that_takes_too_long_is_not_read(post: Post) -> None:
    came = post.deliver(NOT_READ["nested"], "", f"b+0123456789abcdef@{DOOR.domain}")
    assert came.outcome.startswith("not read: it takes more than")
    assert post.sent() == []


def test_a_claim_is_a_try_and_the_third_one_reads_no_more(post: Post) -> None:
    post.drop(written("", "ann@example.com", Subject="help"), "ann@example.com", DOOR.address)
    for _ in range(2):  # processes that die
        post.now += 121
        assert post.store.inbox.claim(post.now, post.now + 120)
    post.now += 121
    post.desk.handle_waiting()
    (mail,) = post.store.inbox.latest(1)
    assert (mail.tries, mail.outcome) == (3, "not read: 2 processes have failed to handle it")
    (answer,) = post.sent()
    assert "This failed because of an error of the site" in answer.text


def test_a_process_that_dies_while_it_gives_a_mail_up_leaves_the_answer_to_the_next(post: Post) -> None:
    post.drop(written("", "ann@example.com", Subject="help"), "ann@example.com", DOOR.address)
    for _ in range(4):
        post.now += 121
        assert post.store.inbox.claim(post.now, post.now + 120)
    post.now += 121
    post.desk.handle_waiting()
    assert post.store.inbox.latest(1)[0].outcome == "not read: 4 processes have failed to handle it"
    (answer,) = post.sent()
    assert "This failed because of an error of the site" in answer.text


def test_a_mail_that_kills_even_who_gives_it_up_is_answered_no_more(post: Post) -> None:
    post.drop(written("", "ann@example.com", Subject="help"), "ann@example.com", DOOR.address)
    for _ in range(5):
        post.now += 121
        assert post.store.inbox.claim(post.now, post.now + 120)
    post.now += 121
    post.desk.handle_waiting()
    (mail,) = post.store.inbox.latest(1)
    assert (mail.handled_at, mail.outcome) == (post.now, "not read, nor answered: 5 processes have failed to handle it")
    assert post.sent() == []


def test_who_dies_of_a_mail_has_claimed_no_other(post: Post) -> None:
    for name in ("ann", "bob"):
        post.drop(written("", f"{name}@example.com", Subject="help"), f"{name}@example.com", DOOR.address)
    post.now += 1
    assert post.store.inbox.claim(post.now, post.now + 120)  # by a process that dies
    assert post.desk.handle_waiting() == 1
    latest, _ = post.store.inbox.latest(2)
    assert (latest.sender, latest.outcome, latest.tries) == ("bob@example.com", "help", 1)


def test_a_busy_database_is_no_fault_of_a_mail(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise DatabaseBusy("somebody writes")

    post.drop(written("", "ann@example.com", Subject="help"), "ann@example.com", DOOR.address)
    with monkeypatch.context() as patch:
        patch.setattr("ludarium.site.mail.handling.Mails._read", fail)
        for _ in range(5):
            post.now += 2
            assert post.desk.handle_waiting() == 1
    post.now += 2
    post.desk.handle_waiting()
    assert post.store.inbox.latest(1)[0].outcome == "help"


def test_the_desk_closes_while_a_mail_is_read_which_waits_for_the_next_process(post: Post) -> None:
    began = Event()

    class Slow(LimitedReader):
        def read(self, raw: bytes, sender: str, recipient: str, domain: str) -> MailText:
            super().read(b"\n", sender, recipient, domain)
            os.kill(pid_of(self), signal.SIGSTOP)  # as if the mail took for ever
            began.set()
            return super().read(raw, sender, recipient, domain)

    desk = InboxProcessor(post.service, post.store, DOOR, lambda: post.now, Slow())
    post.drop(written("", "ann@example.com", Subject="help"), "ann@example.com", DOOR.address)
    post.now += 1
    worker = InboxWorker(desk)
    worker.start()
    assert began.wait(60)
    worker.close()
    assert "inbox" not in {thread.name for thread in threading.enumerate()}
    (mail,) = post.store.inbox.latest(1)
    assert (mail.handled_at, mail.tries) == (None, 0)
    post.desk.handle_waiting()
    assert post.store.inbox.latest(1)[0].outcome == "help"
