"""The processes that compile in the background."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from ludarium.core.compiling import waiting
from ludarium.search.compilation import BEGUN, Compilation, lock, processes, units
from ludarium.search.compilers import Compilers


@pytest.fixture
def compilers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Compilers]:
    """Processes that start with an empty cache."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    made = Compilers()
    yield made
    made.close()
    for process in made.running:
        process.kill()  # in the middle of a function
    made.wait()


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def pids(compilers: Compilers) -> list[int]:
    return [process.pid for process in compilers.running]


def test_they_start_again_when_all_are_killed(compilers: Compilers, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs take their places that find something to compile, and never come to its end."""

    def start(niceness: int, stdout: int) -> "subprocess.Popen[str]":
        command = ["sh", "-c", f"echo {BEGUN}; exec cat > /dev/null"]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=stdout, text=True)

    monkeypatch.setattr("ludarium.search.compilers._start", start)
    compilers.start()
    until(lambda: len(pids(compilers)) == processes())
    first = pids(compilers)
    for pid in first:
        os.kill(pid, signal.SIGKILL)
    until(lambda: len(pids(compilers)) == processes() and not {*pids(compilers)} & {*first})


@pytest.mark.parametrize("said", ["ludarium.games.orion", BEGUN])
@pytest.mark.parametrize("is_empty", [True, False])
def test_others_help_only_where_something_is_to_be_compiled(
    compilers: Compilers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, *, is_empty: bool
) -> None:
    made, started = list[int](), processes() if is_empty or said == BEGUN else 1
    if not is_empty:
        (tmp_path / "compiled").mkdir()
        (tmp_path / "compiled" / "one.nbi").touch()

    def start(niceness: int, stdout: int) -> "subprocess.Popen[str]":
        made.append(niceness)
        return subprocess.Popen(["echo", said], stdin=subprocess.PIPE, stdout=stdout, text=True)

    monkeypatch.setattr("ludarium.search.compilers._start", start)
    compilers.start()
    compilers.wait()
    assert made == [compilers.niceness] * started


def test_after_too_many_deaths_this_process_compiles(compilers: Compilers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    compilers.start()
    compilers.wait()
    assert not waiting.is_waiting()


def test_they_are_niced_and_help_each_other_and_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    script = (
        "import time; from ludarium.search.compilers import Compilers; made = Compilers(); made.start()\n"
        f"while len(made.running) < {processes()}: time.sleep(0.05)\n"
        "print(*(process.pid for process in made.running), flush=True); time.sleep(600)"
    )
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    with subprocess.Popen([sys.executable, "-c", script], env=environment, stdout=subprocess.PIPE) as server:
        assert server.stdout
        children = [Path(f"/proc/{pid}") for pid in server.stdout.readline().decode().split()]
        niced = min(os.getpriority(os.PRIO_PROCESS, 0) + Compilers.niceness, 19)
        try:
            until(lambda: all(os.getpriority(os.PRIO_PROCESS, int(child.name)) == niced for child in children))
        finally:
            server.kill()
    assert len(children) == processes()
    until(lambda: not any(map(_lives, children)))


def test_a_process_that_is_to_end_finishes_the_function_at_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So all is compiled in the end, however often the site is killed."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    compiled, left = list[str](), ["first", "second", "third"]

    class Function(SimpleNamespace):
        name: str

        def is_cached(self) -> bool:
            return self.name in compiled

        def ensure_compiled(self) -> None:
            compilation.end()  # the parent dies now
            compiled.append(self.name)

    monkeypatch.setattr("ludarium.search.compilation.pending", lambda unit: [Function(name=name) for name in left])
    for count in range(1, 4):
        compilation = Compilation()
        with pytest.raises(SystemExit):
            compilation.run()
        assert compiled == left[:count]


def _lives(process: Path) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        return " Z " not in (process / "stat").read_text()
    except OSError:
        return False


PLAYED = """
import ludarium
from ludarium.core.compiling import waiting
missing = set()
waiting.wait_for_compilers(missing.add)
for name in ludarium.game_names():
    state = ludarium.load(name).initial()
    for _ in range(4):
        text = state.format_turn([state.legal(seat)[-1] for seat in state.actors])
        state = state.play(*(state.legal(seat)[-1] for seat in state.actors))
        assert str(state) and text
    assert state.svg() and state.text()
    assert any(module.endswith(f".{name}.kernel") for module in missing), name
"""


def test_every_game_is_played_and_drawn_while_nothing_is_compiled(tmp_path: Path) -> None:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", PLAYED], env=environment, check=True)
    assert not list(tmp_path.rglob("*.nbi"))


def test_a_locked_unit_is_left_to_the_process_that_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    with lock("unit") as first, lock("unit") as second, lock("other") as third:
        assert (first, second, third) == (True, False, True)
    with lock("unit") as again:
        assert again


def test_every_game_and_the_modules_of_mcts_are_compiled() -> None:
    assert {"ludarium.games.orion", "ludarium.search.minimax", "ludarium.solve.race.sweep"} <= {*units()}
    assert "ludarium.search.compilation" not in units()
    assert not {"ludarium.search.puct", "ludarium.search.survey"} & {*units()}  # commands alone use them
    assert units().index("ludarium.search.uct") < units().index("ludarium.games.grid")


def test_what_was_called_for_last_is_compiled_first_and_mcts_as_a_whole() -> None:
    compilation = Compilation()
    for module in ("ludarium.games.grid.kernel", "ludarium.search.uct"):
        compilation.want(module)
    first = compilation.order()[:5]
    assert {*first[:4]} == {f"ludarium.search.{name}" for name in ("bot", "playout", "uct", "reuse")}
    assert first[4] == "ludarium.games.grid"


def test_a_unit_that_becomes_urgent_twice_is_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    compilation, asked = Compilation(), list[str]()
    wanted = {"ludarium.core.kernel": ["grid", "orion"], "ludarium.games.orion": ["grid"]}

    def pending(unit: str) -> list[SimpleNamespace]:
        if unit not in asked:
            for game in wanted.get(unit, ()):
                compilation.want(f"ludarium.games.{game}.kernel")
        asked.append(unit)
        return [SimpleNamespace(is_cached=lambda: True)]

    monkeypatch.setattr("ludarium.search.compilation.pending", pending)
    compilation.run()
    assert not compilation.order()
    assert list(dict.fromkeys(asked))[:3] == [
        f"ludarium.{unit}" for unit in ("core.kernel", "games.orion", "games.grid")
    ]


def test_a_folder_that_cannot_be_written_leaves_compiling_to_this_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    (tmp_path / "file").write_text("not a folder", "utf-8")
    made = Compilers()
    made.start()
    assert not made.running
    assert not waiting.is_waiting()


def test_a_site_whose_numba_cannot_be_loaded_ends_and_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise ImportError("Numba needs NumPy 2.3 or less")

    ended = list[tuple[int, int]]()
    monkeypatch.setattr("ludarium.search.compilers.load_numba", fail)
    monkeypatch.setattr("os.kill", lambda *given: ended.append(given))
    monkeypatch.setattr(Compilers, "_run", lambda compilers: True)
    made = Compilers()
    made.start()
    made.wait()
    assert ended == [(os.getpid(), signal.SIGTERM)]
    assert "Numba needs NumPy 2.3 or less" in caplog.text


def test_compilers_that_are_closed_load_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.search.compilers.load_numba", lambda: pytest.fail("it was loaded"))
    made = Compilers()
    made.close()
    made.start()
    made.wait()


def test_a_process_says_once_that_it_has_found_something_to_compile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done = list[int]()

    class Function:
        def is_cached(self) -> bool:
            return False

        def ensure_compiled(self) -> None:
            done.append(1)

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr("ludarium.search.compilation.units", lambda: ["ludarium.core.kernel"])
    monkeypatch.setattr("ludarium.search.compilation.pending", lambda unit: [Function(), Function()])
    Compilation().run()
    assert (capsys.readouterr().out.split(), len(done)) == ([BEGUN, "ludarium.core.kernel"], 2)
