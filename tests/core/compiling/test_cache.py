"""The cache of compiled functions never returns code that the present sources would not compile to."""

import json
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numba
import pytest

pytestmark = pytest.mark.long

CONSTANTS = """
from typing import NamedTuple

LIMIT, OTHER, TABLE = {limit}, {other}, ({table}, 7)


class Pair(NamedTuple):
    {fields}
"""
HELPERS = """
import constants
from constants import LIMIT, OTHER
from ludarium.core.kernel import compiled
{comment}
@compiled()
def inner(x):
    return x {operator} LIMIT


@compiled()
def aside(x):
    return x + OTHER + constants.TABLE[0]
"""
RULES = """
from constants import Pair
from helpers import aside, inner
from ludarium.core.kernel import FunctionType, compiled, named_tuple, types

INT = types.int64
STEP = INT(INT)


@compiled(STEP{flags})
def step(x):
    return 2 * inner(x)


@compiled(STEP)
def stay(x):
    return aside(x)


@compiled(STEP)
def unused(x):
    return x


def second(x):
    return x {operator} 0


@compiled(INT(FunctionType(STEP), FunctionType(STEP), INT))
def drive(one, two, x):
    return 10000 * one(x) + two(x)


@compiled(INT(named_tuple(Pair, INT, INT)))
def nought(pair):
    return pair.first - 3 * pair.second


answer = drive(step, stay, 1) + nought(Pair(first=3, second=1))
print(answer, *(f.__name__ for f in (step, stay, unused, drive, nought) if f.stats.cache_misses))
{more}
"""
ORDER, OTHER_ORDER = "first: int; second: int", "second: int; first: int"
FIRST = {"limit": 3, "other": 5, "table": 1, "comment": "", "operator": "+", "flags": "", "fields": ORDER, "more": ""}


SERVER = """
import json, os, sys
import numba
import ludarium.core.kernel

numba.njit(lambda x: x + 1)(1)
for line in sys.stdin:
    if os.fork() == 0:
        folder, cache = json.loads(line)
        os.chdir(folder)
        os.environ["NUMBA_CACHE_DIR"] = cache
        sys.path.insert(0, folder)
        import rules
        sys.stdout.flush()
        os._exit(0)
    print("exit", os.wait()[1], flush=True)
"""
"""A process that imports and sets up the compiler once, and begins another for every run."""


@contextmanager
def server(**variables: str) -> Iterator[subprocess.Popen[str]]:
    """Yield a server that has some variables of its environment."""
    environment = os.environ | variables | {"PYTHONDONTWRITEBYTECODE": "1"}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", SERVER], stdin=pipe, stdout=pipe, text=True, env=environment
    ) as running:
        yield running


class Project:
    """Three source files, and a new process that runs them."""

    def __init__(self, folder: Path, server: subprocess.Popen[str]) -> None:
        self.folder, self.cache, self.server = folder, folder / "cache", server
        self.values = dict(FIRST)

    def run(self, **changed: object) -> tuple[int, set[str]]:
        """Return what the program computes after a change, and the functions that were compiled for it."""
        self.values |= changed
        for name, text in (("constants", CONSTANTS), ("helpers", HELPERS), ("rules", RULES)):
            (self.folder / f"{name}.py").write_text(text.format(**self.values), "utf-8")
        assert self.server.stdin
        assert self.server.stdout
        print(json.dumps([str(self.folder), str(self.cache)]), file=self.server.stdin, flush=True)
        answer, *compiled = self.server.stdout.readline().split()
        assert answer != "exit", "the new process failed"
        assert self.server.stdout.readline() == "exit 0\n"
        return int(answer), set(compiled)


@pytest.fixture(scope="module")
def usual() -> Iterator[subprocess.Popen[str]]:
    with server() as running:
        yield running


EVERY = {"step", "stay", "drive", "nought"}
"""What is compiled for a first run; and not what nobody calls."""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory, usual: subprocess.Popen[str]) -> Path:
    """Return the folder of what a first run compiled, which it keeps in another folder, too."""
    first = Project(tmp_path_factory.mktemp("first"), usual)
    assert first.run() == (80007, EVERY)
    return first.cache


@pytest.fixture
def project(tmp_path: Path, usual: subprocess.Popen[str], compiled: Path) -> Project:
    """Return a project that was run before, with a copy of what was compiled."""
    found = Project(tmp_path, usual)
    shutil.copytree(compiled, found.cache)
    return found


def test_stale_code_does_not_run_and_only_what_changed_is_compiled(project: Project) -> None:
    assert project.run() == (80007, set())
    assert project.run(limit=4) == (100007, {"step"})  # a constant that a helper imports
    assert project.run() == (100007, set())
    assert project.run(other=6) == (100008, {"stay"})
    assert project.run(table=2) == (100009, {"stay"})  # a constant that is read as a module's attribute
    assert project.run(comment="# a comment, and lines that move\n\n") == (100009, set())
    assert project.run(operator="-") == (-59991, {"step"})  # a helper's code; `second` is a field in what is compiled
    assert project.run(flags=", error_model='numpy'") == (-59991, {"step"})
    assert project.run(fields=OTHER_ORDER) == (-59991, {"nought"})  # the order of the fields of an argument
    assert project.run(**FIRST) == (80007, set())  # the first entries are still there


@pytest.mark.parametrize("given", ["inner, aside", "(inner, aside)"])
def test_code_for_one_certain_function_is_not_kept_since_no_other_process_has_it(project: Project, given: str) -> None:
    taken = "one, two" if given == "inner, aside" else "both"
    text = f"""
@compiled()
def certain({taken}, x):
    {"" if taken != "both" else "one, two = both"}
    return one(x) + two(x)


print(certain({given}, 1), file=open("certain", "a"))
"""
    for _ in range(2):
        assert project.run(more=text)[0] == 80007
    assert (project.folder / "certain").read_text("utf-8") == "11\n11\n"
    assert list(project.cache.rglob("rules.step*"))
    assert not list(project.cache.rglob("rules.certain*"))


def test_every_processor_has_code_of_its_own_in_one_folder(project: Project) -> None:
    with server(NUMBA_CPU_NAME="generic") as generic, server(NUMBA_CPU_FEATURES="-fma") as without:
        usual = project.server
        for compiled in (EVERY, set()):
            for project.server in (generic, without):
                assert project.run() == (80007, compiled)
        project.server = usual
        assert project.run() == (80007, set())


def test_a_damaged_entry_is_written_again(project: Project) -> None:
    for file in project.cache.rglob("rules.step*.nbc"):
        file.write_bytes(b"nonsense")
    assert project.run() == (80007, {"step"})
    assert project.run() == (80007, set())


def test_an_index_that_names_a_class_that_has_moved_is_written_again(project: Project) -> None:
    for file in project.cache.rglob("rules.step*.nbi"):
        file.write_bytes(pickle.dumps(numba.__version__) + b"cno_such_module\nmoved\n.")
    assert project.run() == (80007, {"step"})
    assert project.run() == (80007, set())


def test_old_entries_are_removed(project: Project) -> None:
    for limit in range(1, 6):
        project.run(limit=limit)
    assert len(list(project.cache.rglob("rules.step.*.nbi"))) == 4
    assert len(list(project.cache.rglob("rules.step.*.nbc"))) == 4


def test_a_folder_that_cannot_be_written_costs_only_time(tmp_path: Path, usual: subprocess.Popen[str]) -> None:
    project = Project(tmp_path, usual)
    project.cache.write_text("a file where the folder should be", "utf-8")
    assert project.run() == (80007, EVERY)
