"""What plays for programs and on ladders has a lower priority than the server: nobody's turn waits for it."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

import pytest

import ludarium
from ludarium.match.match import Match
from ludarium.players.player import Limit
from ludarium.players.sandbox.site_program import SiteProgram
from ludarium.players.sandbox.trial import TrialSeat
from ludarium.players.sandbox.trial_process import TrialFailed, TrialProcess
from tests.players.hostile_modules import FIRST
from tests.players.test_keeper import lives

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="children are found in /proc")
LONG = "for (let n = 0; n < 900000; n++);\napi.play(api.legal()[0]);\n"
Priority = tuple[int, int]
"""The class of the system's scheduler, and the niceness."""


def below(process: int) -> set[int]:
    """Return the processes that a process has started, and those that they have started."""
    found: set[int] = set()
    for children in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):  # the thread has just ended
            for child in map(int, children.read_text().split()):
                found |= {child} | below(child)
    return found


def command(process: int) -> str:
    """Return the command of a process; empty for one that has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def has_priority(program: str, others: set[int], expected: Priority) -> bool:
    """Wait until all processes of a program, but for others, have a priority; return whether they come to have it."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        found = {child for child in below(os.getpid()) - others if command(child).rstrip().endswith(program)}
        found = {child for child in found if "_keeper" not in command(child)}
        with suppress(ProcessLookupError):  # one has just ended: look again
            seen = {
                (os.sched_getscheduler(each), os.getpriority(os.PRIO_PROCESS, each)) for each in found if lives(each)
            }
            if seen == {expected}:
                return True
        time.sleep(0.01)
    return False


def usual() -> int:
    return os.getpriority(os.PRIO_PROCESS, 0)


@contextmanager
def playing(process: TrialProcess) -> Iterator[None]:
    """Play a long match of two scripts in a worker process."""
    seats = [TrialSeat("one", LONG), TrialSeat("two", LONG)]

    def play() -> None:
        with suppress(TrialFailed):  # it is closed before its end
            process.play("vortex", seats, 1, 60.0)

    thread = Thread(target=play)
    thread.start()
    try:
        yield
    finally:
        process.close()
        thread.join()


@pytest.mark.parametrize(("idle", "kind"), [(False, "SCHED_OTHER"), (True, "SCHED_IDLE")])
def test_trials_have_the_lowest_priority_and_ladders_only_time_that_nobody_wants(idle: bool, kind: str) -> None:
    pytest.importorskip("quickjs")
    with playing(TrialProcess(idle=idle)):
        worker = "worker idle" if idle else "worker"
        for program in (worker, "_quickjs.py"):
            assert has_priority(program, set(), (getattr(os, kind), 19))


@pytest.mark.parametrize("kind", ["script", "module"])
def test_a_program_in_a_match_with_people_has_a_lower_priority_than_the_server(kind: str) -> None:
    pytest.importorskip("quickjs" if kind == "script" else "wasmtime")
    match, before = Match.begin(ludarium.load("orion(clicks=1,turn_limit=10)"), ["bot", "Ann"]), below(os.getpid())
    is_script = kind == "script"
    player = SiteProgram.of_script(LONG, match.game, 1) if is_script else SiteProgram.of_module(FIRST, match.game, 1)
    try:
        player.play(match, 0, Limit())
        program = "_quickjs.py" if kind == "script" else "ludarium.players.sandbox._wasm"
        assert has_priority(program, before, (os.SCHED_OTHER, min(usual() + 10, 19)))
    finally:
        player.close()
