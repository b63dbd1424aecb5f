"""Tables on another machine: the same values, in few requests, and what is said of servers that fail."""

import logging
import re
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest

import ludarium
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.search.player import bot_kinds, make_bot
from ludarium.solve import remote
from ludarium.solve.installed import installed_table, open_table
from ludarium.solve.remote import BLOCK, RemoteArray, RemoteFile, Unreachable
from ludarium.solve.solution import solve
from ludarium.solve.table import Table
from ludarium.solve.tablefile import BadTable, Place
from tests.conftest import EXACT_LUDO

SMALL = "ludo(markers=1,goal=24)"


@dataclass
class Host:
    """A server of files; a test may change them, and how it answers."""

    address: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    version: str = '"1"'
    ranges: bool = True
    asked: list[tuple[str, str]] = field(default_factory=list)
    spoil: Callable[[bytes], bytes] = bytes


def _handler(host: Host) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version, disable_nagle_algorithm = "HTTP/1.1", True

        def do_GET(self) -> None:
            wanted = self.headers.get("Range", "")
            host.asked.append((self.path, wanted))
            found = host.files.get(self.path)
            if found is None:
                self._send(404, b"no such file", {})
            elif match := host.ranges and re.fullmatch(r"bytes=(\d+)-(\d+)", wanted):
                begin, end = int(match[1]), min(int(match[2]) + 1, len(found))
                body = host.spoil(found[begin:end])
                self._send(206, body, {"ETag": host.version, "Content-Range": f"bytes {begin}-{end - 1}/{len(found)}"})
            else:
                self._send(200, found, {})

        def _send(self, status: int, body: bytes, headers: dict[str, str]) -> None:
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    return Handler


class Quiet(ThreadingHTTPServer):
    """Says nothing of clients that do not read a whole answer."""

    def handle_error(self, request: object, client_address: object) -> None:
        assert isinstance(sys.exception(), ConnectionError)


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    found = Host()
    server = Quiet(("127.0.0.1", 0), _handler(found))
    server.daemon_threads = True
    found.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    monkeypatch.setattr(remote, "asked_again", {})
    yield found
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def of_ludo(host: Host, ludo_table: Path, monkeypatch: pytest.MonkeyPatch) -> Host:
    """The host has the table of small Ludo, and it is installed."""
    host.files = {"/t/tables.txt": b"ludo.table\n", "/t/ludo.table": ludo_table.read_bytes()}
    monkeypatch.setenv("LUDARIUM_TABLES", f"{host.address}/t")
    return host


def test_a_race_has_the_same_values(of_ludo: Host, ludo_table: Path) -> None:
    game = ludarium.load(EXACT_LUDO)
    far, near = Table.open(f"{of_ludo.address}/t/ludo.table", game), Table.open(ludo_table, game)
    values = [(far.value(state), near.value(state)) for state in course(game, 3)]
    assert len({near for _, near in values}) > 20
    assert all(one == other for one, other in values)


def test_single_positions_have_the_same_values(host: Host, tmp_path: Path) -> None:
    game = ludarium.load(SMALL)
    solve(game).write(tmp_path / "small.table")
    host.files["/small.table"] = (tmp_path / "small.table").read_bytes()
    far, near = Table.open(f"{host.address}/small.table", game), Table.open(tmp_path / "small.table", game)
    values = [(far.value(state), near.value(state)) for state in course(game, 5)]
    assert len({near for _, near in values}) > 5
    assert all(one == other for one, other in values)


def test_threads_fetch_a_block_once(host: Host) -> None:
    host.files["/numbers"] = bytes(range(256)) * 1024
    file, together = RemoteFile(f"{host.address}/numbers"), threading.Barrier(8)

    def read(_: int) -> bytes:
        together.wait()
        return file.read(3 * BLOCK, 8)

    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(read, range(8))) == {bytes(range(8))}
    assert len(host.asked) == 2  # when it was opened, and now
    host.files.clear()
    with ThreadPoolExecutor(8) as threads:
        found = [threads.submit(file.read, 5 * BLOCK, 8) for _ in range(8)]
    assert {type(one.exception()) for one in found} == {Unreachable}
    assert not file._fetching


def test_what_is_soon_asked_is_fetched_together(of_ludo: Host) -> None:
    game = ludarium.load(EXACT_LUDO)
    table = Table.open(f"{of_ludo.address}/t/ludo.table", game)
    state = next(state for state in course(game, 2) if state.actors == (0,))
    table.fetch_ahead(state)
    before = len(of_ludo.asked)
    assert all(value is not None for _, value in table.actions(state))
    assert table.value(state) is not None
    assert len(of_ludo.asked) == before  # all parts are here


def course(game: ludarium.Game, seed: int) -> list[State]:
    """Return the states of games in which all actions are equally likely."""
    rng, found = np.random.default_rng(seed), list[State]()
    for _ in range(4):
        state = game.initial()
        while state.actors:
            found.append(state)
            legal = [*state.chance_outcomes()] if state.actors == (CHANCE,) else state.legal()
            state = state.play_unchecked(legal[int(rng.integers(len(legal)))])
    return found


def test_an_installed_one_is_found_and_played_by(of_ludo: Host) -> None:
    game = ludarium.load(EXACT_LUDO)
    found = installed_table(game)
    assert found is not None
    assert found.left_out == "the limit of turns"
    assert installed_table(game) is found
    assert "exact" in bot_kinds(game)
    bot, state = make_bot("exact", game, 0), next(state for state in course(game, 1) if state.actors == (0,))
    assert bot.choose(state, 0) in state.legal()
    assert bot.info
    assert bot.info.solved
    assert installed_table(ludarium.load(SMALL)) is None


def test_few_bytes_are_fetched(host: Host) -> None:
    numbers = np.arange(1_000_000, dtype="<i8") * 3
    host.files["/numbers"] = b"x" * 64 + numbers.tobytes()
    array = RemoteArray(RemoteFile(f"{host.address}/numbers"), Place(np.dtype("<i8"), (len(numbers),), 64))
    assert array.searchsorted(2_100_000) == 700_000
    assert array[700_000] == 2_100_000
    assert [*array[700_000:700_003]] == [2_100_000, 2_100_003, 2_100_006]
    assert len(array[999_999:]) == 1
    before = len(host.asked)
    assert before < 16
    assert array.searchsorted(2_100_001) == 700_001
    assert len(host.asked) == before  # all blocks are known
    sizes = [int(end) - int(begin) + 1 for _, wanted in host.asked for begin, end in [wanted[6:].split("-")]]
    assert set(sizes) == {BLOCK}
    with pytest.raises(IndexError, match="expected one from 0 to 999999"):
        array[len(numbers)]


def test_a_whole_array_drives_no_block_out(host: Host) -> None:
    host.files["/numbers"] = bytes(range(256)) * 1024
    file = RemoteFile(f"{host.address}/numbers")
    array = RemoteArray(file, Place(np.dtype("u1"), (1024, 256), 0))
    assert (np.asarray(array) == np.arange(256)).all()
    assert (array[1023] == np.arange(256)).all()
    host.asked.clear()
    assert array[0][5] == 5
    assert not host.asked


def test_a_closed_connection_is_opened_again(of_ludo: Host, ludo_table: Path) -> None:
    file = RemoteFile(f"{of_ludo.address}/t/ludo.table")
    for line in file._lines:
        line.close()
    assert file.read(BLOCK + 5, 10) == ludo_table.read_bytes()[BLOCK + 5 : BLOCK + 15]
    assert file.read(file.size - 3, 10) == ludo_table.read_bytes()[-3:]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda host: setattr(host, "ranges", False), "answers 200 OK, expected 206 Partial Content"),
        (lambda host: host.files.clear(), "answers 404"),
        (lambda host: setattr(host, "version", '"2"'), "has changed since it was opened"),
        (lambda host: setattr(host, "spoil", lambda body: body[:-1]), "is cut short by its server"),
    ],
)
def test_what_a_server_does_wrong_is_said(of_ludo: Host, change: Callable[[Host], None], said: str) -> None:
    file = RemoteFile(f"{of_ludo.address}/t/ludo.table")
    assert file.size > BLOCK + 10
    change(of_ludo)
    with pytest.raises(Unreachable, match=said):
        file.read(BLOCK, 10)


def test_a_file_that_is_no_table_is_refused(of_ludo: Host) -> None:
    of_ludo.files["/t/other.table"] = b"something else"
    with pytest.raises(BadTable, match="is not a table"):
        open_table(f"{of_ludo.address}/t/other.table", ludarium.load(EXACT_LUDO))
    of_ludo.files["/t/short.table"] = of_ludo.files["/t/ludo.table"][:-100]
    with pytest.raises(BadTable, match="is cut short: expected at least"):
        open_table(f"{of_ludo.address}/t/short.table", ludarium.load(EXACT_LUDO))


def test_a_server_that_does_not_answer_is_asked_again_after_a_minute(
    of_ludo: Host, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = [1000.0]
    monkeypatch.setattr("ludarium.solve.remote.time.monotonic", lambda: now[0])
    listed, game = of_ludo.files.pop("/t/tables.txt"), ludarium.load(EXACT_LUDO)
    with caplog.at_level(logging.WARNING):
        assert installed_table(game) is None
    assert "a table is not used for a minute" in caplog.text
    asked = len(of_ludo.asked)
    assert installed_table(game) is None
    assert len(of_ludo.asked) == asked
    of_ludo.files["/t/tables.txt"] = listed
    now[0] += 61
    assert installed_table(game) is not None


def test_what_cannot_be_fetched_is_not_known_and_nobody_waits_for_it(
    of_ludo: Host, ludo_table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr("ludarium.solve.remote.time.monotonic", lambda: now[0])
    game = ludarium.load(EXACT_LUDO)
    table, states = Table.open(f"{of_ludo.address}/t/ludo.table", game), course(game, 3)
    kept = of_ludo.files.pop("/t/ludo.table")
    known = [table.value(state) for state in states]
    assert None in known
    asked = len(of_ludo.asked)
    assert [table.value(state) for state in states].count(None) > len(states) / 2
    assert len(of_ludo.asked) == asked
    of_ludo.files["/t/ludo.table"] = kept
    now[0] += 61
    near = Table.open(ludo_table, game)
    assert [table.value(state) for state in states] == [near.value(state) for state in states]


def test_nobody_answers() -> None:
    with pytest.raises(Unreachable, match="does not answer"):
        remote.fetch_text("http://127.0.0.1:1/tables.txt")
