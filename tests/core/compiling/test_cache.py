"""The cache of compiled functions never returns code that the present sources would not compile to."""

import os
import pickle
import subprocess
import sys
from pathlib import Path
from types import ModuleType

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
compiled_now = {{f.__name__ for f in (step, stay, unused, drive, nought) if f.stats.cache_misses}}
{more}
"""
PROGRAM = "import rules; print(rules.answer, *rules.compiled_now)"
ORDER, OTHER_ORDER = "first: int; second: int", "second: int; first: int"
FIRST = {"limit": 3, "other": 5, "table": 1, "comment": "", "operator": "+", "flags": "", "fields": ORDER, "more": ""}


class Project:
    """Three source files, which are read anew by this process or run by another: each has functions of its own."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder, self.cache = folder, folder / "cache"
        self.values, self.patch = dict(FIRST), patch
        patch.setenv("NUMBA_CACHE_DIR", str(self.cache))

    def _texts(self, changed: dict[str, object]) -> dict[str, str]:
        self.values |= changed
        return {
            name: text.format(**self.values)
            for name, text in (("constants", CONSTANTS), ("helpers", HELPERS), ("rules", RULES))
        }

    def run(self, **changed: object) -> tuple[int, set[str]]:
        """Return what the program computes after a change, and the functions that were compiled for it."""
        for name, text in self._texts(changed).items():
            module = ModuleType(name)
            self.patch.setitem(sys.modules, name, module)
            exec(compile(text, f"{name}.py", "exec"), vars(module))
        return module.answer, module.compiled_now

    def run_in_a_process(self, times: int = 1, **variables: str) -> list[tuple[int, set[str]]]:
        """Return the same of another process, which has some variables of its environment and may read them again."""
        for name, text in self._texts({}).items():
            (self.folder / f"{name}.py").write_text(text, "utf-8")
        forget = "\nfor name in ('constants', 'helpers', 'rules'): del sys.modules[name]\n"
        environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"} | variables
        command = [sys.executable, "-c", "import sys\n" + forget.join([PROGRAM] * times)]
        ran = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        lines = [line.split() for line in ran.stdout.splitlines()]
        return [(int(answer), set(compiled)) for answer, *compiled in lines]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    return Project(tmp_path, monkeypatch)


def test_stale_code_does_not_run_and_only_what_changed_is_compiled(project: Project) -> None:
    assert project.run() == (80007, {"step", "stay", "drive", "nought"})  # and not what nobody calls
    assert project.run() == (80007, set())
    assert project.run_in_a_process() == [(80007, set())]
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


assert certain({given}, 1) == 11
"""
    for _ in range(2):
        assert project.run(more=text)[0] == 80007
    assert list(project.cache.rglob("rules.step*"))
    assert not list(project.cache.rglob("rules.certain*"))


def test_every_processor_has_code_of_its_own_in_one_folder(project: Project) -> None:
    every = {"step", "stay", "drive", "nought"}
    assert project.run() == (80007, every)
    for processor in ({"NUMBA_CPU_NAME": "generic"}, {"NUMBA_CPU_FEATURES": "-fma"}):
        assert project.run_in_a_process(2, **processor) == [(80007, every), (80007, set())]
    assert project.run() == (80007, set())


def test_a_damaged_entry_is_written_again(project: Project) -> None:
    project.run()
    for file in project.cache.rglob("rules.step*.nbc"):
        file.write_bytes(b"nonsense")
    assert project.run() == (80007, {"step"})
    assert project.run() == (80007, set())


def test_an_index_that_names_a_class_that_has_moved_is_written_again(project: Project) -> None:
    project.run()
    for file in project.cache.rglob("rules.step*.nbi"):
        file.write_bytes(pickle.dumps(numba.__version__) + b"cno_such_module\nmoved\n.")
    assert project.run() == (80007, {"step"})
    assert project.run() == (80007, set())


def test_old_entries_are_removed(project: Project) -> None:
    for limit in range(1, 6):
        project.run(limit=limit)
    assert len(list(project.cache.rglob("rules.step.*.nbi"))) == 4
    assert len(list(project.cache.rglob("rules.step.*.nbc"))) == 4


def test_a_folder_that_cannot_be_written_costs_only_time(project: Project) -> None:
    project.cache.write_text("a file where the folder should be", "utf-8")
    assert project.run()[0] == 80007
    assert project.run()[0] == 80007
