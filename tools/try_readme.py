"""Run the commands of the README's first block in a copy of the checkout without an environment: `make wheel` does.

`make test` is tried by whoever runs this from nothing, as CI does; each other command has its way below, and one that
has none is a failure, so that the README names nothing that nobody has tried.
"""

import os
import re
import socket
import subprocess
import tempfile
import venv
from collections.abc import Callable, Mapping
from pathlib import Path

from tools.try_wheel import opened

ROOT = Path(__file__).resolve().parents[1]
_GIVEN = {"play orion": "resign\n"}
"""What is typed into a command that asks."""


def commands(readme: str) -> list[str]:
    r"""Return the commands of the section on installing: the beginnings of the lines of its blocks of code.

    >>> commands("## Install and play\n```\nmake play     start it\npip install .   all\n```\n## Write a bot\n")
    ['make play', 'pip install .']
    """
    section = re.findall(r"^## Install and play$(.*?)^## ", readme, re.MULTILINE | re.DOTALL)[0]
    blocks = re.findall(r"^```$(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line]
    return [re.split(r" {2,}", line)[0] for line in lines]


class Copy:
    """The files of the checkout as git has them, in a folder of their own, and an empty environment beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.environment = folder / "ludarium", folder / "empty"
        subprocess.run(["git", "clone", "--quiet", "--depth=1", ROOT.as_uri(), self.folder], check=True)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        own = {"LUDARIUM_DATA": str(folder / "data"), "PORT": str(self.port), "NO_DOCS": "1"}
        outer = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "VIRTUAL_ENV")}
        self.variables = {**outer, **own}

    def run(self, words: list[str], typed: str = "") -> None:
        """Run a command until it ends.

        Raises `SystemExit` if it fails.
        """
        done = subprocess.run(
            words, cwd=self.folder, env=self.variables, input=typed, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise SystemExit(f"{' '.join(words)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")

    def serve(self, words: list[str]) -> None:
        """Run a command until the site's first page has opened."""
        site = subprocess.Popen(words, cwd=self.folder, env=self.variables, start_new_session=True)
        try:
            assert opened(f"http://127.0.0.1:{self.port}/", site)
        finally:
            os.killpg(site.pid, 15)
            site.wait(30)

    def make(self, words: list[str]) -> None:
        """Run a command of make."""
        if words == ["make", "test"]:
            return
        (self.serve if words == ["make", "play"] else self.run)(words)

    def pip(self, words: list[str]) -> None:
        """Install into the empty environment, in the versions that are tested."""
        venv.create(self.environment, with_pip=True)
        python = str(self.environment / "bin/python")
        self.run([python, "-m", *words, "--quiet", "--disable-pip-version-check", "-c", "constraints.txt"])

    def ludarium(self, words: list[str]) -> None:
        """Run a command of the package: as it stands, or for its help where it has other arguments to be given."""
        program, rest = str(self.environment / "bin/ludarium"), " ".join(words[1:])
        if rest == "serve":
            self.serve([program, "serve"])
        elif rest in _GIVEN:
            self.run([program, *words[1:]], _GIVEN[rest])
        else:
            self.run([program, words[1], "--help"])


def main() -> None:
    """Try each command once, in the order of the README."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder))
        ways: Mapping[str, Callable[[list[str]], None]] = {
            "make": copy.make,
            "pip": copy.pip,
            "ludarium": copy.ludarium,
        }
        for command in dict.fromkeys(commands((ROOT / "README.md").read_text("utf-8"))):
            words = command.split()
            if words[0] not in ways:
                raise SystemExit(f"the README names {command!r}, which nobody has tried")
            ways[words[0]](words)
            print(f"{command}: works")


if __name__ == "__main__":
    main()
