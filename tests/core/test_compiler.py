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
from numba.core.dispatcher import Dispatcher

from ludarium.core import compiler
from ludarium.core.kernel import compiled

FILE = """
from numba import types
from ludarium.core.kernel import compiled

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
    caplog.set_level(logging.INFO, compiler.__name__)
    for expected in (["doubling.double was compiled"], []):
        caplog.clear()
        monkeypatch.delitem(sys.modules, "doubling", raising=False)
        assert importlib.import_module("doubling").double(21) == 42
        assert caplog.messages == expected


PLAIN = """
import subprocess, sys
from ludarium.core.compiler import is_compiled, load_cached, run_plain
run_plain()
import rules
before = rules.step(3), len(rules.step.overloads), is_compiled("rules"), is_compiled("others")
subprocess.run([sys.executable, "-c", "import rules; rules.step(3)"], check=True)
load_cached()
after = rules.step(3), is_compiled("rules"), sum(rules.step.stats.cache_hits.values()), rules.helper(3)
print(before == (8, 0, False, True), after == (8, True, 1, 4))
"""
RULES = """
from numba import types
from ludarium.core.kernel import compiled

@compiled()
def helper(number):
    return number + 1

@compiled(types.int64(types.int64))
def step(number):
    return 2 * helper(number)
"""


def test_a_process_runs_plain_python_until_another_has_compiled(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(RULES, "utf-8")
    path = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": path}
    ran = subprocess.run([sys.executable, "-c", PLAIN], env=environment, capture_output=True, text=True, check=False)
    assert ran.stdout.split() == ["True", "True"], ran.stdout + ran.stderr


def test_a_helper_has_one_version_for_all_integers_and_is_plain_where_python_calls_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))

    @compiled()
    def shifted(number: int, by: int) -> int:
        return number + by

    @compiled(types.int64(types.int64))
    def twice(number: int) -> int:
        return shifted(shifted(number, 1), 2)

    assert twice(4) == 7
    assert list(cast(Dispatcher, shifted).overloads) == [(types.int64, types.int64)]
    assert cast(Any, shifted)("a", "b") == "ab"  # only plain Python can do this
