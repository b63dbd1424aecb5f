"""The cookie of a session: `__Host-` and Secure where the site is called by https."""

from collections.abc import Callable
from hashlib import sha256

import pytest
from httpx2 import Response
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ludarium.site.app import create_app
from ludarium.site.ground.values import Person
from ludarium.site.people.accounts import AccountRules
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.conftest import SECRET, begin

SITE = "https://games.example.org"


@pytest.fixture
def service(open_store: Callable[[], Store]) -> Service:
    return Service(open_store(), rules=AccountRules(SITE, "open"))


@pytest.fixture
def person(service: Service) -> Person:
    return service.people.rename(service.people.create_guest(), "Asa")


def new_browser(app: Starlette, **cookies: str) -> TestClient:
    made = TestClient(app, base_url=SITE, headers={"cookie": "; ".join(f"{k}={v}" for k, v in cookies.items())})
    return made if cookies else TestClient(app, base_url=SITE)


def set_cookies(answer: Response) -> dict[str, str]:
    return {line.partition("=")[0]: line for line in answer.headers.get_list("set-cookie")}


def test_by_https_the_cookie_is_bound_to_the_host_and_secure(service: Service) -> None:
    browser = new_browser(create_app(service, SECRET))
    answer = browser.post("/games/orion/new", data={"seat-0": "here", "seat-1": "link"}, follow_redirects=False)
    (line,) = answer.headers.get_list("set-cookie")
    name, _, options = line.partition("=")
    assert name == "__Host-session"
    found = {option.strip().lower() for option in options.split(";")[1:]}
    assert found >= {"secure", "httponly", "path=/", "samesite=lax"}
    assert not any(option.startswith("domain") for option in found)
    assert "Asa" not in browser.get("/me").text
    assert browser.get("/me").status_code == 200
    assert begin(browser).startswith("/matches/")  # as the same person
    assert set(browser.cookies) == {"__Host-session"}


def test_the_cookies_of_a_sign_in_are_secure(service: Service) -> None:
    answer = new_browser(create_app(service, SECRET)).post("/sign-in", data={"email": "asa@example.org"})
    assert "secure" in set_cookies(answer)["asked"].lower()
    answer = new_browser(create_app(service, SECRET)).post("/sign-in/passkey/options", data={"a": "b"})
    assert "secure" in set_cookies(answer)["passkey"].lower()


def test_nobody_is_known_by_the_plain_name_where_the_site_is_called_by_https(service: Service, person: Person) -> None:
    app = create_app(service, SECRET)
    token = service.people.begin_session(person, "Firefox")
    assert "Asa" in new_browser(app, **{"__Host-session": token}).get("/me").text
    planted = new_browser(app, session=token).get("/me")  # as another site of the same domain could
    assert "Asa" not in planted.text
    assert set_cookies(planted) == {}


def test_a_planted_cookie_does_not_replace_the_session(service: Service, person: Person) -> None:
    thief = service.people.rename(service.people.create_guest(), "Eve")
    own, planted = service.people.begin_session(person, ""), service.people.begin_session(thief, "")
    answer = new_browser(create_app(service, SECRET), **{"session": planted, "__Host-session": own}).get("/me")
    assert "Asa" in answer.text
    assert "Eve" not in answer.text


def test_signing_out_deletes_the_cookie(service: Service, person: Person) -> None:
    token = service.people.begin_session(person, "")
    browser = new_browser(create_app(service, SECRET), **{"__Host-session": token})
    form = {"do": "end", "session": sha256(token.encode()).hexdigest()}
    answer = browser.post("/me/account", data=form, follow_redirects=False)
    assert '__Host-session=""' in set_cookies(answer)["__Host-session"]


def test_without_https_the_cookie_has_its_plain_name(open_store: Callable[[], Store]) -> None:
    browser = TestClient(create_app(Service(open_store()), SECRET), base_url="http://127.0.0.1:8000")
    begin(browser)
    assert set(browser.cookies) == {"session"}
