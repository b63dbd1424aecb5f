"""Copies of the tree in which faults are planted."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_cache_path

from tests.planted.faults import Fault
from tests.planted.loaded import COMPILED


class Tree:
    """A copy of the tree in a folder of its own, with its own compiled code."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "tree"
        self.temporary = folder / "temporary"
        self.compiled = folder / "cache"
        self._planted = 0
        listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
        for name in subprocess.run(listed, check=True, capture_output=True, text=True).stdout.split("\0"):
            if name and Path(name).is_file():
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(name, self.root / name)
        if Path("node_modules").exists():
            (self.root / "node_modules").symlink_to(Path("node_modules").resolve())
        self.python = _environment(self.root)
        self.forget_compiled()

    def forget_compiled(self) -> None:
        """Take the user's compiled functions again, without those that have a fault."""
        shutil.rmtree(self.compiled, ignore_errors=True)
        chosen = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("LUDARIUM_CACHE")
        known = Path(chosen or user_cache_path("ludarium", appauthor=False)) / "compiled"
        if known.is_dir():
            shutil.copytree(known, self.compiled / "compiled", ignore_dangling_symlinks=True)

    @contextmanager
    def planted(self, fault: Fault) -> Iterator[bool]:
        """Plant a fault meanwhile; give whether its original lines are still there."""
        path = self.root / fault.file
        source = path.read_text("utf-8") if path.exists() else ""
        changed = fault.planted(source)
        if changed is None:
            yield False
            return
        before = path.stat()
        path.write_text(changed, "utf-8")
        self._planted += 1  # byte code goes by the time of its source in seconds, and by its size
        os.utime(path, (before.st_atime, before.st_mtime + 10 * self._planted))
        try:
            yield True
        finally:
            path.write_text(source, "utf-8")
            os.utime(path, (before.st_atime, before.st_mtime))
            if COMPILED.search(source):
                self.forget_compiled()


def _environment(root: Path) -> Path:
    """Make an environment with the libraries of this one and the product of a tree; return its Python."""
    this, new = Path(sys.prefix), root / ".venv"
    libraries = Path(sysconfig.get_path("purelib"))
    for folder in (new / "bin", new / libraries.relative_to(this)):
        folder.mkdir(parents=True)
    shutil.copy(this / "pyvenv.cfg", new)
    for path in (this / "bin").iterdir():
        if path.read_bytes()[:2] == b"#!":
            shutil.copy(path, new / "bin")
            (new / "bin" / path.name).write_text(path.read_text("utf-8").replace(str(this), str(new)), "utf-8")
        else:
            (new / "bin" / path.name).symlink_to(path)
    for path in libraries.iterdir():
        own = new / path.relative_to(this)
        if path.suffix == ".pth" and str(Path.cwd()) in path.read_text("utf-8"):
            own.write_text(path.read_text("utf-8").replace(str(Path.cwd()), str(root)), "utf-8")
        else:
            own.symlink_to(path)
    return new / "bin" / "python"
