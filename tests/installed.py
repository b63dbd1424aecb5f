"""Packages of games, found as if they were installed, without a package index."""

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from ludarium.core import registry

SEVERAL = """
import json, sys
from click.testing import CliRunner
from ludarium.cli.main import app
for words in json.load(sys.stdin):
    done = CliRunner().invoke(app, words, prog_name="ludarium")
    print(json.dumps([done.exit_code, done.stdout, done.stderr]))
"""


class Answer(NamedTuple):
    """What a command of Ludarium has answered."""

    exit_code: int
    stdout: str
    stderr: str


def python_path(package: Path, info: Path) -> str:
    """Write a package's metadata into the folder `info`, as an installer would; return a PYTHONPATH for the package."""
    project = tomllib.loads((package / "pyproject.toml").read_text("utf-8"))["project"]
    name, version = project["name"], project["version"]
    written = info / f"{name.replace('-', '_')}-{version}.dist-info"
    written.mkdir(parents=True)
    (written / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", "utf-8")
    ((group, entries),) = project["entry-points"].items()
    lines = "".join(f"{key} = {value}\n" for key, value in entries.items())
    (written / "entry_points.txt").write_text(f"[{group}]\n{lines}", "utf-8")
    places = [str((package / "src").resolve()), str(info.resolve()), os.environ.get("PYTHONPATH", "")]
    return os.pathsep.join(filter(None, places))


def as_installed(package: Path, info: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return a function that runs a Python module where the package is found, in the package's folder or in `cwd`."""
    plain = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # its plugins take longer to import than pytest itself
    environment = {**os.environ, **plain, "PYTHONPATH": python_path(package, info)}

    def python(*words: str, cwd: Path = package) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", *words]
        return subprocess.run(command, check=False, capture_output=True, text=True, cwd=cwd, env=environment)

    return python


def several_commands(package: Path, info: Path) -> Callable[..., list[Answer]]:
    """Return a function that runs Ludarium's commands where the package is found, all of them in one process."""
    environment = {**os.environ, "PYTHONPATH": python_path(package, info)}

    def ludarium(*commands: Sequence[str]) -> list[Answer]:
        done = subprocess.run(
            [sys.executable, "-c", SEVERAL], input=json.dumps(commands), check=False, capture_output=True, text=True,
            env=environment,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return [Answer(*json.loads(line)) for line in done.stdout.splitlines()]

    return ludarium


@contextmanager
def installed_here(package: Path, info: Path) -> Iterator[None]:
    """Let this process find a package."""
    cached = (registry.entries, registry.game_names, registry.definition, registry.load)
    with pytest.MonkeyPatch.context() as patched:
        for place in reversed(python_path(package, info).split(os.pathsep)[:2]):
            patched.syspath_prepend(place)
        for function in cached:
            function.cache_clear()
        yield
    for function in cached:
        function.cache_clear()
