"""Read what strangers may send, damaged at random: records, tables of exact values, learnt players, and short texts.

    python -m tests.soak.untrusted records --minutes 60 --seed 1

`tables`, `players` and `texts` are the other kinds. What must hold of every input:

- it is accepted, or refused by a `LudariumError`, and nothing else is raised;
- it takes at most two seconds of the processor, and half a gigabyte of memory;
- nothing is executed, written or asked of the network while it is read;
- what is accepted and written again is read as the same.

A process reads one input after another, with limits of the system, and another one goes on where it dies. An input
that is a fault is saved in `--folder`; `--again FILE` reads it alone.
"""

import argparse
import contextlib
import math
import multiprocessing
import os
import random
import re
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple, Protocol

from ludarium.core.errors import LudariumError
from ludarium.search.cache import cache_folder
from tests.soak.untrusted_players import Players
from tests.soak.untrusted_records import Records
from tests.soak.untrusted_tables import Tables
from tests.soak.untrusted_texts import Texts

SLOW = 2.0
"""Seconds of the processor that an input may take."""
ENDLESS = 30
"""Seconds of the processor after which an input is given up."""
ROOM = 512 << 20
"""Bytes that reading may take beyond what the process has when it begins."""
_AT_ONCE = 3000
"""Inputs that one process reads; then its caches are too full."""
_ALIKE = 3
"""Faults at the same line that are printed and saved."""
_FORBIDDEN = frozenset({
    "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.forkpty", "subprocess.Popen", "socket.connect",
    "socket.getaddrinfo", "pickle.find_class", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.chmod",
    "ctypes.dlopen",
})  # fmt: skip


class Kind(Protocol):
    """A kind of inputs: how they are made, and how they are read."""

    def __init__(self, folder: Path) -> None:
        """Make in a folder what is to be damaged, and compile what reads it."""

    def make(self, dice: random.Random) -> bytes:
        """Return an input."""

    def read(self, path: Path) -> Callable[[], None]:
        """Read an input; return a function that checks what was accepted. Raises `LudariumError`."""


KINDS: dict[str, type[Kind]] = {"records": Records, "tables": Tables, "players": Players, "texts": Texts}


class Result(NamedTuple):
    """What became of an input; `fault` says what must not be, and is empty if nothing is wrong."""

    seed: int
    accepted: bool
    seconds: float
    fault: str = ""


class _Watch:
    """What is executed or written while an input is read."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self._on, self._caches = False, str(cache_folder())
        sys.addaudithook(self._hear)

    def __enter__(self) -> None:
        self.seen.clear()
        self._on = True

    def __exit__(self, *_: object) -> None:
        self._on = False

    def _hear(self, event: str, arguments: tuple[object, ...]) -> None:
        if not self._on:
            return
        if event in _FORBIDDEN:
            self.seen.append(f"{event}{arguments!r:.200}")
        elif event == "open" and len(arguments) == 3 and isinstance(arguments[2], int):
            path, writes = str(arguments[0]), arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC)
            if writes and not path.startswith(self._caches):
                self.seen.append(f"open {path} for writing")


class _Reading:
    """A process that reads inputs."""

    def __init__(self, kind: Kind, folder: Path) -> None:
        self._kind, self._path, self._watch = kind, folder / "input", _Watch()
        size = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (size + ROOM, size + ROOM))
        signal.signal(signal.SIGPROF, signal.SIG_DFL)

    def read(self, content: bytes, seed: int) -> Result:
        """Read an input."""
        self._path.write_bytes(content)
        first = self._once(seed)
        # what is imported, compiled or read from the compiler's cache when it is first needed is no fault of the input
        return self._once(seed) if first.seconds > SLOW or self._watch.seen else first

    def _once(self, seed: int) -> Result:
        accepted, fault = True, ""
        signal.setitimer(signal.ITIMER_PROF, ENDLESS)
        began = time.process_time()
        try:
            with self._watch:
                check = self._kind.read(self._path)
            check()
        except LudariumError as error:
            accepted = False
            with contextlib.suppress(UnicodeEncodeError):
                fault = "" if str(error).strip() else f"{type(error).__name__} without a sentence"
        except BaseException:  # noqa: BLE001  whatever else is raised is a fault
            fault = traceback.format_exc()
        took = time.process_time() - began
        signal.setitimer(signal.ITIMER_PROF, 0)
        if took > SLOW:
            fault += f"it took {took:.1f} s of the processor"
        if self._watch.seen:
            fault += f"while it was read: {'; '.join(self._watch.seen)}"
        if (self._path.parent / "canary").exists():
            fault += "it has executed something"
        return Result(seed, accepted, took, fault)


def _serve(kind: Kind, folder: Path, seeds: Sequence[int], pipe: Connection) -> None:
    reading = _Reading(kind, folder)
    for seed in seeds:
        pipe.send(reading.read(kind.make(random.Random(seed)), seed))
    pipe.close()


def read_all(kind: Kind, folder: Path, seed: int, goes_on: Callable[[], bool]) -> Iterator[Result]:
    """Yield the results of one input after another; where a process dies, that of the input that it read."""
    forks = multiprocessing.get_context("fork")
    while goes_on():
        here, there = forks.Pipe(duplex=False)
        process = forks.Process(target=_serve, args=(kind, folder, range(seed, seed + _AT_ONCE), there))
        process.start()
        there.close()
        end = seed + _AT_ONCE
        try:
            while seed < end and goes_on():
                yield here.recv()
                seed += 1
        except EOFError:
            process.join()
            yield Result(seed, accepted=False, seconds=0.0, fault=_death(process.exitcode))
            seed += 1
        finally:
            process.kill()
            process.join()
            here.close()


def _death(code: int | None) -> str:
    if code == -signal.SIGPROF:
        return f"it takes more than {ENDLESS} s of the processor"
    return f"the process has ended with {code}"


class Tally:
    """What is counted, and the faults."""

    def __init__(self) -> None:
        self.inputs = self.accepted = self.faults = 0
        self.slowest = (0.0, 0)

    def add(self, result: Result) -> None:
        """Count an input."""
        self.inputs += 1
        self.accepted += result.accepted
        self.faults += bool(result.fault)
        self.slowest = max(self.slowest, (result.seconds, result.seed))

    def __str__(self) -> str:
        refused, (seconds, seed) = self.inputs - self.accepted - self.faults, self.slowest
        return (
            f"{self.inputs:,} inputs: {self.accepted:,} accepted, {refused:,} refused, {self.faults:,} faults; "
            f"the slowest took {seconds:.2f} s of the processor (seed {seed})"
        )


def _where(fault: str) -> str:
    """Return what is the same for faults that are alike: the last lines of the program."""
    return "".join(re.findall(r'(?:src|tests)/(.*", line .*)', fault)[-1:]) or re.sub(r"[0-9]+", "0", fault)[:60]


def run(name: str, seed: int, minutes: float, folder: Path, most: float = math.inf) -> Tally:
    """Read inputs of a kind for some minutes, at most so many; print a line each minute, and save the faults."""
    tally, alike = Tally(), Counter[str]()
    with tempfile.TemporaryDirectory() as place:
        kind = KINDS[name](Path(place))
        shown = began = time.monotonic()
        end = began + 60 * minutes
        for result in read_all(kind, Path(place), seed, lambda: time.monotonic() < end and tally.inputs < most):
            tally.add(result)
            alike[where := _where(result.fault)] += 1
            if result.fault and alike[where] <= _ALIKE:
                folder.mkdir(parents=True, exist_ok=True)
                file = folder / f"{name}-{result.seed}"
                file.write_bytes(kind.make(random.Random(result.seed)))
                print(f"FAULT: {name}, seed {result.seed}, saved as {file}\n{result.fault}", flush=True)
                (Path(place) / "canary").unlink(missing_ok=True)
            if time.monotonic() > shown + 60:
                shown = time.monotonic()
                print(f"{time.strftime('%H:%M')} {name}: {tally}", flush=True)
    return tally


def main() -> None:
    """Read inputs until the time is over; exit with 1 if there were faults."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("kind", choices=[*KINDS])
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folder", type=Path, default=Path("faults"))
    parser.add_argument("--again", type=Path)
    given = parser.parse_args()
    if given.again:
        with tempfile.TemporaryDirectory() as place:
            kind = KINDS[given.kind](Path(place))
            print(_Reading(kind, Path(place)).read(given.again.read_bytes(), 0))
        return
    tally = run(given.kind, given.seed * 1_000_000_000, given.minutes, given.folder)
    print(f"{given.kind}, at the end: {tally}")
    sys.exit(tally.faults > 0)


if __name__ == "__main__":
    main()
