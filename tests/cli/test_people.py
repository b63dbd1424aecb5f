"""`ludarium people`."""

from pathlib import Path

import pytest

from ludarium.site.outbox.outbox import Mail
from ludarium.site.people.accounts import AccountRules
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.cli.conftest import Refused, Run


@pytest.fixture(autouse=True)
def club(sqlite_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Service:
    """A club with the account Asa, in the database of the settings."""
    data = tmp_path / "data"
    data.mkdir()
    monkeypatch.setenv("LUDARIUM_DATA", str(data))
    monkeypatch.setenv("LUDARIUM_DATABASE", "")
    monkeypatch.setenv("LUDARIUM_URL", "https://games.example.org")
    (data / "ludarium.sqlite").write_bytes(sqlite_file.read_bytes())
    service = Service(Store(f"sqlite:///{data / 'ludarium.sqlite'}"), rules=AccountRules(registration="open"))
    mails: list[Mail] = []
    service.sign_in.add("ada@example.org", service.people.rename(service.people.create_guest(), "Asa"))
    service.outbox.send_due(mails.append)
    service.sign_in.use_link(mails[0].text.partition("/sign-in/link/")[2].split()[0])
    return service


def test_accounts_are_listed_and_made_administrators(ludarium_command: Run, refused: Refused) -> None:
    assert "ada@example.org\n1 account\n" in ludarium_command("people", "list").stdout
    assert ludarium_command("people", "admin", "Asa").stdout == "Asa is an administrator\n"
    assert "ada@example.org, administrator\n" in ludarium_command("people", "list").stdout
    assert ludarium_command("people", "log").stdout.endswith("UTC, command line: make administrator Asa\n")
    assert refused("people", "admin", "Eve").endswith("no account has the name or id 'Eve'")


def test_an_invitation_is_a_link_to_the_site(ludarium_command: Run, club: Service) -> None:
    printed = ludarium_command("people", "invite").stdout
    assert printed.startswith("https://games.example.org/welcome/")
    club.accounts.check_invitation(printed.strip().rpartition("/")[2])


def test_ratings_are_computed_again(ludarium_command: Run) -> None:
    assert ludarium_command("people", "ratings").stdout == "0 rated matches: the same ratings\n"


def test_an_account_is_closed_after_a_question(ludarium_command: Run) -> None:
    assert ludarium_command("people", "close", "Asa", typed="n\n").exit_code == 1
    assert "Asa" in ludarium_command("people", "list").stdout
    assert ludarium_command("people", "close", "Asa", "--yes").stdout == "the account Asa is closed\n"
    assert ludarium_command("people", "list").stdout == "0 accounts\n"
    assert ludarium_command("people", "log").stdout.endswith("close account a closed account Former player\n")


@pytest.mark.parametrize(
    "words",
    [("people", "list"), ("people", "admin", "Asa"), ("check",), ("backup", "new.sqlite"), ("mail", "list")],
    ids=" ".join,
)
def test_a_place_without_a_database_is_refused_and_none_is_created(
    refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUDARIUM_DATA", str(tmp_path / "elsewhere"))
    said = refused(*words)
    assert f"there is no site's database at {tmp_path}/elsewhere/ludarium.sqlite: expected LUDARIUM_DATA" in said
    assert not (tmp_path / "elsewhere").exists()
    assert not (tmp_path / "new.sqlite").exists()
