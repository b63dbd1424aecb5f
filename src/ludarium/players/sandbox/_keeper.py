"""The parent process of a player's program: it limits the program, and ends all processes that the program started.

It is started as a program, not imported, and does not import the package. Linux gives it every process of the program
whose own parent has ended ("child subreaper"), whatever sessions and groups they have made, so none is lost.

Its arguments are the number of an open socket, the bytes of memory and the number of processes that the program may
use, and the command. On the socket it writes one line, `started` or the number of the error that prevented it; later
it may write the limit that was exceeded, `memory` or `processes`. It reads `-`, for which it suspends the program and
all that this has started, and `+`, for which they go on. When the socket's other end is closed, because the match is
over or its process has died, all ends.

Every match of the ladder starts two of these, so nothing is imported that takes longer than the rest of the start:
`contextlib`, `pathlib`, `signal` and `socket` take three times as long as the interpreter.
"""

import ctypes
import os
import resource
import select
import sys
import time

_SET_CHILD_SUBREAPER = 36
_PAUSE_MS = 100
_PAGE = os.sysconf("SC_PAGE_SIZE")
_SIGKILL, _SIGCONT, _SIGSTOP = 9, 18, 19
"""The numbers of Linux on x86-64 and aarch64; `signal` takes long to import."""


def main(control: int, memory: int, processes: int, command: list[str]) -> int:
    """Run a command until it or the match ends; return its status as `waitpid` gives it."""
    os.set_inheritable(control, False)
    if ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        _say(control, b"38\n")  # ENOSYS
        return 0
    reading, writing = os.pipe()  # closed by the start of the command, or written to
    program = os.fork()
    if program == 0:
        _become(command, memory, writing)
    os.close(writing)
    _let_go_of_pipes()
    with os.fdopen(reading, "rb") as pipe:
        error = pipe.read()
    _say(control, (error or b"started") + b"\n")
    status = _watch(control, program, memory, processes)
    _end_all()
    return status


def _become(command: list[str], memory: int, failed: int) -> None:
    """Turn this new process into the program."""
    try:
        for limit, most in ((resource.RLIMIT_DATA, memory), (resource.RLIMIT_CORE, 0)):
            resource.setrlimit(limit, (most, most))
        os.execvp(command[0], command)  # noqa: S606 - the person who plays names it
    except OSError as error:
        os.write(failed, str(error.errno).encode())
    os._exit(127)


def _let_go_of_pipes() -> None:
    """Close this process's ends of the program's pipes, so that only the program keeps them open."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for end in (0, 1):
        os.dup2(nowhere, end)


def _watch(control: int, program: int, memory: int, processes: int) -> int:
    """Wait until the program ends, exceeds a limit, or must end; return its status, 9 if it had to be killed."""
    poll = select.poll()
    poll.register(control, select.POLLIN | select.POLLHUP)
    while not poll.poll(_PAUSE_MS) or _obey(control):
        while True:
            try:
                ended, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return 0
            if ended == program:
                return status
            if ended == 0:
                break
        ours = _descendants()
        exceeded = "processes" if len(ours) > processes else "memory" if sum(map(_memory, ours)) > memory else ""
        if exceeded:
            _say(control, f"{exceeded}\n".encode())
            return _SIGKILL
    return _SIGKILL


def _obey(control: int) -> bool:
    """Suspend the program, or let it go on, as the socket says; return whether its other end is there."""
    try:
        words = os.read(control, 100)
    except OSError:
        return False
    if words:
        for process in _descendants():
            _kill(process, _SIGCONT if words.endswith(b"+") else _SIGSTOP)
    return bool(words)


def _say(control: int, line: bytes) -> bool:
    """Write a line to the process that plays; return whether it is there."""
    try:
        return os.write(control, line) > 0
    except OSError:
        return False


def _end_all() -> None:
    """Kill every process that the program has begun, until there is none."""
    while True:
        for process in _descendants():
            _kill(process)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.001)  # a process that was killed needs a moment to end


def _kill(process: int, number: int = _SIGKILL) -> bool:
    """Kill a process, or send it another signal; return whether it was there."""
    try:
        os.kill(process, number)
    except ProcessLookupError:
        return False
    return True


def _descendants() -> list[int]:
    """Return the ids of the processes below this one."""
    found, left = list[int](), [os.getpid()]
    while left:
        tasks = f"/proc/{left.pop()}/task"
        for task in _names(tasks):
            new = [int(number) for number in _words(f"{tasks}/{task}/children")]
            found += new
            left += new
    return found


def _memory(process: int) -> int:
    """Return the bytes of memory that a process does not share."""
    sizes = _words(f"/proc/{process}/statm")
    return (int(sizes[1]) - int(sizes[2])) * _PAGE if len(sizes) > 2 else 0


def _names(folder: str) -> list[str]:
    """Return the names of the files of a folder; empty for a process that has just ended."""
    try:
        return os.listdir(folder)  # noqa: PTH208 - `pathlib` takes long to import
    except OSError:
        return []


def _words(path: str) -> list[str]:
    """Return the words of a file; empty for a process that has just ended."""
    try:
        with open(path) as file:  # noqa: PTH123 - `pathlib` takes long to import
            return file.read().split()
    except OSError:
        return []


def _end_like(status: int) -> None:
    """End this process as the program has ended."""
    if os.WIFSIGNALED(status):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if (number := os.WTERMSIG(status)) != _SIGKILL:
            import signal  # which takes long to import

            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    _end_like(main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]))
