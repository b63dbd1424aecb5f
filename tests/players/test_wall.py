"""The wall around the processes of programs: each part is tried by a harmless program inside it."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from ludarium.players import sandbox
from ludarium.players.sandbox.line_process import LineProcess
from tests.site.waiting import wait_for

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has the wall")
HERE = Path(sandbox.__file__).parent

INSIDE = """
import ctypes, encodings.idna, os, socket, sys, threading, resource
sys.path.append({here!r})
import _wall
ours = os.open(os.devnull, os.O_RDONLY)
outcomes = [' '.join(_wall.{stand})]
for one in {tries!r}:
    try:
        exec(one)
    except OSError as error:
        outcomes.append(f'refused {{error.errno}}')
    else:
        outcomes.append('done')
print(*outcomes, sep='|')
"""
ALL = "stand()"
FILES_ALONE = "_close_files(ctypes.CDLL(None)) * ['landlock']"
"""Only Landlock; the first part of the wall, which it needs, is put up before."""

REFUSED = {
    "reads a file": "open('/etc/hostname')",
    "writes a file": "open('/tmp/ludarium-wall', 'w')",
    "lists a folder": "os.listdir('/')",
    "asks for a file": "os.stat('/etc/hostname')",
    "deletes a file": "os.unlink('/tmp/ludarium-there-is-none')",
    "makes a socket": "socket.socket()",
    "makes a socket of this machine": "socket.socket(socket.AF_UNIX)",
    "begins a process": "os.fork()",
    "becomes another program": "os.execv('/bin/true', ['true'])",
    "sends a signal": "os.kill(os.getppid(), 0)",
    "limits another process": "resource.prlimit(os.getppid(), resource.RLIMIT_CORE)",
    "calms another process": "os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)",
    "duplicates a pipe": "os.dup(0)",
    "makes a pipe": "os.pipe()",
}
ALLOWED = {
    "reads what is open": "os.read(ours, 1)",
    "begins a thread": "threading.Thread(target=print).start()",
    "limits itself": "resource.setrlimit(resource.RLIMIT_CORE, (0, 0))",
    "lowers its priority": "os.nice(1)",
    "draws random bytes": "os.urandom(8)",
}


def inside(*tries: str, stand: str = ALL) -> tuple[list[str], list[str]]:
    """Return the parts of the wall that stand in a process, and what became of all that it has tried."""
    code = INSIDE.format(here=str(HERE), stand=stand, tries=tries)
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    parts, *outcomes = done.stdout.splitlines()[-1].split("|")
    return parts.split(), outcomes


@cache
def has_filter() -> bool:
    return "seccomp" in inside()[0]


def test_a_program_inside_the_wall_is_refused_what_it_tries() -> None:
    if not has_filter():
        pytest.skip("this kernel filters no system calls")
    found = dict(zip(REFUSED, inside(*REFUSED.values())[1], strict=True))
    assert found == dict.fromkeys(REFUSED, "refused 1")


def test_a_program_inside_the_wall_does_what_it_needs() -> None:
    assert dict(zip(ALLOWED, inside(*ALLOWED.values())[1], strict=True)) == dict.fromkeys(ALLOWED, "done")


def test_no_connection_is_made_to_a_port_that_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        tries = f"socket.create_connection(('127.0.0.1', {server.getsockname()[1]}))"
        assert inside(tries, stand="__dict__ and []")[1] == ["done"]  # without the wall
        assert inside(tries)[1] != ["done"]


def test_landlock_alone_refuses_files() -> None:
    tries = [REFUSED[name] for name in ("reads a file", "writes a file", "lists a folder")]
    first = "ctypes.CDLL(None).prctl(38, 1, 0, 0, 0) or "
    stand = f"__dict__ and ({first}{FILES_ALONE.replace('_close_files', '_wall._close_files')})"
    parts, outcomes = inside(*tries, stand=stand)
    if not parts:
        pytest.skip("this kernel has no Landlock")
    assert outcomes == ["refused 13"] * 3


def status(process: LineProcess) -> dict[str, str]:
    """Return what the kernel says of a program, the child of its keeper."""
    keeper = process._process.pid
    (child, *_) = Path(f"/proc/{keeper}/task/{keeper}/children").read_text().split()
    lines = Path(f"/proc/{child}/status").read_text().splitlines()
    return dict(line.split(":\t", 1) for line in lines if ":\t" in line)


@contextmanager
def started(command: Sequence[str]) -> Iterator[LineProcess]:
    process = LineProcess(command)
    try:
        yield process
    finally:
        process.close()


COMMANDS = {
    "script": [sys.executable, "-I", str(HERE / "_quickjs.py")],
    "WebAssembly": [sys.executable, "-P", "-m", "ludarium.players.sandbox._wasm"],
}
NEEDS = {"script": "quickjs", "WebAssembly": "wasmtime"}


@pytest.mark.parametrize("kind", COMMANDS)
def test_the_wall_stands_before_anything_is_read(kind: str) -> None:
    """Nothing is sent to the process, and yet it is inside."""
    if find_spec(NEEDS[kind]) is None:
        pytest.skip("its engine is not installed")
    expected = "2" if has_filter() else "0"
    with started(COMMANDS[kind]) as process:
        wait_for(lambda: status(process)["NoNewPrivs"] == "1" and status(process)["Seccomp"] == expected)


WAITS = """
import sys, threading
sys.path.append({here!r})
import _wall
lock = threading.Lock()
lock.acquire()
_wall.stand()
threading.Thread(target=lambda: (sys.stdin.readline(), lock.release())).start()
print('waits', flush=True)
print(lock.acquire(timeout=100), flush=True)
"""


def test_a_wait_with_an_end_goes_on_after_a_suspension() -> None:
    """The kernel goes on with it by a call of the system that the program does not make itself."""
    with started([sys.executable, "-I", "-c", WAITS.format(here=str(HERE))]) as process:
        assert process.receive(time.monotonic() + 60) == "waits"
        for _ in range(5):
            process.suspend(suspended=True)
            wait_for(lambda: status(process)["State"].startswith("T"))
            process.suspend(suspended=False)
            wait_for(lambda: status(process)["State"].startswith("S"))
        process.send("now", time.monotonic() + 60)
        assert process.receive(time.monotonic() + 60) == "True"


def test_a_process_outside_has_no_wall() -> None:
    """What the test before looks for is not there by itself."""
    code = "import time; time.sleep(1000)"
    with started([sys.executable, "-c", code]) as process:
        time.sleep(0.1)
        assert status(process)["NoNewPrivs"] == "0"
