"""`ludarium serve` opens the site, and says in a sentence why it cannot."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ludarium.club.service import SeatAssignment, Service
from ludarium.store.match.repository import Store
from studies.kills import workers
from tests.ports import reserved_port

SERVE = [sys.executable, "-m", "ludarium", "serve"]


@pytest.fixture
def port() -> Iterator[int]:
    """A port that nobody else is given."""
    with reserved_port() as port:
        yield port


def environment(data: Path, port: int) -> dict[str, str]:
    return {**os.environ, "LUDARIUM_DATA": str(data), "PORT": str(port), "LUDARIUM_DATABASE": ""}


@contextmanager
def served(settings: dict[str, str]) -> Iterator["subprocess.Popen[str]"]:
    """Run the site; it is killed at the end, also of a test that fails."""
    with subprocess.Popen(SERVE, env=settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def test_the_site_opens_on_its_port_and_closes_in_order(tmp_path: Path, port: int) -> None:
    settings = environment(tmp_path / "new", port)
    with served(settings) as process:
        assert process.stdout
        assert f"http://localhost:{port} (listening on 127.0.0.1:{port}," in process.stdout.readline()
        with urllib.request.urlopen(f"http://127.0.0.1:{settings['PORT']}/", timeout=300) as answer:
            assert "Orion" in answer.read().decode()
        news = f"http://127.0.0.1:{settings['PORT']}/events?watch=none:0"
        with urllib.request.urlopen(news, timeout=300) as stream:
            process.send_signal(signal.SIGINT)
            assert stream.read() == b""  # to its end: what breaks off in the middle raises an error
        _, complaints = process.communicate(timeout=300)
    assert complaints == ""
    assert {"ludarium.sqlite", "secret"} <= {path.name for path in (tmp_path / "new").iterdir()}


def test_damaged_matches_are_named_at_the_start(tmp_path: Path, port: int) -> None:
    store = Store(f"sqlite:///{tmp_path / 'ludarium.sqlite'}")
    match_id = Service(store).create("orion", [SeatAssignment("person", "Ann"), SeatAssignment("person", "Bob")]).id
    store.close()
    with sqlite3.connect(tmp_path / "ludarium.sqlite") as connection:
        connection.execute("UPDATE matches SET game = 'lost'")
    connection.close()
    settings = environment(tmp_path, port)
    with served(settings) as process:
        assert process.stderr
        assert f"match {match_id} is damaged: " in process.stderr.readline()
        with urllib.request.urlopen(f"http://127.0.0.1:{settings['PORT']}/", timeout=300) as answer:
            assert "Orion" in answer.read().decode()
        process.terminate()
        process.communicate(timeout=300)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ludarium.sqlite", "secret"]  # closed, in one file


def test_a_port_that_is_taken_is_named(tmp_path: Path, port: int) -> None:
    with socket.create_server(("127.0.0.1", port)):
        done = subprocess.run(SERVE, env=environment(tmp_path, port), capture_output=True, text=True, timeout=300)
    assert done.returncode == 2
    assert f"port {port} of 127.0.0.1 cannot be used" in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_a_setting_out_of_range_is_named(tmp_path: Path, port: int) -> None:
    settings = {**environment(tmp_path, port), "PORT": "eighty"}
    done = subprocess.run(SERVE, env=settings, capture_output=True, text=True, timeout=300)
    assert done.returncode == 2
    assert "PORT is a" in done.stderr


def test_without_the_servers_packages_the_extra_is_named(tmp_path: Path, port: int) -> None:
    hidden = "import sys; sys.modules['uvicorn'] = None; from ludarium.cli.main import app; app(['serve'])"
    done = subprocess.run(
        [sys.executable, "-c", hidden], env=environment(tmp_path, port), capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 2
    assert "pip install -e '.[server]'" in done.stderr


def test_several_processes_serve_one_port_and_end_with_their_parent(tmp_path: Path, port: int) -> None:
    settings = environment(tmp_path, port)
    command = [*SERVE, "--processes", "2"]
    with subprocess.Popen(command, env=settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert settings["PORT"] in process.stdout.readline()
        with urllib.request.urlopen(f"http://127.0.0.1:{settings['PORT']}/", timeout=300) as answer:
            assert "Orion" in answer.read().decode()
        assert len(workers(process.pid)) == 2
        process.kill()
        _, complaints = process.communicate(timeout=300)  # which ends when no process has the pipes any more
    assert complaints == ""


def test_an_invalid_number_of_processes_is_named(tmp_path: Path, port: int) -> None:
    command = [*SERVE, "--processes", "none"]
    done = subprocess.run(command, env=environment(tmp_path, port), capture_output=True, text=True, timeout=300)
    assert done.returncode == 2
    assert "LUDARIUM_PROCESSES is a" in done.stderr
