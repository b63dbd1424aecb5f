"""Programs and scripts need POSIX; elsewhere they are refused in a sentence."""

import sys

import pytest

from ludarium.core.errors import LudariumError
from ludarium.players.sandbox import line_process


def test_a_program_is_refused_where_the_system_is_not_posix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_process, "_IS_POSIX", False)
    with pytest.raises(LudariumError, match="on Linux and macOS only"):
        line_process.LineProcess([sys.executable, "-c", ""])
