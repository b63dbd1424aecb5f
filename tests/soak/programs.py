"""Let bots in Python, in C and in shell live on a site whose connections are cut and whose server is killed.

`python -m tests.soak.programs --seconds 600 --kills 20` serves the site, makes three accounts with tokens, lets
`ludarium bot` play for the first by a Python function and for the second by a C program of the line protocol, and
`examples/bots/curl_bot.sh` for the third. Matches of several games begin between them and against each other all the
time. All connections go through a proxy that cuts them at random, and the server is killed again and again. In the end
no match may stand still, and every record must be correct, with every turn played once.

Size: one program: the people, the proxy, and what kills.
"""

import argparse
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from ludarium.core.registry import load
from ludarium.match.match import Match
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.soak.forked import ForkedSite
from tools.ports import reserved_port

GAMES = ("orion(clicks=1)", "vortex(tokens=1)", "throngs", "grid", "ludo(markers=1)")
NAMES = ("Quentin", "Roland", "Wanda")
_BOTS = Path("examples/bots")
_PATIENCE = 300.0
"""Seconds in which all that waits must be played in the end,"""
_FURTHER = 4
"""and how many turns further every match must be then."""


class Fault(Exception):
    """A turn was lost or played twice, or a match stands still."""


class Result(NamedTuple):
    """What has happened: matches that ended, turns, kills and connections that were cut."""

    over: int
    turns: int
    kills: int
    cuts: int


class Proxy:
    """Passes connections on to a port, and cuts some of them in the middle."""

    def __init__(self, to: int, chance: random.Random, cut: float) -> None:
        self._to, self._chance, self._cut = to, chance, cut
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.cuts = 0
        Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Take no more connections."""
        self._listener.close()

    def steady(self) -> None:
        """Cut no more."""
        self._cut = 0.0

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                Thread(target=self._pass_on, args=(near,), daemon=True).start()

    def _pass_on(self, near: socket.socket) -> None:
        with near, suppress(OSError), socket.create_connection(("127.0.0.1", self._to)) as far:
            budget = int(10 ** self._chance.uniform(2, 4)) if self._chance.random() < self._cut else None
            back = Thread(target=self._copy, args=(far, near, budget), daemon=True)
            back.start()
            self._copy(near, far, None)
            back.join()

    def _copy(self, source: socket.socket, target: socket.socket, budget: int | None) -> None:
        with suppress(OSError):
            while data := source.recv(4096):
                if budget is not None and (budget := budget - len(data)) <= 0:
                    self.cuts += 1
                    break
                target.sendall(data)
        for each in (source, target):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)


@contextmanager
def programs(folder: Path, url: str, tokens: list[str]) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Run the three bots until the block ends."""
    engine = folder / "pipe_bot"
    subprocess.run(["cc", "-O1", "-o", engine, _BOTS / "pipe_bot.c"], check=True)
    (folder / "think.py").write_text(
        "import random\n\n\ndef think(state, seat):\n    return random.choice(state.legal(seat))\n", "utf-8"
    )
    files = []
    for number, token in enumerate(tokens):
        files.append(folder / f"token-{number}")
        files[-1].write_text(token, "utf-8")
    bot = [sys.executable, "-m", "ludarium", "bot", "--site", url, "--most", "6", "--token"]
    started = []
    with (folder / "bots.log").open("ab") as log:
        for command, more in (
            ([*bot, files[0], f"{folder / 'think.py'}:think"], {}),
            ([*bot, files[1], "--", engine], {}),
            (["sh", _BOTS / "curl_bot.sh"], {"SITE": url, "TOKEN_FILE": str(files[2]), "PAUSE": "0.3"}),
        ):
            started.append(subprocess.Popen([*map(str, command)], env={**os.environ, **more}, stdout=log, stderr=log))
    try:
        yield started
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait()


def run(seconds: float, kills: int, seed: int, cut: float = 0.3) -> Result:
    """Let the bots live for some seconds; raise `Fault` for what must not happen."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as name, reserved_port() as port:
        folder = Path(name)
        site = ForkedSite(folder / "data", port, 1)
        site.open()
        proxy = Proxy(port, chance, cut)
        store = Store(site.database)
        service = Service(store)
        try:
            people = [service.people.rename(service.people.create_guest(), each) for each in NAMES]
            tokens = [service.tokens.make(person, "soak", ["play", "challenge"]) for person in people]
            with programs(folder, proxy.url, tokens) as started:
                begun, killed = _live(service, people, site, chance, seconds, kills)
                proxy.steady()
                _wait(service, begun, started)
            over, turns = _check(service, begun)
        except BaseException:
            if (log := folder / "bots.log").exists():
                print(log.read_text("utf-8", "replace")[-3000:], file=sys.stderr)
            raise
        finally:
            proxy.close()
            store.close()
            site.close()
        return Result(over, turns, killed, proxy.cuts)


def _live(
    service: Service, people: list[Person], site: ForkedSite, chance: random.Random, seconds: float, kills: int
) -> tuple[list[str], int]:
    """Begin matches and kill the site until the time is over; return the matches, and how often it was killed.

    Before each kill a bot has played since the last one.
    """
    begun: list[str] = []
    until, started_at, killed, played = time.monotonic() + seconds, time.monotonic(), 0, 0
    while time.monotonic() < until or killed < kills:
        views = [service.view(None, match_id) for match_id in begun]
        running = [view for view in views if not view.match.over]
        turns = sum(len(view.match.turns) for view in views)
        if len(running) < 6:
            game = load(GAMES[len(begun) % len(GAMES)])
            chosen = [people[chance.randrange(len(people))] for _ in range(game.seats)]
            seats = [SeatAssignment("person", person.name, person.id) for person in chosen]
            begun.append(service.create(game.spec, seats, seed=chance.randrange(10**6)).id)
        if turns > played and killed < kills * min(1.0, (time.monotonic() - started_at) / seconds):
            site.kill()
            time.sleep(chance.uniform(0, 1))
            site.open()
            killed, played = killed + 1, turns
        elif time.monotonic() > until + _PATIENCE:
            raise Fault("no bot plays")
        time.sleep(0.05)
    return begun, killed


def _wait(service: Service, begun: list[str], started: list[subprocess.Popen[bytes]]) -> None:
    """Wait until every match is over, or has gone on: a turn that was lost would let it stand still."""
    before = {match_id: service.view(None, match_id).revision for match_id in begun}
    changed_at = time.monotonic()
    while True:
        views = [service.view(None, match_id) for match_id in begun]
        if all(view.match.over or view.revision >= before[view.id] + _FURTHER for view in views):
            return
        if ended := [process.args for process in started if process.poll() is not None]:
            raise Fault(f"a bot has ended: {ended}")
        if time.monotonic() - changed_at > _PATIENCE:
            raise Fault(f"matches stand still: {[view.id for view in views if not view.match.over]}")
        time.sleep(0.2)


def _check(service: Service, begun: list[str]) -> tuple[int, int]:
    """Return how many matches are over, and their turns, each of which was played once and by the rules."""
    turns = 0
    for match_id in begun:
        view = service.view(None, match_id)
        again = Match.from_record(view.match.record())
        if again.state != view.match.state or "forfeit" in view.match.ending:
            raise Fault(f"the record of {match_id} is wrong: {view.match.ending}")
        turns += len(view.match.turns)
    return sum(service.view(None, match_id).match.over for match_id in begun), turns


def main() -> None:
    """Run by the options of the command line, and print what has happened."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if shutil.which("curl") is None or shutil.which("jq") is None:
        sys.exit("curl and jq are needed")
    result = run(options.seconds, options.kills, options.seed)
    counts = f"{result.over} matches, {result.turns} turns, {result.kills} kills, {result.cuts} connections cut"
    print(f"{counts}: no turn lost or played twice")


if __name__ == "__main__":
    main()
