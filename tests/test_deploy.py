"""The files of `deploy` name settings and commands that there are, and systemd reads its units."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from ludarium.cli.main import COMMANDS
from ludarium.server.settings import ServerSettings

DEPLOY = Path("deploy")
GUIDE = Path("docs/how-to/run-a-site.md").read_text("utf-8")
FILES = sorted(DEPLOY.iterdir())
UNITS = ["ludarium.service", "ludarium-backup.service", "ludarium-backup.timer"]


def test_every_file_is_named_by_the_guide() -> None:
    others = {"Containerfile"}  # which compose.yaml names
    assert {path.name for path in FILES} - others == set(re.findall(r"deploy/([\w.-]+)", GUIDE))


@pytest.mark.parametrize("text", [GUIDE, *(path.read_text("utf-8") for path in FILES)])
def test_settings_and_commands_are_those_of_the_site(text: str) -> None:
    settings = Path("docs/reference/settings.md").read_text("utf-8")
    for name in re.findall(r"\bLUDARIUM_[A-Z_]+[A-Z]\b", text):
        assert f"`{name}`" in settings
    assert set(re.findall(r"bin/ludarium (\w+)", text)) <= set(COMMANDS)


def test_the_environment_file_has_settings_that_work() -> None:
    lines = (DEPLOY / "ludarium.env").read_text("utf-8").splitlines()
    given = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    settings = ServerSettings.from_environment(given)
    assert settings.network.hosts[0] == "games.example.org"
    assert settings.network.proxies == ("127.0.0.1",)


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_browsers_learn_to_come_by_https_alone(name: str) -> None:
    text = (DEPLOY / name).read_text("utf-8")
    assert re.search(r'Strict-Transport-Security "max-age=(\d+)"', text)[1] == "31536000"  # type: ignore[index]  # a failure, too


def test_the_containers_have_settings_that_work() -> None:
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    given = dict(re.findall(r'^ +(LUDARIUM_\w+): "?([^"\n]+)"?$', text, re.MULTILINE))
    given["LUDARIUM_URL"] = "https://games.example.org"  # where the file has a variable of its own
    assert ServerSettings.from_environment(given).network.proxies == ("10.89.10.0/24",)
    given = dict(re.findall(r"((?:LUDARIUM_)?[A-Z]+)=(\S+)", (DEPLOY / "Containerfile").read_text("utf-8")))
    assert ServerSettings.from_environment(given).network.address == "0.0.0.0"


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_reads_the_units(tmp_path: Path) -> None:
    for name in UNITS:
        text = (DEPLOY / name).read_text("utf-8").replace("/opt/ludarium/.venv/bin/ludarium", "/bin/true")
        (tmp_path / name).write_text(text)
    units = [str(tmp_path / name) for name in UNITS]
    done = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
