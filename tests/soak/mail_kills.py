"""Kill the programs of the post again and again: what receives mails, what works them off, and what sends them.

    python -m tests.soak.mail_kills [receive send] --kills 250

`receive` is the way in: `ludarium mail receive` stores a mail, and the inbox processor carries it out; either is killed
by SIGKILL at a random moment. A mail that was not accepted comes again, as from an MTA. Each mail asks for a match, so
that at the end there is one match for each mail, and one answer. A mail of which two processes died is given up, and
its sender is told so, unless three more die of that; such mails are counted apart.

`send` is the way out: a process sends mails by SMTP to a mail server here, and is killed. Each mail must arrive once.
A mail whose sender dies between the last byte and the answer is in doubt, and is not sent again; it is counted apart.

Each round forks a process from this one, which has imported everything and has one thread. Time is moved on after
each, so that claims expire.

Size: one program, the two ways of the post and what must hold at the end of each.
"""

import argparse
import multiprocessing
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event
from unittest.mock import patch

from aiosmtpd.smtp import SMTP, Envelope, Session
from sqlalchemy import func, select

from ludarium.cli.main import app
from ludarium.site.check import check_database
from ludarium.site.ground.tables import inbox, matches, outbox
from ludarium.site.ground.values import OutboxMessage
from ludarium.site.mail.inbox_processor import InboxProcessor
from ludarium.site.mail.incoming.limited_reader import LimitedReader
from ludarium.site.mail.incoming.reader import MailText, read_mail
from ludarium.site.mail.outgoing.smtp import Smtp
from ludarium.site.mail.outgoing.smtp_settings import SmtpSettings
from ludarium.site.mail.settings import MailDoor
from ludarium.site.outbox.finishing import ANSWER, PLAYED
from ludarium.site.outbox.outbox import Mail
from ludarium.site.people import passwords
from ludarium.site.people.accounts import AccountRules
from ludarium.site.people.names import name_key
from ludarium.site.people.passwords import PasswordHasher
from ludarium.site.quotas import Quotas
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.mail.conftest import written
from tools.mail_server import MailServer

DOOR = MailDoor("play@games.example.org")
PASSWORD = "wonder-land"
NUMBERED = "numbered"
"""The kind of the mails that are sent here: each has its number alone."""
_STEP = 900.0
"""Seconds by which time moves on after each round: all claims have expired, and answers are four an hour."""
_MOST_ROUNDS = 50
"""Rounds after the last kill, in which what is left must come to its end."""


class Fault(Exception):
    """A mail was lost or doubled."""


class ReaderHere(LimitedReader):
    """Reads mails in this process, since the start of another one would take most of a round."""

    def read(self, raw: bytes, sender: str, recipient: str, domain: str) -> MailText:
        """Return what a mail says."""
        return read_mail(raw, sender, recipient, domain)

    read_head = read


def forked(work: Callable[[], object], kill_after: float | None) -> bool:
    """Do work in a process of its own, which may be killed after some seconds; return whether it came to its end."""
    child = os.fork()
    if not child:
        try:
            work()
        except SystemExit as error:
            os._exit(int(error.code or 0))
        except BaseException:  # noqa: BLE001  # nothing of the parent's may run here
            os._exit(os.EX_SOFTWARE)
        os._exit(os.EX_OK)
    if kill_after is not None:
        time.sleep(kill_after)
        os.kill(child, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status not in (os.EX_OK, os.EX_TEMPFAIL, -signal.SIGKILL):
        raise Fault(f"a process has ended with {status}")
    return status == os.EX_OK


class Post:
    """A database with its club, opened for a moment or by a process that is killed; time is what this says."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.url = f"sqlite:///{folder / 'post.sqlite'}"
        self.now = time.time()
        self.counted = Counter[str]()
        self._chance = random.Random(seed)
        self._longest: dict[str, float] = {}
        with self.open() as (_, store):
            store.inbox.count_waiting()

    @contextmanager
    def open(self) -> Iterator[tuple[Service, Store]]:
        """Give the club, with a store that is closed at the end, so that no fork has a connection of another."""
        store = Store(self.url)
        rules = AccountRules("https://games.example.org", registration="open")
        yield Service(store, now=lambda: self.now, rules=rules, quotas=Quotas()), store
        store.close()

    def kill(self, name: str, work: Callable[[], object]) -> bool:
        """Do work that is killed at a random moment, up to a little more than it takes; return whether it ended."""
        if name not in self._longest:
            began = time.monotonic()
            forked(work, None)
            self._longest[name] = 1.2 * (time.monotonic() - began)
            return True
        ended = forked(work, self._chance.random() * self._longest[name])
        self.counted[f"{name}: {'ended before' if ended else 'killed'}"] += 1
        return ended

    @property
    def kills(self) -> int:
        """How many processes were killed."""
        return sum(number for what, number in self.counted.items() if what.endswith("killed"))


def run_receive(kills: int, folder: Path, seed: int = 1) -> Counter[str]:
    """Kill what receives mails and what works them off; return what was counted. Raises `Fault`."""
    post = Post(folder, seed)
    with post.open() as (service, store):
        for name in ("Ann", "Bob"):
            person = service.people.rename(service.people.create_guest(), name)
            assert store.accounts.set_email(person.id, f"{name.lower()}@example.com", name_key(name), post.now)
        service.passwords.set(service.accounts.find("Ann"), PASSWORD)
    mails = 0
    environment = {"LUDARIUM_DATABASE": post.url, "LUDARIUM_MAIL_ADDRESS": DOOR.address}
    with patch.dict(os.environ, environment):
        while post.kills < kills:
            raw, mails = (
                written("", "ann@example.com", Subject=f"orion challenge --password={PASSWORD} ann bob"),
                mails + 1,
            )
            while not post.kill("receive", partial(_receive, folder, raw)):
                pass
            post.kill("work off", lambda: _work_off(post))
            post.now += _STEP
    for _ in range(_MOST_ROUNDS + mails):
        forked(lambda: _work_off(post), None)
        post.now += _STEP
        with post.open() as (_, store):
            if not store.inbox.count_waiting():
                break
    return check_received(post, mails)


def _receive(folder: Path, raw: bytes) -> None:
    """Receive a mail as the program does that an MTA starts."""
    path = folder / "mail"
    path.write_bytes(raw)
    os.dup2(os.open(path, os.O_RDONLY), 0)
    sys.stdin = os.fdopen(0)
    sys.exit(app(["mail", "receive", "ann@example.com", DOOR.address], standalone_mode=False))


def _work_off(post: Post) -> None:
    with post.open() as (service, store):
        InboxProcessor(service, store, DOOR, lambda: post.now, ReaderHere()).handle_waiting()


def check_received(post: Post, mails: int) -> Counter[str]:
    """Count what became of so many mails; raise `Fault` if one was lost or done twice."""
    with post.open() as (_, store), store.database.connect() as connection:
        outcomes = [*connection.execute(select(inbox.c.outcome).where(inbox.c.handled_at.is_not(None))).scalars()]
        begun = connection.execute(select(func.count()).select_from(matches)).scalar_one()
        answers = connection.execute(
            select(func.count()).select_from(outbox).where(outbox.c.kind.in_((ANSWER, PLAYED)))
        ).scalar_one()
    copies = sum("a copy of" in outcome for outcome in outcomes)
    given_up = sum("processes have failed" in outcome for outcome in outcomes)
    unanswered = sum("nor answered" in outcome for outcome in outcomes)
    post.counted |= {"mails": mails, "copies": copies, "given up": given_up, "of them unanswered": unanswered}
    distinct = len(outcomes) - copies
    if distinct != mails:
        raise Fault(f"{distinct} of {mails} mails were worked off: {outcomes}")
    if not mails - given_up <= begun <= mails:
        raise Fault(f"{begun} matches for {mails} mails, of which {given_up} were given up: {outcomes}")
    if answers != mails - unanswered:
        raise Fault(f"{answers} answers to {mails} mails, of which {unanswered} ended without one: {outcomes}")
    _check_database(post)
    return post.counted


class Arrivals:
    """A mail server that writes the number of each mail that it has got to a file, before it says so."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("ab", buffering=0)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802  # the library's
        """Write the number of a mail, which is its last line."""
        content = envelope.original_content or b""
        self._file.write(content.strip().rpartition(b"\n")[2] + b"\n")
        return "250 OK"


def _serve(path: Path, told: Connection) -> None:
    server = MailServer(Arrivals(path))
    server.start()
    told.send(server.port)
    Event().wait()


def run_send(kills: int, folder: Path, seed: int = 1) -> Counter[str]:
    """Kill what sends mails; return what was counted. Raises `Fault`."""
    post, arrivals = Post(folder, seed), folder / "arrivals"
    here, there = multiprocessing.Pipe()
    server = multiprocessing.get_context("fork").Process(target=_serve, args=(arrivals, there), daemon=True)
    server.start()
    settings = SmtpSettings.from_environment({"LUDARIUM_SMTP": f"127.0.0.1:{here.recv()}"}, "games.example.org")
    assert settings
    sent, chance = 0, random.Random(seed)
    while post.kills < kills:
        with post.open() as (_, store):
            for _ in range(chance.randint(1, 4)):
                sent += 1
                store.outbox.send(OutboxMessage("", NUMBERED, None, "ann@example.com", {"number": str(sent)}, post.now))
        post.kill("send", lambda: _send(post, settings))
        post.now += _STEP
    for _ in range(_MOST_ROUNDS):
        forked(lambda: _send(post, settings), None)
        post.now += _STEP
    server.kill()
    return check_sent(post, sent, arrivals)


def _send(post: Post, settings: SmtpSettings) -> None:
    def compose(message: OutboxMessage) -> Mail:
        return Mail(message.address, "A number", message.data["number"])

    with post.open() as (service, _):
        transport = Smtp(settings, lambda: post.now)
        sending = service.outbox.with_composers({NUMBERED: compose})
        sending.tidy()
        sending.deliver(transport)
        transport.close()


def check_sent(post: Post, sent: int, arrivals: Path) -> Counter[str]:
    """Count what became of so many mails; raise `Fault` if one was lost or has arrived twice."""
    arrived = Counter(arrivals.read_text("ascii").split())
    with post.open() as (_, store), store.database.connect() as connection:
        rows = connection.execute(select(outbox.c.data, outbox.c.sent_at, outbox.c.sending_at)).all()
    in_doubt = 0
    for data, sent_at, sending_at in rows:
        number = data["number"]
        if arrived[number] > 1:
            raise Fault(f"mail {number} has arrived {arrived[number]} times")
        if arrived[number] == 0 and (sent_at is not None or sending_at is None):
            raise Fault(f"mail {number} is lost")
        in_doubt += not arrived[number]
    if len(rows) != sent:
        raise Fault(f"there are {len(rows)} of {sent} mails")
    post.counted |= {"mails": sent, "died just before the last byte": in_doubt}
    _check_database(post)
    return post.counted


def _check_database(post: Post) -> None:
    if faults := check_database(post.url):
        raise Fault(f"the database is damaged: {faults}")


WORK = {"receive": run_receive, "send": run_send}


def run(name: str, kills: int, folder: Path, seed: int = 1) -> Counter[str]:
    """Kill one way of the post so many times; return what was counted. Raises `Fault`."""
    with patch.object(passwords, "_HASHER", PasswordHasher(memory=8, passes=1)):
        return WORK[name](kills, folder, seed)


def main() -> None:
    """Kill what is named, or both, and print what was counted."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("work", nargs="*", default=[*WORK])
    parser.add_argument("--kills", type=int, default=250)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for name in given.work:
        with tempfile.TemporaryDirectory() as folder:
            counted = run(name, given.kills, Path(folder), given.seed)
        print(f"{name}: {', '.join(f'{number:,} {what}' for what, number in sorted(counted.items()))}", flush=True)


if __name__ == "__main__":
    main()
