"""How functions are compiled and kept."""

import importlib
import logging
import sys
from pathlib import Path

import pytest

from ludarium.core import compiler

FILE = """
from numba import types
from ludarium.core.kernel import compiled

@compiled(types.int64(types.int64))
def double(number):
    return 2 * number
"""


def test_compiling_is_told_and_what_was_kept_on_disk_is_not(
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
