"""`ludarium --env FILE`: commands with the settings of the site, by the user of the site."""

import os
import pwd
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ludarium.cli._environment import read_environment
from ludarium.site.store import Store
from tests.cli.conftest import Run


@pytest.fixture
def folder() -> Iterator[Path]:
    """Give a folder that every user may enter."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
def refused(ludarium_command: Run) -> Callable[[Path], str]:
    """What a command says that cannot use a file; its exit code lets an MTA try again."""

    def run(path: Path) -> str:
        result = ludarium_command("--env", path, "check")
        assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (75, "", 1)
        return result.stderr.strip()

    return run


def test_a_command_uses_the_settings_of_the_file(
    ludarium_command: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDARIUM_DATA", "/nowhere")
    monkeypatch.setenv("LUDARIUM_DATABASE", "sqlite:////nowhere/else")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)  # this process stays who it is
    Store(f"sqlite:///{folder}/site.sqlite").close()
    (folder / "env").write_text(
        f"# the site\nLUDARIUM_DATA='{folder}'\nLUDARIUM_DATABASE=sqlite:///{folder}/site.sqlite\n"
    )
    assert ludarium_command("--env", folder / "env", "check").stdout == "0 matches: all correct\n"


def test_values_are_taken_as_they_are(folder: Path) -> None:
    (folder / "env").write_text('A=$HOME/x\nB="two words"\n\n# C=3\nexport D=postgresql://a:b%20c@h/d\nE=\n')
    expected = {"A": "$HOME/x", "B": "two words", "D": "postgresql://a:b%20c@h/d", "E": ""}
    assert read_environment(folder / "env") == expected


@pytest.mark.parametrize("line", ["LUDARIUM_DATA", "LUDARIUM_DATA /srv", "=x"])
def test_a_line_without_a_value_is_refused(refused: Callable[[Path], str], folder: Path, line: str) -> None:
    (folder / "env").write_text(f"PORT=8000\n{line}\n")
    assert refused(folder / "env").endswith("env, line 2: expected NAME=VALUE")


def test_a_comment_behind_a_value_is_refused(refused: Callable[[Path], str], folder: Path) -> None:
    (folder / "env").write_text("A='x # y' # fine\nB=x#y\nC=x # y\n")
    assert refused(folder / "env").endswith("env, line 3: expected a value with # in quotes")


def test_a_file_that_cannot_be_read_is_refused(refused: Callable[[Path], str], folder: Path) -> None:
    assert refused(folder / "none").endswith("none cannot be read: No such file or directory")
    (folder / "env").write_bytes(b"A=\xff\n")
    assert refused(folder / "env").endswith("env is no text in UTF-8")


@pytest.mark.skipif(os.getuid() != 0, reason="only root can go on as another user")
def test_root_goes_on_as_the_owner_of_the_data(folder: Path) -> None:
    nobody = pwd.getpwnam("nobody")
    (folder / "data").mkdir()
    os.chown(folder / "data", nobody.pw_uid, nobody.pw_gid)
    (folder / "env").write_text(f"LUDARIUM_DATA={folder}/data\n")
    code = (
        "import os, sys; from ludarium.cli.main import app\n"
        "app.make_context('ludarium', ['--env', sys.argv[1], 'check'])\n"
        "open(os.environ['LUDARIUM_DATA'] + '/written', 'w').close()\n"
        "print(os.getresuid(), os.getresgid(), os.getgroups(), os.environ['HOME'])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(folder / "env")], capture_output=True, text=True, check=False, cwd="/"
    )
    uid, gid = nobody.pw_uid, nobody.pw_gid
    assert (run.stdout, run.stderr) == (f"{(uid,) * 3} {(gid,) * 3} {[gid]} {nobody.pw_dir}\n", "")
    assert (folder / "data" / "written").stat().st_uid == uid


@pytest.mark.skipif(os.getuid() != 0, reason="only root can go on as another user")
def test_root_must_know_whose_data_it_is(refused: Callable[[Path], str], folder: Path) -> None:
    (folder / "env").write_text("LUDARIUM_DATABASE=sqlite:////srv/x.sqlite\n")
    assert "names no LUDARIUM_DATA" in refused(folder / "env")
    (folder / "env").write_text(f"LUDARIUM_DATA={folder}/none\n")
    assert refused(folder / "env").endswith("none, the site's data: No such file or directory")
    (folder / "data").mkdir()
    os.chown(folder / "data", 54321, 54321)
    (folder / "env").write_text(f"LUDARIUM_DATA={folder}/data\n")
    assert refused(folder / "env").endswith("belongs to a user who does not exist")
