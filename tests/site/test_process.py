"""A site that does not start ends with an error, so that a service manager starts it again."""

import gc
import multiprocessing
import socket
import sys
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ludarium.core.errors import LudariumError, ParseError
from ludarium.site import process
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.settings import ServerSettings


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as opened:
        yield opened


def settings(folder: Path, processes: int) -> ServerSettings:
    return ServerSettings.from_environment({"LUDARIUM_DATA": str(folder), "LUDARIUM_PROCESSES": str(processes)})


def test_one_process(listener: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(app: Starlette) -> AbstractAsyncContextManager[None]:
        raise DatabaseBusy("the database does not answer")

    monkeypatch.setattr(process, "create", lambda: Starlette(lifespan=fail))
    with pytest.raises(SystemExit) as ended:
        process.run(settings(tmp_path, 1), listener)
    assert ended.value.code


@pytest.mark.parametrize("code", [0, 3])
def test_one_of_several_processes(
    code: int, listener: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Parent:
        def __init__(self, *_: object, **__: object) -> None:
            self.processes = [SimpleNamespace(exitcode=each) for each in (None, code)]

        def run(self) -> None:
            """End, as after a signal or after a process that has not started."""

    monkeypatch.setattr(process, "Multiprocess", Parent)
    if code:
        with pytest.raises(LudariumError, match="has not started"):
            process.run(settings(tmp_path, 2), listener)
    else:
        process.run(settings(tmp_path, 2), listener)


def test_one_of_several_processes_that_cannot_open_the_database_ends_with_a_line_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    url = f"sqlite:///{tmp_path}"  # a folder
    with pytest.raises(ParseError, match="the database cannot be opened"):
        process._open_store(url)
    monkeypatch.setattr(multiprocessing, "parent_process", object)
    with pytest.raises(SystemExit):
        process._open_store(url)
    (line,) = caplog.messages
    assert line.startswith("a process of the site ends, and another starts: the database cannot be opened")


def test_a_site_lets_threads_take_turns_often_and_only_while_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"LUDARIUM_DATA": str(tmp_path), "LUDARIUM_DATABASE": "", "LUDARIUM_PROCESSES": "1"}.items():
        monkeypatch.setenv(name, value)
    for part in ("Compilers", "configure_logs"):
        monkeypatch.setattr(process, part, Mock())
    ServerSettings.from_environment().prepare()
    usual, threshold = sys.getswitchinterval(), gc.get_threshold()
    assert usual > process.SLICE
    try:
        with TestClient(process.create()):
            assert sys.getswitchinterval() == pytest.approx(process.SLICE)
    finally:
        gc.set_threshold(*threshold)
    assert sys.getswitchinterval() == usual
