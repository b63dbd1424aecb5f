"""Let hostile scripts and WebAssembly programs through the workshop's page of a running site, and hundreds of bots on a
ladder, which is then computed again.

`python -m tests.soak.ladder --bots 200 --hostile 30 --minutes 20` starts `ludarium serve`. Accounts try every hostile
script and program by the form of the page: each must be ended, named and lose its match, while a person plays turns
beside, whose times are compared with those before. Then the bots are saved, tested and published by the page, some of
them hostile in a part of their matches, the ladder plays as long as is asked, and the file that the site publishes is
played again by `ludarium ladder --verify`.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from threading import Event, Thread

import httpx2

from ludarium.club.ladder.nightly import NightlyFiles
from ludarium.club.service import SeatAssignment, Service, Store
from ludarium.core.registry import load
from tests.players.hostile_modules import FIRST, HOSTILE
from tests.players.hostile_scripts import HOSTILE_SCRIPTS
from tools.local_site import LocalSite
from tools.ports import reserved_port

GAME = "vortex"
SITE = {f"LUDARIUM_QUOTA_{name}": "0/0" for name in ("TRIALS", "BEGUN", "UPLOADS")}
_PATIENCE = 300.0
_PAUSE = 0.1
_CALM = 20.0
"""Seconds in which turns are measured before anything hostile happens."""
_EACH = 10
"""Bots of one author."""
_PLAYER = """const all = api.legal();
this.n = ((this.n || {seed}) * 48271) % 2147483647;
api.play(all[this.n % all.length]);"""
_BROKEN = (
    "while (true) {}",
    "api.play('nowhere')",
    "const a = []; while (true) a.push(new ArrayBuffer(1e7))",
    "(function f() { f() })()",
    "throw null",
)


class Fault(Exception):
    """Something hostile was not ended or not named, or a match has another outcome."""


class Author:
    """An account with a token, by which a program uses the pages."""

    def __init__(self, service: Service, store: Store, url: str, number: int) -> None:
        guest = service.people.rename(service.people.create_guest(), f"Author {number}")
        store.accounts.set_email(guest.id, f"author{number}@example.org", f"author{number}", time.time())
        account = service.people.load(guest.id)
        assert account
        token = service.tokens.make(account, "soak", ["play", "challenge"])
        self.page = f"/games/{GAME}/workshop"
        self.client = httpx2.Client(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=_PATIENCE)
        self.client.headers["Accept"] = "application/json"

    def send(self, **fields: str) -> str:
        """Send the form of the page; return where it leads."""
        return self._done(self.client.post(self.page, data=fields))

    def upload(self, content: bytes, name: str) -> str:
        """Upload a WebAssembly program."""
        sent = self.client.post(f"{self.page}/modules", data={"name": name}, files={"module": ("bot.wasm", content)})
        return self._done(sent)

    def result(self, place: str) -> dict[str, object]:
        """Wait until a trial was played, and return it."""
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until:
            answer = self.client.get(place.partition("#")[0])
            if answer.status_code == 200 and not (trial := answer.json()["trial"])["waits"]:
                return dict(trial)
            time.sleep(_PAUSE)
        raise Fault(f"{place} was not played within {_PATIENCE:g} seconds")

    def _done(self, answer: httpx2.Response) -> str:
        if answer.status_code != 200:
            raise Refused(answer.json()["error"])
        return str(answer.json()["location"])


class Refused(Exception):
    """The page has refused what was sent."""


class Turns:
    """A person who plays turns of a match of two people by the form of the page, and how long each took."""

    def __init__(self, service: Service, url: str) -> None:
        self._service, self._times, self._over = service, list[float](), Event()
        self._person = service.people.create_guest()
        token = service.tokens.make(self._person, "soak", ["play", "challenge"])
        self._client = httpx2.Client(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=_PATIENCE)
        self._client.headers["Accept"] = "application/json"
        self._thread = Thread(target=self._play, daemon=True)
        self._thread.start()

    def measured(self) -> tuple[float, float, int]:
        """Return the median and the 99th percentile of the turns so far, in milliseconds, and begin anew."""
        times, self._times = sorted(self._times), []
        return times[len(times) // 2] * 1000, times[int(len(times) * 0.99)] * 1000, len(times)

    def close(self) -> None:
        """Play no more."""
        self._over.set()
        self._thread.join()

    def _play(self) -> None:
        both = [SeatAssignment("person", "Guest", self._person.id)] * 2
        while not self._over.is_set():
            view = self._service.create("orion(clicks=1,turn_limit=200)", both, host=self._person.id)
            while not view.match.over and not self._over.wait(_PAUSE):
                state = view.match.state
                text = state.format_turn([state.legal(state.actors[0])[0]])
                began = time.perf_counter()
                sent = {"do": "turn", "text": text, "revision": view.revision, "seat": state.actors[0]}
                answer = self._client.post(f"/matches/{view.id}", json=sent)
                self._times.append(time.perf_counter() - began)
                if answer.status_code != 200:
                    raise Fault(answer.text)
                view = self._service.view(self._person, view.id)


def try_hostile(author: Author) -> int:
    """Let everything hostile through the page; return how many were ended and named."""
    for name, (source, cause) in HOSTILE_SCRIPTS.items():
        trial = author.result(author.send(do="try", source=source, opponent="easy", seat="0"))
        _check(name, cause, trial)
    for number, (name, (content, cause)) in enumerate(HOSTILE.items()):
        try:
            place = author.upload(content, f"Bad {number}")
        except Refused as refused:
            if not re.search("too large|not a WebAssembly|no file", str(refused)):
                raise Fault(f"{name}: {refused}") from refused
            continue
        bot = place.partition("bot=")[2].partition("&")[0]
        _check(name, cause, author.result(author.send(do="test", bot=bot, version="1")))
        author.send(do="delete", bot=bot)
    return len(HOSTILE_SCRIPTS) + len(HOSTILE)


def _check(name: str, cause: str, trial: dict[str, object]) -> None:
    said = unescape(str(trial["result"]))
    if not said.startswith("Your bot lost") or not any(part in said for part in cause.split("|")):
        raise Fault(f"{name}: {said}, and {cause} was expected")
    print(f"  {name}: {said[:100]}", flush=True)


def publish(authors: list[Author], bots: int, hostile: int) -> None:
    """Publish bots by the page: scripts, a WebAssembly program of each author, and hostile ones among them.

    A hostile one passes its test, and is hostile in a part of its matches, since its seed decides.
    """
    for number in range(bots):
        author = authors[number // _EACH]
        source = _PLAYER.replace("{seed}", str(1000 + 17 * number))
        if number < hostile:
            source = f"if (Math.random() < 0.02) {{ {_BROKEN[number % len(_BROKEN)]} }}\n{source}"
        if number >= hostile and number % _EACH == 0:
            place = author.upload(FIRST, f"Bot {number}")
        else:
            place = author.send(do="save", source=source, name=f"Bot {number}")
        bot = place.partition("bot=")[2].partition("&")[0]
        for _ in range(20):  # a hostile one may fail its test
            if "passed" in _tested(author, bot):
                break
        author.send(do="show", bot=bot, shown="yes")
        author.send(do="publish", bot=bot, version="1")


def _tested(author: Author, bot: str) -> str:
    trial = author.result(author.send(do="test", bot=bot, version="1"))
    turns = trial["turns"]
    assert isinstance(turns, list)
    failed = any(turn["fault"] for turn in turns)
    return "failed" if failed else "passed"


@contextmanager
def running(folder: Path, ladder: int) -> Iterator[tuple[LocalSite, Store, Service]]:
    """Run a site, and give what reads its database."""
    with reserved_port() as port:
        site = LocalSite(folder / "data", port, {**SITE, "LUDARIUM_LADDER": str(ladder)})
        site.open()
        store = Store(site.database)
        try:
            yield site, store, Service(store, ladder_folder=folder / "ladders")
        finally:
            store.close()
            site.close()


def run(bots: int, hostile: int, matches: int, minutes: float) -> list[str]:
    """Run everything; return what was measured.

    Raises `Fault`.
    """
    said = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with running(folder, 0) as (site, store, service):
            turns = Turns(service, site.url)
            time.sleep(_CALM)
            p50, p99, count = turns.measured()
            tried = try_hostile(Author(service, store, site.url, 0))
            beside50, beside99, beside = turns.measured()
            said.append(f"{tried} hostile scripts and programs ended, named and lost")
            said.append(
                f"a person's turn beside them: p50 {beside50 / p50:.2f} and p99 {beside99 / p99:.2f} times that before "
                f"({count} turns at {p50:.1f} and {p99:.1f} ms before, {beside} beside)"
            )
            authors = [Author(service, store, site.url, 1 + each) for each in range(-(-bots // _EACH))]
            publish(authors, bots, hostile)
            turns.close()
        with running(folder, 1) as (site, store, service):
            until = time.monotonic() + 60 * minutes
            while time.monotonic() < until and store.ladder_matches.last_rated(GAME) < matches:
                time.sleep(1.0)
            rated = store.ladder_matches.last_rated(GAME)
            failures = sum(one.failed_seat is not None for one in store.ladder_matches.played(GAME, 0, rated))
            said.append(f"{bots} bots published, {hostile} of them hostile: {rated} matches, {failures} forfeited")
        store = Store(site.database)
        service = Service(store)
        night = time.time() // 86400 * 86400 + 86400 - 60
        files = NightlyFiles(store, service.ladder_files, folder / "ladders", lambda: night)
        files.write(GAME)
        path = files.of(load(GAME))[0].path
        done = subprocess.run(
            [sys.executable, "-m", "ludarium", "ladder", "--verify", path, "--workers", "1"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        store.close()
        if done.returncode:
            raise Fault(done.stdout + done.stderr)
        said += done.stdout.strip().splitlines()
    return said


def main() -> None:
    """Run by the options of the command line, and print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--bots", type=int, default=200)
    parser.add_argument("--hostile", type=int, default=30)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--minutes", type=float, default=60.0)
    options = parser.parse_args()
    print("\n".join(run(options.bots, options.hostile, options.matches, options.minutes)))


if __name__ == "__main__":
    main()
