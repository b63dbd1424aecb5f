"""The first administrator, and the page on which administrators see the site."""

from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import ClassVar

import pytest
from starlette.testclient import TestClient

from ludarium import __version__
from ludarium.site.app import create_app
from ludarium.site.people.accounts import AccountRules
from ludarium.site.service import Service
from ludarium.site.settings import ServerSettings
from ludarium.site.settings_in_words import settings_in_words
from ludarium.site.store import Store
from tests.databases import sqlite_copy
from tests.site.conftest import SECRET, said

HERE = "http://localhost:8000"
Open = Callable[..., TestClient]


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def settings(tmp_path: Path, url: str) -> ServerSettings:
    return ServerSettings.from_environment({"LUDARIUM_DATA": str(tmp_path), "LUDARIUM_DATABASE": url})


@pytest.fixture
def rules(settings: ServerSettings) -> AccountRules:
    return settings.rules


@pytest.fixture
def service(open_store: Callable[[], Store], rules: AccountRules) -> Service:
    return Service(open_store(), rules=rules)


@pytest.fixture
def open_browser(service: Service, settings: ServerSettings) -> Open:
    app = create_app(service, SECRET, facts=settings_in_words(settings))
    return lambda address="127.0.0.1": TestClient(app, base_url=HERE, client=(address, 50_000))


def administrators(service: Service) -> list[str]:
    everybody = service.act_log.latest()
    return [logged.subject for logged in everybody if logged.act.act == "make administrator"]


@pytest.fixture
def administrator(service: Service, open_browser: Open) -> TestClient:
    browser = open_browser()
    path = service.administration.make_link().removeprefix(HERE)
    assert "Become the administrator" in browser.get(path).text
    assert "<h1>This site</h1>" in browser.post(path, data={"name": "Asa"}).text
    return browser


def test_the_first_link_makes_one_administrator_and_is_then_void(
    service: Service, open_browser: Open, administrator: TestClient
) -> None:
    assert administrators(service) == ["Asa"]
    assert service.administration.make_link() == ""
    assert [logged.act.act for logged in service.act_log.latest()] == ["make administrator"]
    assert 'href="/admin"' in administrator.get("/").text
    assert "You are the administrator as a guest" in administrator.get("/admin").text


def test_of_two_links_the_second_is_void_once_the_first_was_used(service: Service, open_browser: Open) -> None:
    first, second = (service.administration.make_link().removeprefix(HERE) for _ in range(2))
    assert open_browser().post(first, data={"name": "Asa"}).status_code == 200
    eve = open_browser()
    for answer in (eve.get(first), eve.post(first, data={"name": "Eve"}), eve.post(second, data={"name": "Eve"})):
        assert answer.status_code == 403
        assert "was used" in said(answer)[0]
    assert administrators(service) == ["Asa"]


@pytest.mark.parametrize("address", ["192.0.2.7", "2001:db8::1", ""])
def test_the_link_serves_nobody_on_another_machine(service: Service, open_browser: Open, address: str) -> None:
    path = service.administration.make_link().removeprefix(HERE)
    for answer in (open_browser(address).get(path), open_browser(address).post(path, data={"name": "Eve"})):
        assert (answer.status_code, administrators(service)) == (403, [])
    assert open_browser("::1").get(path).status_code == 200


@pytest.mark.parametrize("rules", [AccountRules("https://games.example.org")])
def test_a_site_that_others_reach_by_name_has_no_such_link(service: Service) -> None:
    assert service.administration.make_link() == ""


def test_an_invitation_to_make_an_account_makes_no_administrator(service: Service, open_browser: Open) -> None:
    token = service.accounts.invite("command line").rpartition("/")[2]
    assert open_browser().post(f"/administrator/{token}", data={"name": "Eve"}).status_code == 403


def test_the_link_is_only_hashed_in_the_database(service: Service, store: Store) -> None:
    token = service.administration.make_link().rpartition("/")[2]
    with store.database.connect() as connection:
        rows = connection.exec_driver_sql("SELECT * FROM account_invitations").all()
    assert len(rows) == 1
    assert token not in str(rows)


def test_the_page_says_how_much_the_programs_of_people_take(service: Service, administrator: TestClient) -> None:
    assert "WebAssembly programs of people have 0.0 MiB of at most 1,024 MiB." in administrator.get("/admin").text
    service.workshop.most_module_bytes = 0
    assert "Nobody can upload WebAssembly programs." in administrator.get("/admin").text


def test_others_do_not_see_the_page(open_browser: Open) -> None:
    for browser in (open_browser(), guest := open_browser()):
        guest.post("/games/orion/new", data={"seat-0": "here", "seat-1": "here"})
        assert browser.get("/admin").status_code == 403
        assert browser.post("/admin", data={"do": "check"}).status_code == 403
        assert "/admin" not in browser.get("/").text


def test_the_page_has_the_settings_in_words_and_says_how_mail_is_set_up(
    administrator: TestClient, tmp_path: Path
) -> None:
    page = administrator.get("/admin").text
    assert "Everybody can make an account." in page
    assert "No mail goes out" in page
    assert "LUDARIUM_SMTP=mail.example.org:587" in page
    assert str(tmp_path / "backups") in page
    assert f"Ludarium {__version__}" in page


def test_every_sentence_names_a_setting_that_there_is(settings: ServerSettings) -> None:
    documented = Path("docs/reference/settings.md").read_text("utf-8")
    for setting in settings_in_words(settings).settings:
        assert f"`{setting.name.rstrip('…')}" in documented


def test_a_password_of_the_database_is_not_shown(tmp_path: Path) -> None:
    given = {"LUDARIUM_DATA": str(tmp_path), "LUDARIUM_DATABASE": "postgresql://ann:secret@host/ludarium"}
    assert "secret" not in str(settings_in_words(ServerSettings.from_environment(given)).settings)


class Held(Thread):
    """A thread that a test runs itself."""

    started: ClassVar[list["Held"]] = []

    def start(self) -> None:
        self.started.append(self)


def test_the_database_is_checked_and_backed_up(
    administrator: TestClient, service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.site.people.maintenance.Thread", Held)
    administrator.post("/games/orion/new", data={"seat-0": "here", "seat-1": "here"})
    for do, said_last in (("check", "1 match: all correct"), ("backup", ".sqlite: 1 match")):
        assert "Running." in administrator.post("/admin", data={"do": do}).text
        administrator.post("/admin", data={"do": do})  # a second press begins nothing
        (thread,) = Held.started
        thread.run()
        Held.started.clear()
        assert said_last in administrator.get("/admin").text
    assert len(list((tmp_path / "backups").glob("*.sqlite"))) == 1
    acts = [logged.act.act for logged in service.act_log.latest()]
    assert acts == ["back up the database", "check the database", "make administrator"]


def test_what_fails_is_said(administrator: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "backups").write_text("in the way")
    monkeypatch.setattr("ludarium.site.people.maintenance.Thread", Held)
    administrator.post("/admin", data={"do": "backup"})
    Held.started.pop().run()
    assert "it failed: FileExistsError" in administrator.get("/admin").text


@pytest.mark.parametrize("rules", [AccountRules(HERE, "invite")])
def test_an_invitation_is_shown_once(administrator: TestClient, open_browser: Open) -> None:
    page = administrator.post("/admin", data={"do": "invite"}).text
    path = page.partition(f'value="{HERE}/welcome/')[2].partition('"')[0]
    assert open_browser().get(f"/welcome/{path}").status_code == 200
    assert path not in administrator.get("/admin").text
