"""What people see while the database goes away, the disk is slow, or a process of the site stands still."""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Thread

import httpx2
import pytest
from sqlalchemy.engine import make_url

from ludarium.site.check import check_database
from tests.databases import PostgreSQL
from tests.site.browser import NO_CERTIFICATES
from tests.site.forked_site import forked_site
from tests.soak.kills import workers
from tools.local_site import LocalSite, open_site

_UNLIMITED = {"LUDARIUM_QUOTA_BEGUN": "0/0", "LUDARIUM_QUOTA_RUNNING": "0/0"}
_SLOW_DISK = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>
int fsync(int file) { usleep(200000); return ((int (*)(int)) dlsym(RTLD_NEXT, "fsync"))(file); }
int fdatasync(int file) { usleep(200000); return ((int (*)(int)) dlsym(RTLD_NEXT, "fdatasync"))(file); }
"""


class Line:
    """A connection to a server by another port, which can be cut and repaired."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._open: list[socket.socket] = []
        self.repair()

    def cut(self) -> None:
        """Refuse connections, and end those that are open."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._accepting.join()
        for each in self._open:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        self._open.clear()

    def repair(self) -> None:
        """Take connections again, at the same port."""
        if self._listener.fileno() < 0:
            self._listener = socket.create_server(("127.0.0.1", self.port))
        self._accepting = Thread(target=self._accept, daemon=True)
        self._accepting.start()

    def _accept(self) -> None:
        with suppress(OSError):  # of the listener that was closed
            while True:
                here, _ = self._listener.accept()
                there = socket.create_connection(("127.0.0.1", self._target))
                self._open += [here, there]
                for source, target in ((here, there), (there, here)):
                    Thread(target=_copy, args=(source, target), daemon=True).start()


def _copy(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):  # of a connection that was cut
        while data := source.recv(65_536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)


@pytest.fixture
def line(postgresql: PostgreSQL) -> Iterator[tuple[Line, str]]:
    """Give a line to a database, and the database's URL by it."""
    with postgresql.database() as url:
        made = Line(make_url(url).port or 0)
        yield made, make_url(url).set(port=made.port).render_as_string()
        made.cut()


def wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 120
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.1)


def begin(site: LocalSite) -> httpx2.Response:
    form = {"seat-0": "here", "seat-1": "here"}
    return httpx2.post(f"{site.url}/games/orion/new", data=form, timeout=120, verify=NO_CERTIFICATES)


def status(site: LocalSite, path: str) -> int:
    return httpx2.get(f"{site.url}{path}", timeout=120, verify=NO_CERTIFICATES).status_code


@pytest.mark.long
def test_a_site_whose_database_goes_away_says_so_and_goes_on_when_it_is_back(
    line: tuple[Line, str], tmp_path: Path
) -> None:
    between, url = line
    with forked_site(tmp_path / "data", {"LUDARIUM_DATABASE": url, **_UNLIMITED}) as site:
        path = begin(site).headers["location"]
        between.cut()
        for _ in range(5):
            for refused in (begin(site), httpx2.get(site.url + path, timeout=120, verify=NO_CERTIFICATES)):
                assert refused.status_code == 503
                assert int(refused.headers["retry-after"]) > 0
                assert "try again" in refused.text
        ready = httpx2.get(f"{site.url}/readyz", timeout=120, verify=NO_CERTIFICATES)
        assert (ready.status_code, ready.text) == (503, "the database does not answer\n")
        assert status(site, "/healthz") == 200
        time.sleep(6)  # a beat of the heart, and looks of all threads
        between.repair()
        wait_until(lambda: begin(site).status_code == 303)
        assert status(site, path) == 200
        wait_until(lambda: status(site, "/readyz") == 200)
        log = site.log()
    assert "Traceback" not in log, log
    assert log.count("the database does not answer") == 1, log
    assert "the database can be written again" in log


@pytest.mark.long
@pytest.mark.skipif(shutil.which("cc") is None, reason="a C compiler is missing")
def test_on_a_slow_disk_all_are_answered(tmp_path: Path) -> None:
    (tmp_path / "slow.c").write_text(_SLOW_DISK)
    slow = tmp_path / "slow.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", slow, tmp_path / "slow.c"], check=True)
    with open_site(tmp_path / "data", {"LD_PRELOAD": str(slow), **_UNLIMITED}) as site:
        with ThreadPoolExecutor(30) as people:
            answers = [*people.map(lambda _: begin(site), range(60))]
        assert {answer.status_code for answer in answers} <= {303, 503}
        begun = [answer for answer in answers if answer.status_code == 303]
        assert len(begun) > len(answers) / 2
        assert all("retry-after" in answer.headers for answer in answers if answer.status_code == 503)
        assert {status(site, answer.headers["location"]) for answer in begun} == {200}
        assert status(site, "/readyz") == 200
        log = site.log()
    assert "Traceback" not in log, log
    assert check_database(site.database) == []


@pytest.mark.long
def test_a_process_that_stands_still_is_replaced_and_all_are_answered(tmp_path: Path) -> None:
    with forked_site(tmp_path / "data", {"LUDARIUM_PROCESSES": "2", **_UNLIMITED}) as site:
        wait_until(lambda: len(workers(site.pid)) == 2)
        wait_until(lambda: begin(site).status_code == 303)
        stopped, other = workers(site.pid)
        os.kill(stopped, signal.SIGSTOP)
        wait_until(lambda: stopped not in workers(site.pid))
        assert other in workers(site.pid)
        wait_until(lambda: len(workers(site.pid)) == 2)
        assert {begin(site).status_code for _ in range(10)} == {303}
        log = site.log()
    assert "Traceback" not in log, log
    assert check_database(site.database) == []


@pytest.mark.long
def test_a_process_that_dies_while_the_database_is_away_is_replaced_when_it_is_back(
    line: tuple[Line, str], tmp_path: Path
) -> None:
    between, url = line
    with forked_site(tmp_path / "data", {"LUDARIUM_DATABASE": url, "LUDARIUM_PROCESSES": "2", **_UNLIMITED}) as site:
        wait_until(lambda: len(workers(site.pid)) == 2)
        wait_until(lambda: begin(site).status_code == 303)
        killed, other = workers(site.pid)
        between.cut()
        os.kill(killed, signal.SIGKILL)
        wait_until(lambda: killed not in workers(site.pid))
        wait_until(lambda: begin(site).status_code == 503)
        time.sleep(3)  # in which other processes are started in vain
        assert site.runs
        assert other in workers(site.pid)
        between.repair()
        wait_until(lambda: begin(site).status_code == 303)
        wait_until(lambda: len(workers(site.pid)) == 2)
        log = site.log()
    assert "Traceback" not in log, log
