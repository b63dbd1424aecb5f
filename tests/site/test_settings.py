"""The settings of a server."""

import re
import stat
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from pathlib import Path

import pytest

from ludarium.core.errors import InvalidOption, ParseError
from ludarium.site.mail.outgoing.smtp_settings import SmtpSettings
from ludarium.site.mail.settings import MailDoor
from ludarium.site.people.accounts import AccountRules
from ludarium.site.quotas import USUAL, Quota, Quotas
from ludarium.site.settings import NAMES, NetworkSettings, ServerSettings
from ludarium.site.tournaments.weekly import WeeklyPlan


def test_an_empty_environment_gives_settings_that_work() -> None:
    read = ServerSettings.from_environment({"PORT": "", "LUDARIUM_DATA": ""})
    assert read == ServerSettings.from_environment({})
    assert read.network == NetworkSettings("127.0.0.1", 8000, ("localhost", "localhost", "127.0.0.1", "[::1]"), (), 0)
    assert read.data.is_absolute()
    assert read.database == f"sqlite:///{read.data / 'ludarium.sqlite'}"


def test_the_names_are_those_of_the_reference() -> None:
    text = Path("docs/reference/settings.md").read_text("utf-8")
    documented = set(re.findall(r"^\| `LUDARIUM_([A-Z_]+)`", text, re.MULTILINE))
    assert documented == NAMES


def test_a_misspelt_setting_is_refused() -> None:
    with pytest.raises(ParseError, match=r"REGISTRATON' is no setting of the site; did you mean LUDARIUM_REGISTRATION"):
        ServerSettings.from_environment({"LUDARIUM_REGISTRATON": "invite"})


@pytest.mark.parametrize(
    "name", ["LUDARIUM_SERVICE_HOST", "LUDARIUM_SERVICE_PORT_HTTP", "LUDARIUM_PORT", "LUDARIUM_PORT_8000_TCP_ADDR"]
)
def test_variables_that_others_set_are_left_alone(name: str) -> None:  # Kubernetes does, for a service of this name
    ServerSettings.from_environment({name: "tcp://10.0.0.1:8000", "LUDARIUM_NEED_BROWSER": "1"})


def test_every_name_in_the_repository_is_a_setting() -> None:
    found = set[str]()
    for path in (each for folder in ("src", "deploy", "tests", "tools", ".ci") for each in Path(folder).rglob("*")):
        if path.suffix in (".py", ".md", ".html", ".service", ".env", ".yaml", "") and path.is_file():
            found |= set(re.findall(r"LUDARIUM_([A-Z_]*[A-Z])\b", path.read_text("utf-8", errors="ignore")))
    others = {"COMPLETE", "REGISTRATON", "SERVICE_HOST", "SERVICE_PORT_HTTP", "PORT", "QUOTA"}
    assert {name for name in found - NAMES - others if not name.startswith(("NEED_", "PORT_"))} == set()


def test_every_setting_is_read(tmp_path: Path) -> None:
    given = {
        "LUDARIUM_DATA": str(tmp_path),
        "LUDARIUM_DATABASE": "postgresql://house",
        "PORT": "8765",
        "LUDARIUM_PROCESSES": "2",
        "LUDARIUM_BOT_WORKERS": "3",
        "LUDARIUM_LARGEST_REQUEST": "5000",
        "LUDARIUM_SEARCH_MEMORY": "50",
        "LUDARIUM_LADDER": "2",
        "LUDARIUM_MODULES": "70",
        "LUDARIUM_URL": "https://games.example.org/",
        "LUDARIUM_REGISTRATION": "invite",
        "LUDARIUM_CONTACT": "post@example.org",
        "LUDARIUM_GUESTS": "off",
        "LUDARIUM_ADDRESS": "::1",
        "LUDARIUM_HOSTS": "games.example.org, *.example.net",
        "LUDARIUM_PROXIES": "127.0.0.1,10.0.0.0/8",
        "LUDARIUM_METRICS_PORT": "9100",
        "LUDARIUM_LOG": "json",
        "LUDARIUM_QUOTA_BEGUN": "1/2",
        "LUDARIUM_QUOTA_RUNNING": "3/4",
        "LUDARIUM_QUOTA_LIVE": "5/6",
        "LUDARIUM_QUOTA_SEARCHES": "7/0",
        "LUDARIUM_QUOTA_ANALYSES": "8/9",
        "LUDARIUM_QUOTA_GUESTS": "0/10",
        "LUDARIUM_QUOTA_MAILS": "0/11",
        "LUDARIUM_QUOTA_ACCOUNTS": "0/12",
        "LUDARIUM_QUOTA_TRIALS": "13/14",
        "LUDARIUM_QUOTA_TALK": "15/16",
        "LUDARIUM_QUOTA_UPLOADS": "17/0",
        "LUDARIUM_QUOTA_NAMES": "18/0",
        "LUDARIUM_QUOTA_POSITIONS": "21/22",
        "LUDARIUM_VACATION_DAYS": "20",
        "LUDARIUM_MAIL_ADDRESS": "Play@games.example.org",
        "LUDARIUM_SOURCE": "https://example.org/ludarium",
        "LUDARIUM_SMTP": "localhost:25",
        "LUDARIUM_WEEKLY_ARENAS": "saturday 18:00",
    }
    rules = AccountRules("https://games.example.org", "invite", guests=False, contact="post@example.org")
    hosts, proxies = ("games.example.org", "*.example.net"), ("127.0.0.1", "10.0.0.0/8")
    network = NetworkSettings("::1", 8765, hosts, proxies, 9100)
    usual = Quota(1, 2), Quota(3, 4), Quota(5, 6), Quota(7, 0), Quota(8, 9), Quota(0, 10), Quota(0, 11)
    quotas = Quotas(*usual, Quota(0, 12), Quota(13, 14), Quota(15, 16), Quota(17, 0), Quota(18, 0), Quota(21, 22))
    assert ServerSettings.from_environment(given) == ServerSettings(
        tmp_path,
        "postgresql://house",
        network,
        2,
        3,
        5000,
        50,
        2,
        70,
        rules,
        quotas,
        "json",
        20,
        MailDoor("play@games.example.org"),
        "https://example.org/ludarium",
        SmtpSettings("localhost", 25, "none", "", None, "play@games.example.org", door=True),
        None,
        WeeklyPlan(5, 18 * 60),
    )
    nested = len(fields(AccountRules)) + len(fields(NetworkSettings)) + len(Quotas._fields)
    assert len(given) == len(fields(ServerSettings)) - 5 + nested  # `sends_mail` follows; for the webhook see its test


def test_the_address_of_the_site_is_this_machine_by_default() -> None:
    assert ServerSettings.from_environment({"PORT": "8123"}).rules == AccountRules(
        "http://localhost:8123", sends_mail=False
    )


def test_everybody_may_make_an_account_by_default_and_a_contact_is_one_line() -> None:
    assert ServerSettings.from_environment({}).rules.may_register(None)
    with pytest.raises(ParseError, match="LUDARIUM_CONTACT is"):
        ServerSettings.from_environment({"LUDARIUM_CONTACT": "ask\nus"})


@pytest.mark.parametrize("url", ["games.example.org", "ftp://x.org", "https://", "https://x.org/games", "http://x:y"])
def test_an_invalid_address_of_the_site_is_refused(url: str) -> None:
    with pytest.raises(ParseError, match=r"LUDARIUM_SOURCE is .*: expected an address"):
        ServerSettings.from_environment({"LUDARIUM_SOURCE": "javascript:alert(1)"})
    with pytest.raises(ParseError, match=r"LUDARIUM_URL is .*: expected an address"):
        ServerSettings.from_environment({"LUDARIUM_URL": url})


@pytest.mark.parametrize("port", ["0", "65536", "eighty", "-1", "8000.5"])
def test_a_number_out_of_range_is_refused(port: str) -> None:
    with pytest.raises(InvalidOption, match="PORT is a"):
        ServerSettings.from_environment({"PORT": port})


def test_the_secret_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    settings = ServerSettings.from_environment({"LUDARIUM_DATA": str(tmp_path / "new" / "folder")})
    with ThreadPoolExecutor(8) as pool:
        (secret,) = set(pool.map(lambda _: settings.secret(), range(8)))
    assert len(secret) == 64
    assert stat.S_IMODE((settings.data / "secret").stat().st_mode) == 0o600
    assert [path.name for path in settings.data.iterdir()] == ["secret"]
    assert ServerSettings.from_environment({"LUDARIUM_DATA": str(tmp_path)}).secret() != secret


def test_an_unusable_data_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ParseError, match="cannot be the data folder"):
        ServerSettings.from_environment({"LUDARIUM_DATA": str(tmp_path / "file" / "folder")}).prepare()


@pytest.mark.parametrize(
    ("name", "value", "cause"),
    [
        ("LUDARIUM_ADDRESS", "here", "'here': expected an address such as 127.0.0.1"),
        ("LUDARIUM_PROXIES", "10.0.0.1, nginx", "has 'nginx': expected addresses or networks"),
        ("LUDARIUM_QUOTA_BEGUN", "60", "'60': expected two numbers, .* such as 60/300"),
        ("LUDARIUM_QUOTA_LIVE", "-1/2", "'-1/2': expected two numbers"),
    ],
)
def test_an_invalid_setting_of_the_network_is_refused(name: str, value: str, cause: str) -> None:
    with pytest.raises(ParseError, match=cause):
        ServerSettings.from_environment({name: value})


def test_the_site_is_called_by_the_name_of_its_address_and_from_this_machine() -> None:
    settings = ServerSettings.from_environment({"LUDARIUM_URL": "https://games.example.org"})
    assert settings.network.hosts == ("games.example.org", "localhost", "127.0.0.1", "[::1]")
    assert settings.quotas == USUAL


def test_a_secret_that_others_could_guess_is_refused(tmp_path: Path) -> None:
    settings = ServerSettings.from_environment({"LUDARIUM_DATA": str(tmp_path)})
    (tmp_path / "secret").write_text("x" * 31 + "\n")
    with pytest.raises(ParseError, match="has 31 bytes, so others could guess it: expected at least 32"):
        settings.secret()
    (tmp_path / "secret").write_text("x" * 32 + "\n")
    assert settings.secret() == "x" * 32


def test_the_data_folder_is_for_its_owner_alone(tmp_path: Path) -> None:
    settings = ServerSettings.from_environment({"LUDARIUM_DATA": str(tmp_path / "new" / "folder")})
    settings.prepare()
    assert stat.S_IMODE(settings.data.stat().st_mode) == 0o700
    settings.data.chmod(0o755)
    settings.prepare()
    assert stat.S_IMODE(settings.data.stat().st_mode) == 0o755  # it may be any folder
    settings.secret()
    settings.prepare()
    assert stat.S_IMODE(settings.data.stat().st_mode) == 0o700
