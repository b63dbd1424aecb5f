"""Measure how fast mails of notices are composed and sent.

`python -m benchmarks.mail --mails 1000 --workers 2` fills a database with matches of which a turn is to be told by
mail, starts a mail server that counts, and `ludarium mail worker` as often as there are workers, and prints how many
mails arrive in a second. Every mail has its own position, with the board as text and as a picture. Pin it to the
processors that are free, as in `taskset -c 2,3`.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from aiosmtpd.smtp import SMTP, Envelope, Session

from benchmarks.http import processor_seconds
from ludarium.match.clock import Clock
from ludarium.site.board import example_turn
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.service import Service
from ludarium.site.store import Store
from tools.mail_server import MailServer

GAMES = ("orion", "throngs", "ludo", "vortex(tokens=1)")
_TURNS = 12
_PATIENCE = 300.0


class Counter:
    """A mail server that counts what it gets, by the ids of the mails."""

    def __init__(self) -> None:
        self.arrived: dict[str, int] = {}
        self.first, self.last = 0.0, 0.0

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 - the library's name
        """Count a mail."""
        content = envelope.original_content
        assert content is not None
        found = re.search(rb"^Message-ID: (\S+)", content, re.MULTILINE)
        assert found, "a mail has a Message-ID"
        assert b"image/png" in content, "a mail has the picture of the board"
        self.last = time.perf_counter()
        self.first = self.first or self.last
        self.arrived[found[1].decode()] = self.arrived.get(found[1].decode(), 0) + 1
        return "250 OK"


def fill(url: str, matches: int) -> int:
    """Begin matches of which a turn, or the result, is to be told by mail; return how many mails these are."""
    store = Store(url)
    then = time.time() - 3600
    service = Service(store, now=lambda: then)
    people = [service.people.create_guest() for _ in range(20)]
    for number, person in enumerate(people):
        assert store.accounts.set_email(person.id, f"p{number}@example.org", f"person {number}", then)
    for number in range(matches):
        pair = people[number % 20], people[(number + 1) % 20]
        seats = [SeatAssignment("person", person.name, person.id) for person in pair]
        view = service.create(GAMES[number % len(GAMES)], seats, clock=Clock.parse("10d+36h/10d"), host=pair[0].id)
        turns, seat = number // len(GAMES) % _TURNS + 1, -1
        while not view.match.over and (turns > 0 or view.match.to_act[0] == seat):  # who is next at once is not told
            seat, turns = view.match.to_act[0], turns - 1
            view = service.bots.submit(view.id, seat, example_turn(view.match.state, seat), view.revision)
    due = len(store.notices.due(time.time(), 10 * matches))
    store.close()
    return due


def send(folder: Path, mails: int, workers: int) -> tuple[float, float]:
    """Return how many mails arrive in a second, and the seconds of a processor that each takes."""
    counter, environment = Counter(), {**os.environ, "LUDARIUM_DATA": str(folder)}
    controller = MailServer(counter)
    controller.start()
    environment["LUDARIUM_SMTP"] = f"127.0.0.1:{controller.port}"
    command = [sys.executable, "-m", "ludarium", "mail", "worker"]
    running = [subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) for _ in range(workers)]  # noqa: S603 - our own program
    try:
        _wait(lambda: bool(counter.arrived))
        begun, before = len(counter.arrived), sum(processor_seconds(process.pid) for process in running)
        _wait(lambda: len(counter.arrived) >= mails)
        spent = sum(processor_seconds(process.pid) for process in running) - before
    finally:
        for process in running:
            process.send_signal(signal.SIGTERM)
            process.wait()
        controller.stop()
    assert len(counter.arrived) == mails, f"{len(counter.arrived)} of {mails} mails arrived"
    assert set(counter.arrived.values()) == {1}, "a mail arrived twice"
    return (mails - 1) / (counter.last - counter.first), spent / max(1, mails - begun)  # few arrive at once


def _wait(done: Callable[[], bool]) -> None:
    until = time.perf_counter() + _PATIENCE
    while not done():
        assert time.perf_counter() < until, "the mails do not arrive"
        time.sleep(0.1)


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\\n")[0])
    parser.add_argument("--mails", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        mails = fill(f"sqlite:///{Path(name) / 'ludarium.sqlite'}", options.mails)
        rate, spent = send(Path(name), mails, options.workers)
    print(f"{rate:.1f} mails a second by {options.workers} workers; {1000 * spent:.1f} ms of a processor for each")


if __name__ == "__main__":
    main()
