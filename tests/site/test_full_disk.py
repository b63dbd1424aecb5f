"""The disk of the database is full, in a small file system of its own: where root may mount one."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import httpx2
import pytest

from tests.databases import needed_programs, running_postgresql
from tests.site.browser import NO_CERTIFICATES
from tests.site.forked_site import forked_site
from tools.local_site import LocalSite

_SIZE = 24
"""Megabytes; a new database of PostgreSQL takes some 8."""


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """Give a folder with a small file system of its own."""
    folder = Path(tempfile.mkdtemp())
    if os.getuid() or shutil.which("mount") is None:
        pytest.skip("only root mounts a file system")
    command = ["mount", "-t", "tmpfs", "-o", f"size={_SIZE}m,mode=755", "none", str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)
    folder.rmdir()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, small_disk: Path) -> Iterator[str]:
    """Give the URL of a database on the small disk.

    That of PostgreSQL has a server of its own: whoever needs one of its buffers writes what is in it, so on a shared
    server other tests would fail to write to the full disk.
    """
    if request.param == "sqlite":
        yield f"sqlite:///{small_disk}/ludarium.sqlite"
        return
    own = small_disk / "tablespace"
    own.mkdir()
    shutil.chown(own, "postgres")
    small_disk.parent.chmod(small_disk.parent.stat().st_mode | 0o011)
    with running_postgresql(needed_programs()) as server:
        with server._admin.connect() as connection:
            connection.exec_driver_sql(f"CREATE TABLESPACE small LOCATION '{own}'")
            connection.exec_driver_sql("CREATE DATABASE small TEMPLATE template0 TABLESPACE small")
        yield f"{server._server}/small"
        with server._admin.connect() as connection:
            connection.exec_driver_sql("DROP DATABASE small WITH (FORCE)")
            connection.exec_driver_sql("DROP TABLESPACE small")


def fill(disk: Path) -> Path:
    """Fill the disk to its last byte; return the file that does."""
    path = disk / "filling"
    with path.open("wb", buffering=0) as file:
        for size in (1_000_000, 4096, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue
    return path


def wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 120
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.1)


def begin(site: LocalSite) -> httpx2.Response:
    """Begin a match with two people at this browser; its many rows soon need another page of the file."""
    form = {"seat-0": "here", "seat-1": "here"}
    return httpx2.post(f"{site.url}/games/orion/new", data=form, timeout=60, verify=NO_CERTIFICATES)


def refusal(site: LocalSite) -> httpx2.Response:
    """Begin matches until one is refused: PostgreSQL may still find a page with room for one."""
    until = time.monotonic() + 120
    while (answer := begin(site)).status_code == 303:
        assert time.monotonic() < until
    return answer


@pytest.mark.long
def test_a_site_whose_disk_is_full_says_so_and_goes_on_when_it_is_not(
    database: str, small_disk: Path, tmp_path: Path
) -> None:
    quotas = {"LUDARIUM_DATABASE": database, "LUDARIUM_QUOTA_BEGUN": "0/0", "LUDARIUM_QUOTA_GUESTS": "0/0"}
    with forked_site(tmp_path / "data", quotas) as site:
        first = begin(site)
        assert first.status_code == 303
        kept = site.url + first.headers["location"]
        filling = fill(small_disk)
        wait_until(lambda: begin(site).status_code == 503)
        for _ in range(20):
            refused = refusal(site) if database.startswith("postgresql") else begin(site)
            assert refused.status_code == 503
            assert refused.headers["retry-after"] == "30"
            assert "cannot save anything now" in refused.text
            assert httpx2.get(kept, timeout=60, verify=NO_CERTIFICATES).status_code == 200
        ready = httpx2.get(f"{site.url}/readyz", timeout=60, verify=NO_CERTIFICATES)
        assert (ready.status_code, ready.text) == (503, "the disk of the database is full\n")
        assert httpx2.get(f"{site.url}/healthz", timeout=60, verify=NO_CERTIFICATES).status_code == 200
        time.sleep(6)  # a beat of the heart, and looks of all threads
        filling.unlink()
        wait_until(lambda: httpx2.get(f"{site.url}/readyz", timeout=60, verify=NO_CERTIFICATES).text == "ready\n")
        assert begin(site).status_code == 303
        log = site.log()
    assert "Traceback" not in log, log
    causes = [line for line in log.splitlines() if "nothing can be saved" in line]
    assert any("the disk of the database is full" in line for line in causes), log
    assert all(before != after for before, after in pairwise(causes)), log  # said once, until the cause is another
    assert "the database can be written again" in log
