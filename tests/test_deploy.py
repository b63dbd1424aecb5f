"""The files of `deploy` name settings and commands that there are, and systemd reads its units."""

import os
import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from ludarium.cli.main import COMMANDS
from ludarium.site.settings import ServerSettings

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


def hardening(unit: str) -> set[str]:
    """Return the lines of a unit that limit what its processes may do."""
    names = "NoNew|Capability|Ambient|Protect|Private|Restrict|Lock|SystemCall"
    return set(re.findall(rf"^(?:{names})\w+=.*$", (DEPLOY / unit).read_text("utf-8"), re.MULTILINE))


def test_the_backup_may_do_no_more_than_the_site() -> None:
    assert hardening("ludarium-backup.service") == hardening("ludarium.service")
    assert len(hardening("ludarium.service")) > 20


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return found


def test_the_containers_keep_to_the_specification_of_compose() -> None:
    PyCompose = pytest.importorskip("compose_spec").PyCompose  # noqa: N806  the class's name
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    read = PyCompose.from_yaml(text)
    read.validate()
    assert set(read.service_names()) == set(compose()["services"])
    for right, wrong in (("mem_limit: 2g", "mem_limit: much"), ("read_only:", "read_onyl:"), ("80:80", "eighty:80")):
        assert right in text
        with pytest.raises(ValueError, match=r"services\."):
            PyCompose.from_yaml(text.replace(right, wrong))


def test_what_the_containers_mount_and_wait_for_exists() -> None:
    services, volumes = compose()["services"], compose()["volumes"]
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        for mount in service.get("volumes", ()):
            source = mount.partition(":")[0]
            assert (DEPLOY / source).is_file() if source.startswith(".") else source in volumes


def test_no_address_holds_the_password_of_the_database() -> None:
    services = compose()["services"]
    for name in ("site", "backup"):
        assert services[name]["environment"]["PGPASSWORD"] == "${POSTGRES_PASSWORD}"
    assert "POSTGRES_PASSWORD}@" not in (DEPLOY / "compose.yaml").read_text("utf-8")


@pytest.mark.parametrize("fails", [False, True])
def test_the_container_of_backups_keeps_whole_dumps_of_a_month(tmp_path: Path, fails: bool) -> None:
    """Its script runs once, with stand-ins of the programs."""
    folder, programs = tmp_path / "backups", tmp_path / "bin"
    folder.mkdir()
    programs.mkdir()
    old, young = folder / "old.dump", folder / "young.dump"
    for path, days in ((old, 40), (young, 20)):
        path.touch()
        os.utime(path, (time.time() - days * 86400,) * 2)
    dump = '#!/bin/sh\nfor word; do case $word in --file=*) echo whole > "${word#--file=}";; esac; done\n'
    (programs / "pg_dump").write_text(dump + "exit 1\n" * fails)
    (programs / "sleep").write_text("#!/bin/sh\nkill $PPID\n")
    for program in programs.iterdir():
        program.chmod(0o755)
    _, _, script = compose()["services"]["backup"]["command"]
    script = script.replace("$$", "$").replace("/backups", str(folder))
    found = f"{programs}:{os.environ['PATH']}"
    subprocess.run(["sh", "-c", script], env={"PATH": found}, capture_output=True, check=False, timeout=60)
    names = {path.name for path in folder.iterdir()}
    made = names - {"old.dump", "young.dump"}
    assert "young.dump" in names
    assert not [name for name in made if name.endswith(".part")]
    assert (len(made), "old.dump" in names) == ((0, True) if fails else (1, False))


def test_a_renewed_certificate_reaches_nginx() -> None:
    assert re.search(r"certbot certonly [^`]*--deploy-hook \"systemctl reload nginx\"", GUIDE)


def test_litestream_knows_the_server_that_gets_the_copies() -> None:
    [database] = yaml.safe_load((DEPLOY / "litestream.yml").read_text("utf-8"))["dbs"]
    assert all(replica["host-key"].startswith("ssh-") for replica in database["replicas"])
