"""`ludarium serve` opens the site, and says in a sentence why it cannot."""

import os
import signal
import socket
import sqlite3
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from ludarium.site.ground.values import SeatAssignment
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.cli.conftest import Refused
from tests.site.waiting import wait_for
from tests.soak.kills import workers
from tools.local_site import LocalSite, open_site
from tools.ports import reserved_port


@pytest.fixture
def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A port that nobody else is given, at which `serve` listens in this process, and an empty folder for its data."""
    own = {"LUDARIUM_DATA": str(tmp_path), "LUDARIUM_DATABASE": "", "LUDARIUM_PROCESSES": "1"}
    mask = os.umask(0o077)  # which `serve` sets, too
    with reserved_port() as port:
        for name, value in {**own, "PORT": str(port)}.items():
            monkeypatch.setenv(name, value)
        yield port
    os.umask(mask)


def front_page(site: LocalSite) -> str:
    with urllib.request.urlopen(f"{site.url}/", timeout=300) as answer:
        page: str = answer.read().decode()
    return page


def test_the_site_opens_on_its_port_and_closes_in_order(tmp_path: Path) -> None:
    with open_site(tmp_path / "new") as site:
        assert "Orion" in front_page(site)
        with urllib.request.urlopen(f"{site.url}/events?watch=none:0", timeout=300) as stream:
            site.end(signal.SIGINT)
            assert stream.read() == b""  # to its end: what breaks off in the middle raises an error
        said, link = site.log().splitlines()
    assert f"http://localhost:{site.port}/administrator/" in link
    assert f"http://localhost:{site.port} (listening on 127.0.0.1:{site.port}," in said
    assert {"ludarium.sqlite", "secret"} <= {path.name for path in (tmp_path / "new").iterdir()}


def test_damaged_matches_are_named_at_the_start(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    store = Store(f"sqlite:///{folder / 'ludarium.sqlite'}")
    match_id = Service(store).create("orion", [SeatAssignment("person", "Ann"), SeatAssignment("person", "Bob")]).id
    store.close()
    with sqlite3.connect(folder / "ludarium.sqlite") as connection:
        connection.execute("UPDATE matches SET game = 'lost'")
    connection.close()
    with open_site(folder) as site:
        assert "Orion" in front_page(site)
        wait_for(lambda: f"match {match_id} is damaged: " in site.log())
    assert sorted(path.name for path in folder.iterdir()) == ["ludarium.sqlite", "secret"]  # closed, in one file


def test_a_port_that_is_taken_is_named(port: int, refused: Refused) -> None:
    with socket.create_server(("127.0.0.1", port)):
        assert f"port {port} of 127.0.0.1 cannot be used" in refused("serve")


def test_the_port_is_an_option_too(port: int, refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "1")
    with socket.create_server(("127.0.0.1", port)):
        assert f"port {port} of 127.0.0.1 cannot be used" in refused("serve", "--port", port)
    assert "PORT is a whole number" in refused("serve", "--port", "eighty")


def test_a_setting_out_of_range_is_named(port: int, refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "eighty")
    assert "PORT is a" in refused("serve")


def test_several_processes_serve_one_port_and_end_with_their_parent(tmp_path: Path) -> None:
    with open_site(tmp_path / "data", {"LUDARIUM_PROCESSES": "2"}) as site:
        assert "Orion" in front_page(site)
        children = workers(site.pid)
        assert len(children) == 2
        site.kill()
        wait_for(lambda: not any(is_running(child) for child in children))
    assert len(site.log().splitlines()) == 2  # that it runs, and who may become its administrator


def test_a_site_that_has_an_administrator_or_another_name_prints_no_link(tmp_path: Path) -> None:
    with open_site(tmp_path / "named", {"LUDARIUM_URL": "https://games.example.org"}) as site:
        assert "/administrator/" not in site.log()
    folder = tmp_path / "data"
    folder.mkdir()
    store = Store(f"sqlite:///{folder / 'ludarium.sqlite'}")
    service = Service(store)
    service.accounts.make_administrator(service.people.create_guest(), "command line")
    store.close()
    with open_site(folder) as site:
        assert "/administrator/" not in site.log()


def is_running(process: int) -> bool:
    with suppress(OSError):  # it is gone
        return b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes()
    return False


def test_an_invalid_number_of_processes_is_named(port: int, refused: Refused) -> None:
    assert "LUDARIUM_PROCESSES is a" in refused("serve", "--processes", "none")
