"""The process that searches the positions which people analyse."""

import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ludarium.core.registry import load
from ludarium.site.analysis import searching
from ludarium.site.analysis.rows import Search
from ludarium.site.analysis.searching import SearchFailed, SearchProcess
from ludarium.site.bots.search_queue import Abandoned


def asked(position: str = "", level: str = "easy") -> Search:
    return Search("id", "throngs", position or str(load("throngs").initial()), None, 0, False, None, level)


@pytest.fixture(scope="module")
def process() -> Iterator[SearchProcess]:
    with closing(SearchProcess()) as found:
        yield found


def child() -> int:
    """The one process of searches."""
    (found,) = (one.pid for one in multiprocessing.active_children() if one.name == searching.NAME)
    assert found
    return found


def test_it_answers_one_question_after_another_and_leaves_the_processor(process: SearchProcess) -> None:
    called = list[str]()
    first = process.search(asked(), 0.2, lambda: called.append("first"))
    assert first["by"] == "easy"
    assert first["lines"]
    assert called
    begun = child()
    assert os.getpriority(os.PRIO_PROCESS, begun) == min(os.getpriority(os.PRIO_PROCESS, 0) + 10, 19)
    assert process.search(asked(level="medium"), 0.2, str)["by"] == "medium"
    process.rest()  # it is still in use
    assert child() == begun


def test_a_bot_that_fails_says_why_and_the_next_question_is_answered(process: SearchProcess) -> None:
    with pytest.raises(SearchFailed, match="ParseError"):
        process.search(asked("nonsense"), 0.1, str)
    assert process.search(asked(), 0.1, str)["lines"]


def test_who_gives_way_for_good_ends_it_and_it_begins_again(process: SearchProcess) -> None:
    process.search(asked(), 0.1, str)
    begun = child()

    def give_way() -> None:
        raise Abandoned

    with pytest.raises(Abandoned):
        process.search(asked(level=""), 30.0, give_way)
    assert not [one for one in multiprocessing.active_children() if one.pid == begun]
    assert process.search(asked(), 0.1, str)["lines"]


def test_one_that_is_killed_begins_again(process: SearchProcess) -> None:
    process.search(asked(), 0.1, str)
    with pytest.raises(SearchFailed, match="has ended"):
        process.search(asked(level=""), 30.0, lambda: os.kill(child(), 9))
    assert process.search(asked(), 0.1, str)["lines"]


def test_it_ends_when_nobody_has_asked_for_a_while(process: SearchProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    process.search(asked(), 0.1, str)
    begun, now = child(), time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + 601)
    process.rest()
    assert not [one for one in multiprocessing.active_children() if one.pid == begun]


def test_while_others_compile_the_search_is_made_here(process: SearchProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "is_waiting", lambda: True)
    process.close()
    assert process.search(asked(), 0.1, str)["lines"]
    assert not multiprocessing.active_children()


KILLED = """
import os, multiprocessing
from ludarium.site.analysis.searching import SearchProcess
from tests.site.analysis.test_searching import asked, child
process = SearchProcess()
process.search(asked(), 0.1, str)
print(child(), flush=True)
os.kill(os.getpid(), 9)
"""


def test_it_ends_with_a_server_that_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", KILLED], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        left = int(server.stdout.readline())
        server.stdout.read()  # until it has ended, too: it has the other end of this pipe
    assert is_ending(left)


def is_ending(pid: int) -> bool:
    """Return whether a process has ended, or is being taken apart: it has closed its files then, and runs no more."""
    try:
        _, _, rest = Path(f"/proc/{pid}/stat").read_text().rpartition(")")
    except (FileNotFoundError, ProcessLookupError):
        return True
    state, flags = rest.split()[0], int(rest.split()[6])
    return state == "Z" or bool(flags & 4)  # PF_EXITING of the kernel
