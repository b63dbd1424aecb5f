"""Packages of games, found as if they were installed, without a package index."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path


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
    environment = {**os.environ, "PYTHONPATH": python_path(package, info)}

    def python(*words: str, cwd: Path = package) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", *words]
        return subprocess.run(command, check=False, capture_output=True, text=True, cwd=cwd, env=environment)

    return python
