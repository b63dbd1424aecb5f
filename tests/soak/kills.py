"""Kill the site again and again while people play, and check that it keeps what it has acknowledged.

`python -m tests.soak.kills --kills 250 --processes 2` starts `ludarium serve`, lets clients play by HTTP against
themselves and against bots, and kills a random process of it, by SIGKILL or SIGTERM, again and again; with `--stops`
some are stopped by SIGSTOP for eight seconds. A client sends a turn that was not answered again, as a page does. Every
match must have exactly the turns that were acknowledged, and perhaps the one that was not answered; no match may stand
still; and at the end the whole database is checked. `--postgresql` starts a server for this; without it there is an
SQLite file. The processes of the site are forked (`tests.soak.forked`), unless it is to be started as a `--whole`.

Size: one program, its clients and what kills.
"""

import argparse
import os
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

import httpx2

from ludarium.core.record import Record
from ludarium.core.registry import load
from ludarium.match.match import Match
from ludarium.match.progress import all_states
from ludarium.players.bot_player import BotPlayer
from ludarium.players.turn import request_turn
from ludarium.search.player import make_bot
from ludarium.site.check import check_database
from tests.databases import find_programs, running_postgresql
from tools.local_site import LocalSite
from tools.ports import reserved_port

GAME = "orion"
LONGEST = 120.0
"""Seconds after which a request without an answer, or a bot without a turn, is a fault."""
_SIGNALS = (signal.SIGKILL, signal.SIGTERM)
_STILL = 8.0
"""Seconds for which a process stands still: its parent replaces it after five."""
_SERVES = re.compile(b"spawn_main|forkserver")
"""What is in the command of a process that serves the site, and not in that of a compiler."""


class Fault(Exception):
    """The site has lost, doubled or changed a turn, or stands still."""


class Site(LocalSite):
    """A site whose processes are killed one by one, and which is started again whenever it has ended."""

    def __init__(self, folder: Path, port: int, processes: int, database: str = "") -> None:
        settings = {
            "LUDARIUM_PROCESSES": str(processes), "LUDARIUM_DATABASE": database, "LUDARIUM_BOT_WORKERS": "2",
            "LUDARIUM_QUOTA_BEGUN": "0/0",  # the matches of a thousand kills come from one network
        }  # fmt: skip
        super().__init__(folder, port, settings)

    def keep(self) -> None:
        """Start the site again if it has ended by itself: its port was held by processes whose parent was killed."""
        if not self.runs:
            self.start()

    def kill_one(self, which: int, by: signal.Signals) -> str:
        """Kill the process of this number, where 0 is the parent; start the site again if it has ended."""
        self.keep()
        found = [self.pid, *workers(self.pid)]
        victim = found[which % len(found)]
        if by == signal.SIGSTOP:
            stand_still(victim)
        elif victim == self.pid:
            self.end(by)
            self.start()
        else:
            with suppress(ProcessLookupError):  # it has just ended
                os.kill(victim, by)
        return f"{'site' if victim == found[0] else 'process'} by {by.name}"


def stand_still(process: int) -> None:
    """Stop a process, and let it go on after some seconds if nobody has ended it."""
    with suppress(ProcessLookupError):  # it has just ended
        os.kill(process, signal.SIGSTOP)
        time.sleep(_STILL)
        os.kill(process, signal.SIGCONT)


def workers(parent: int) -> list[int]:
    """Return the ids of the processes that serve the site for a parent, without the compilers."""
    children: list[str] = []
    with suppress(FileNotFoundError):  # of a parent that has just ended
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text("ascii").split()
    named = ((int(child), Path(f"/proc/{child}/cmdline")) for child in children)
    return [child for child, command in named if command.exists() and _SERVES.search(command.read_bytes())]


class Client:
    """A person who plays both seats of a match, or one against a bot, and knows what was acknowledged."""

    def __init__(self, url: str, opponent: str, seed: int) -> None:
        self.acknowledged = 0
        self.repeated = 0
        self.matches = 0
        self.fault = ""
        self._opponent = opponent
        self._ours = {0, 1} if opponent == "here" else {0}
        self._bot = BotPlayer(make_bot("random", load(GAME), seed))
        self._http = httpx2.Client(base_url=url, timeout=20)
        self._path = ""
        self._turns: list[str] = []

    def play(self, stop: Event) -> None:
        """Play one match after another until stopped; keep the first fault."""
        try:
            while not stop.is_set():
                self._step()
            if self._path:
                self._check(self._match(), None)
        except Exception as error:  # noqa: BLE001 - whatever goes wrong is a fault that the program reports
            self.fault = f"{type(error).__name__}: {error} ({self._path})"
        finally:
            self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def _step(self) -> None:
        if not self._path:
            self._begin()
        match = self._match()
        self._check(match, None)
        if match.over:
            self._path = ""
        elif {*match.to_act} & self._ours:
            self._submit(match, match.to_act[0])
        else:
            self._wait_for_bot(len(match.turns))

    def _begin(self) -> None:
        form = {"seat-0": "here", "seat-1": self._opponent, "option-turn_limit": "20"}
        answer = self._ask(lambda: self._http.post(f"/games/{GAME}/new", data=form))
        if answer.status_code != 303:
            raise Fault(f"no match begins: {answer.status_code}")
        self._path, self._turns = answer.headers["location"], []
        self.matches += 1

    def _submit(self, match: Match, seat: int) -> None:
        text = request_turn(self._bot, match, seat).turn
        revision = self._revision()
        before = self.repeated
        form = {"do": "turn", "seat": str(seat), "text": text, "revision": revision}
        answer = self._ask(lambda: self._http.post(self._path, data=form))
        if answer.status_code == 409 and self.repeated > before:
            self._check(self._match(), text)  # the first request was saved, though not answered
        elif answer.status_code != 303:
            raise Fault(f"turn {text} is refused: {answer.status_code}")
        self._turns.append(text)
        self.acknowledged += 1

    def _wait_for_bot(self, turns: int) -> None:
        until = time.monotonic() + LONGEST
        while len(self._match().turns) == turns:
            if time.monotonic() > until:
                raise Fault(f"the bot has not played for {LONGEST:.0f} s")
            time.sleep(0.05)

    def _check(self, match: Match, unanswered: str | None) -> None:
        """Raise `Fault` unless the match has the turns that were acknowledged, and no others of ours."""
        played = zip(match.turns, all_states(match), strict=False)
        found = [entry.text for entry, before in played if {*before.actors} & self._ours]
        expected = [*self._turns] if unanswered is None else [*self._turns, unanswered]
        if found != expected:
            raise Fault(f"the match has {found}, acknowledged were {expected}")

    def _match(self) -> Match:
        answer = self._ask(lambda: self._http.get(f"{self._path}/record"))
        if answer.status_code != 200:
            raise Fault(f"the record cannot be read: {answer.status_code}")
        return Match.from_record(Record.parse(answer.text))

    def _revision(self) -> str:
        answer = self._ask(lambda: self._http.get(self._path))
        found = re.search(r'data-revision="(\d+)"', answer.text)
        if not found:
            raise Fault(f"the page, answered by {answer.status_code}, has no revision: {answer.text[:2000]}")
        return found[1]

    def _ask(self, request: Callable[[], httpx2.Response]) -> httpx2.Response:
        """Send a request again until it is answered."""
        until = time.monotonic() + LONGEST
        while time.monotonic() < until:
            with suppress(httpx2.TransportError):
                answer = request()
                if answer.status_code != 503:
                    return answer
            self.repeated += 1
            time.sleep(0.2)
        raise Fault(f"no answer for {LONGEST:.0f} s")


def run(
    site: Site,
    kills: int,
    *,
    clients: int = 4,
    seed: int = 1,
    pause: float = 0.3,
    signals: Sequence[signal.Signals] = _SIGNALS,
) -> Counter[str]:
    """Kill a site so many times while clients play; return how often each process was killed, and what was played.

    Between two kills a turn is acknowledged, and up to `pause` seconds pass. Raises `Fault`.
    """
    chance, stop = random.Random(seed), Event()
    playing = [Client(site.url, "easy" if number % 4 == 3 else "here", seed + number) for number in range(clients)]
    threads = [Thread(target=client.play, args=[stop], daemon=True) for client in playing]
    counted: Counter[str] = Counter()
    site.start()
    for thread in threads:
        thread.start()
    try:
        for _ in range(kills):
            _wait_for_turns(site, playing, 1)
            time.sleep(chance.random() * pause)
            counted[site.kill_one(chance.randrange(6), chance.choice(signals))] += 1
        _wait_for_turns(site, playing, 2)
    finally:
        stop.set()
        _wait_for_ends(site, threads)
        site.close()
    counted["turns acknowledged"] = sum(client.acknowledged for client in playing)
    counted["requests repeated"] = sum(client.repeated for client in playing)
    counted["matches"] = sum(client.matches for client in playing)
    _raise_faults(playing)
    return counted


def _wait_for_turns(site: Site, playing: list[Client], turns: int) -> None:
    """Wait until so many more turns have been acknowledged by all clients together."""
    before, until = sum(client.acknowledged for client in playing), time.monotonic() + LONGEST
    while sum(client.acknowledged for client in playing) < before + turns:
        _raise_faults(playing)
        site.keep()
        if time.monotonic() > until:
            raise Fault(f"nobody has played a turn for {LONGEST:.0f} s")
        time.sleep(0.01)


def _wait_for_ends(site: Site, threads: list[Thread]) -> None:
    """Wait until all clients have ended, whose last questions need a site, too."""
    for thread in threads:
        while thread.is_alive():
            site.keep()
            thread.join(0.1)


def _raise_faults(playing: list[Client]) -> None:
    faults = [client.fault for client in playing if client.fault]
    if faults:
        raise Fault("; ".join(faults))


def main() -> None:
    """Kill the site, let its database be checked, and print what was counted."""
    from tests.soak.forked import ForkedSite  # here, as it knows this module

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument(
        "--postgresql", action="store_true", help="a server that is started for this, instead of SQLite"
    )
    parser.add_argument("--database", default="", help="the URL of an empty database")
    parser.add_argument("--whole", action="store_true", help="start the program itself each time, instead of forks")
    parser.add_argument("--stops", action="store_true", help="stop processes by SIGSTOP for a while, too")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    signals = (*_SIGNALS, signal.SIGSTOP) if given.stops else _SIGNALS
    kind = Site if given.whole else ForkedSite
    with ExitStack() as opened:
        folder, port = Path(opened.enter_context(tempfile.TemporaryDirectory())), opened.enter_context(reserved_port())
        url = opened.enter_context(_postgresql()) if given.postgresql else given.database
        site = kind(folder / "data", port, given.processes, url)
        try:
            counted = run(site, given.kills, seed=given.seed, signals=signals)
        finally:
            print(site.log(), end="", file=sys.stderr)
        faults = check_database(site.database)
    for what, number in sorted(counted.items()):
        print(f"{what}: {number:,}")
    if faults:
        raise Fault(f"the database is damaged: {faults}")


@contextmanager
def _postgresql() -> Iterator[str]:
    """Give the URL of a database of a server that is started for it."""
    programs = find_programs()
    if programs is None:
        raise Fault("PostgreSQL is not installed")
    with running_postgresql(programs) as server, server.database() as url:
        yield url


if __name__ == "__main__":
    main()
