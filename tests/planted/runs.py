"""Runs of tests in a copy of the tree, each in a forked process that has loaded what it needs."""

import gc
import importlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from tests.planted import loaded
from tests.planted.faults import Fault
from tests.planted.trees import Tree

_FOREIGN = (
    "alembic", "anyio", "click", "cryptography.hazmat.primitives.asymmetric.ec", "fido2.server", "hypothesis", "jinja2",
    "markdown_it", "msgspec", "networkx", "numba", "numpy", "openskill.models", "playwright.sync_api", "precis_i18n",
    "psycopg", "rich.console", "segno", "sqlalchemy.dialects.postgresql", "sqlalchemy.dialects.sqlite",
    "starlette.testclient", "uvicorn", "hypothesis.stateful", "sse_starlette", "uvloop",
)  # fmt: skip
_DONE = {
    pytest.ExitCode.OK,
    pytest.ExitCode.TESTS_FAILED,
    pytest.ExitCode.NO_TESTS_COLLECTED,
    pytest.ExitCode.INTERRUPTED,
}
_PARAMETERS = re.compile(r"\[.*")
_ON_A_SERVER = re.compile(r"[\[-]postgresql[\]-]")


@dataclass(frozen=True)
class Outcome:
    """How a run of tests ended."""

    failed: tuple[str, ...]
    """The tests that failed; of a whole folder or with a fault, the first alone."""
    passed: int
    hangs: bool = False
    output: str = ""


class _Recorder:
    """Keeps the tests that are wanted, and notes which fail."""

    def __init__(self, wanted: frozenset[str], *, servers: bool) -> None:
        self.failed: list[str] = []
        self.passed = 0
        self._wanted = wanted
        self._servers = servers

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        if not self._servers:
            items[:] = [item for item in items if not _ON_A_SERVER.search(item.nodeid)]
        if self._wanted:
            bare = {_PARAMETERS.sub("", name) for name in self._wanted}
            exact = [item for item in items if item.nodeid in self._wanted]
            missing = bare - {_PARAMETERS.sub("", item.nodeid) for item in exact}
            items[:] = [*exact, *(item for item in items if _PARAMETERS.sub("", item.nodeid) in missing)]

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and report.nodeid not in self.failed:
            self.failed.append(report.nodeid)
        self.passed += report.passed and report.when == "call"


def prepare() -> None:
    """Import the libraries that the tests need, once for all runs."""
    plugins = [entry.module for entry in entry_points(group="pytest11")]
    for name in [*_FOREIGN, *plugins]:
        with suppress(ImportError):
            importlib.import_module(name)
    loaded.load()
    gc.freeze()  # the forked processes need not look at them


@dataclass
class Run:
    """A run of tests that goes on in a process of its own."""

    tree: Tree
    process: int
    until: float
    is_over: bool = False

    def outcome(self) -> Outcome | None:
        """Return how it ended, or None while it goes on; end it where it takes too long."""
        done, _ = os.waitpid(self.process, os.WNOHANG)
        late = not done and time.monotonic() > self.until
        if not done and not late:
            return None
        self.end()
        output = (self.tree.temporary / "output").read_text("utf-8", "replace")
        result = self.tree.temporary / "result"
        if not late and not result.exists():
            raise RuntimeError(f"the tests could not be run: {output}")
        if late:
            return Outcome((), 0, hangs=True, output=output)
        told = json.loads(result.read_text("utf-8"))
        return Outcome(tuple(told["failed"]), told["passed"], output=output)

    def end(self) -> None:
        """End it, with what the tests have left."""
        if self.is_over:
            return
        self.is_over = True
        with suppress(ProcessLookupError):
            os.killpg(self.process, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(self.process, 0)


def start(
    tree: Tree,
    tests: Sequence[str],
    *,
    seed: int,
    limit: float,
    fault: Fault | None = None,
    first: bool = True,
    servers: bool = True,
) -> Run:
    """Start the tests of some files, folders and node ids, up to the first failure or all.

    A test without its parameters is every test of that name. The fault is one that is planted in the tree.
    """
    shutil.rmtree(tree.temporary, ignore_errors=True)
    tree.temporary.mkdir(parents=True)
    sys.stdout.flush()
    process = os.fork()
    if not process:
        try:
            _run(tree, tests, seed, fault, first=first, servers=servers)
        except BaseException:  # noqa: BLE001  it is printed, and this process ends
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(0)
    return Run(tree, process, time.monotonic() + limit)


def _run(tree: Tree, tests: Sequence[str], seed: int, fault: Fault | None, *, first: bool, servers: bool) -> None:
    """Run tests in this process, which ends with them."""
    os.setsid()
    os.chdir(tree.root)
    output = os.open(tree.temporary / "output", os.O_CREAT | os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(output, stream)
    source = str(tree.root / "src")
    os.environ["NUMBA_CACHE_DIR"] = str(tree.compiled)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    sys.executable, sys.prefix = str(tree.python), str(tree.python.parents[1])  # of the processes that tests start
    sys.path[:0] = [source, str(tree.root)]
    for name in [name for name in sys.modules if name.partition(".")[0] == "tests"]:
        del sys.modules[name]
    if fault:
        loaded.exchange(fault, Path(fault.file).read_text("utf-8"))
    scripts = [test for test in tests if test.endswith(".js")]
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests if test not in scripts))
    recorder = _Recorder(frozenset(test for test in tests if "::" in test), servers=servers)
    if files:
        options = ["-q", "-p", "no:cacheprovider", "--tb=short", f"--hypothesis-seed={seed}", "--timeout=200"]
        options += ["-W", "ignore:Module already imported:pytest.PytestAssertRewriteWarning"]
        options += ["-x"] * first + [f"--basetemp={tree.temporary / 'pytest'}"]
        status = pytest.main([*options, *files], plugins=[recorder])
        if status not in _DONE and not recorder.failed:
            recorder.failed.append(files[0])  # none of its tests could begin
    for script in scripts:
        if subprocess.run(["node", "--test", script]).returncode:
            recorder.failed.append(script)
        else:
            recorder.passed += 1
    told = json.dumps({"failed": recorder.failed, "passed": recorder.passed})
    (tree.temporary / "result").write_text(told, "utf-8")
