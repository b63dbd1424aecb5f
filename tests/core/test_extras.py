"""The command that installs a missing library is one that works where it is read."""

import re
import shlex
import sys
import tomllib
from pathlib import Path

import pytest

from ludarium.core import extras

EXTRAS = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]


def test_in_the_environment_of_a_checkout_make_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", str(Path(extras.__file__).parents[3] / ".venv"))
    assert extras.install_command("wasm") == "make install EXTRAS=wasm"
    assert "'.$(EXTRAS:%=[%])'" in Path("Makefile").read_text("utf-8")


@pytest.mark.parametrize("name", [name for name in EXTRAS if name not in ("dev", "docs", "test")])
@pytest.mark.parametrize("pip", [True, False])
def test_elsewhere_the_libraries_are_named_for_the_python_that_runs(
    monkeypatch: pytest.MonkeyPatch, name: str, pip: bool
) -> None:
    """The package may come from an index, a file or a folder, and pip may be missing."""
    monkeypatch.setattr(sys, "prefix", "/usr")
    monkeypatch.setattr(sys, "executable", "/opt/some where/python")
    monkeypatch.setattr(extras, "find_spec", lambda _: object() if pip else None)
    words = shlex.split(extras.install_command(name))
    start = ["/opt/some where/python", "-m", "pip", "install"]
    start = start if pip else ["uv", "pip", "install", "--python", "/opt/some where/python"]
    assert words[: len(start)] == start
    assert sorted(words[len(start) :]) == sorted(libraries(name))


def libraries(name: str) -> list[str]:
    """Return what an extra of `pyproject.toml` installs."""
    found = []
    for line in EXTRAS[name]:
        within = re.fullmatch(r"ludarium\[(.*)\]", line)
        found += [each for part in within[1].split(",") for each in libraries(part)] if within else [line]
    return found
