"""Compiling functions, and loading them from the cache."""

import importlib
import logging
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest
from numba import types

from ludarium.core.compiling import dispatchers
from ludarium.core.kernel import INTS, compiled, rule

FILE = """
from numba import types
from ludarium.core.kernel import compiled, rule

@compiled(types.int64(types.int64))
def double(number):
    return 2 * number
"""


def test_compiling_is_logged_and_loading_from_the_cache_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "doubling.py").write_text(FILE, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    caplog.set_level(logging.INFO, dispatchers.__name__)
    for expected in (["doubling.double was compiled"], []):
        caplog.clear()
        monkeypatch.delitem(sys.modules, "doubling", raising=False)
        assert importlib.import_module("doubling").double(21) == 42
        assert caplog.messages == expected


WAITING = """
import subprocess, sys
from ludarium.core.compiling import waiting
from ludarium.core.errors import NotReady
waiting.LOOK = 0.0
missing = []
waiting.wait_for_compilers(missing.append)
import rules

def drive():
    try:
        return rules.drive(rules.step, 3)
    except NotReady as error:
        return str(error)

print(rules.step(3), drive(), len(rules.step.overloads), missing == ["rules", "rules"])
subprocess.run([sys.executable, "-c", "import rules; rules.drive(rules.step, 3)"], check=True)
print(rules.step(3), drive(), len(rules.step.overloads), sum(rules.step.stats.cache_hits.values()))
waiting.compile_here()
print(rules.late(3), sum(rules.late.stats.cache_misses.values()))
"""
RULES = """
from ludarium.core.kernel import FunctionType, compiled, rule, types

@rule()
def helper(number):
    return number + 1

@rule(types.int64(types.int64))
def step(number):
    return 2 * helper(number)

@rule(types.int64(types.int64))
def late(number):
    return helper(number)

@compiled(types.int64(FunctionType(types.int64(types.int64)), types.int64))
def drive(function, number):
    return function(number)
"""


def test_rules_run_plain_and_searches_are_not_ready_until_another_process_has_compiled(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(RULES, "utf-8")
    path = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": path}
    command = [sys.executable, "-c", WAITING]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.stdout.splitlines() == [
        "8 rules.drive is being compiled 0 True",
        "8 8 1 1",
        "4 1",
    ], ran.stdout + ran.stderr


def test_a_helper_is_compiled_for_itself_where_python_calls_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))

    @compiled()
    def total(count: int) -> int:
        found = 0
        for number in range(count):
            found += number
        return found

    assert total(10) == 45
    assert len(cast(Any, total)._alone.overloads) == 1


def test_a_rule_has_one_version_for_all_integers_and_is_plain_where_python_calls_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))

    @rule()
    def shifted(number: int, by: int) -> int:
        return number + by

    @compiled(types.int64(types.int64))
    def twice(number: int) -> int:
        return shifted(shifted(number, 1), 2)

    assert twice(4) == 7
    assert list(cast(Any, shifted).overloads) == [(types.int64, types.int64)]
    assert cast(Any, shifted)("a", "b") == "ab"  # only plain Python can do this


LOOKING = """
import os, sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
import doubling

sys.setswitchinterval(1e-6)
together = Barrier(8)

def look(_):
    together.wait()
    return doubling.double.is_cached()

for _ in range(3):
    if os.fork() == 0:
        with ThreadPoolExecutor(8) as pool:
            print(*pool.map(look, range(8)), flush=True)
        sys.exit()
    os.wait()
"""


def test_many_threads_may_look_at_once_whether_a_function_is_ready(tmp_path: Path) -> None:
    (tmp_path / "doubling.py").write_text(FILE, "utf-8")
    path = os.pathsep.join([str(tmp_path), *sys.path])
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-c", LOOKING], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == [" ".join(["False"] * 8)] * 3, done.stderr  # in three processes


PLAIN = """
import sys
from ludarium.core.compiling import lazy, waiting
lazy._MOST_PLAIN_CALLS = 2
import rules

def loaded():
    return "numba" in sys.modules

print(rules.step(3), rules.helper(1), rules.late(3), loaded())
called = []
waiting.wait_for_compilers(called.append)
print(rules.step(3), loaded(), *called)
waiting.compile_here()
print(rules.step(3), loaded(), len(rules.step.overloads), len(rules.late.overloads))
print(rules.late(3), len(rules.late.overloads))
"""


def test_rules_that_python_calls_run_plain_before_numba_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(RULES, "utf-8")
    path = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": path}
    command = [sys.executable, "-c", PLAIN]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.stdout.splitlines() == ["8 2 4 False", "8 False rules", "8 True 1 0", "4 1"], ran.stdout + ran.stderr


def test_a_signature_that_mixes_the_types_of_numba_with_ours_is_refused_at_once() -> None:
    signature = types.int64(INTS, types.int64)
    with pytest.raises(TypeError, match=r"len mixes .* expected `from ludarium.core.kernel import types`"):
        rule(signature)(len)
