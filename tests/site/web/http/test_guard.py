"""What every request passes first."""

from collections.abc import Mapping, MutableMapping
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ludarium.site.app import create_app
from ludarium.site.service import Service
from tests.site.conftest import LARGEST, SECRET, begin, said

FORM = {"seat-0": "here", "seat-1": "link"}


@pytest.mark.parametrize("path", ["/", "/games/orion", "/nothing", "/static/site.css"])
def test_every_answer_forbids_scripts_and_styles_inside_pages(browser: TestClient, path: str) -> None:
    headers = browser.get(path).headers
    policy = headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "style-src 'self';" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"


def test_no_page_has_a_script_or_a_style_inside(browser: TestClient) -> None:
    for path in ("/", "/games/orion", "/games/orion/new", begin(browser)):
        text = browser.get(path).text
        assert "<style" not in text
        assert " style=" not in text
        assert " on" + "click=" not in text
        assert all("src=" in tag for tag in text.split("<script")[1:])


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": "http://[::1"},
        {"Origin": "http://[127.0.0.1:8000"},
    ],
)
def test_a_change_that_another_site_asks_for_is_refused(
    browser: TestClient, service: Service, headers: Mapping[str, str]
) -> None:
    answer = browser.post("/games/orion/new", data=FORM, headers=headers)
    assert answer.status_code == 403
    assert answer.text == "Request refused: it was sent by another site.\n"
    assert service.queries.recent() == ()


@pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "same-origin"}, {"Origin": "http://127.0.0.1:8000"}, {}])
def test_a_change_that_the_sites_own_page_or_no_browser_asks_for_is_made(
    browser: TestClient, headers: Mapping[str, str]
) -> None:
    assert browser.post("/games/orion/new", data=FORM, headers=headers, follow_redirects=False).status_code == 303


def test_cookies_stay_on_the_site_and_away_from_scripts(browser: TestClient) -> None:
    cookie = browser.post("/games/orion/new", data=FORM, follow_redirects=False).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


@pytest.mark.parametrize(
    "body", [b"x" * (LARGEST + 1), [b"x" * 999] * (LARGEST // 999 + 1)], ids=["whole", "in pieces"]
)
def test_a_body_that_is_too_large_is_refused(browser: TestClient, body: bytes | list[bytes]) -> None:
    answer = browser.post(
        "/games/orion/new",
        content=iter(body) if isinstance(body, list) else body,
        headers={"Content-Type": "application/x-www-form-urlencoded"},
    )
    assert answer.status_code == 413
    assert said(answer) == [f"The request is larger than the {LARGEST // 1000} kB that this site reads."]


@pytest.mark.parametrize(
    ("kind", "status"),
    [("multipart/form-data; boundary=x", 400), ("multipart/form-data", 400), ("text/plain", 415), ("", 415)],
)
def test_a_body_that_is_no_form_is_refused_with_a_sentence(
    browser: TestClient, service: Service, kind: str, status: int
) -> None:
    answer = browser.post("/games/orion/new", content=bytes(range(256)), headers={"Content-Type": kind})
    assert answer.status_code == status
    assert len(said(answer)) == 1
    assert service.queries.recent() == ()


def test_more_fields_than_any_form_has_are_refused(browser: TestClient) -> None:
    answer = browser.post("/games/orion/new", data={f"f{n}": "" for n in range(500)})
    assert answer.status_code == 400
    assert len(said(answer)) == 1


def test_a_failure_is_one_sentence_without_a_traceback(
    app: Starlette, monkeypatch: pytest.MonkeyPatch, service: Service
) -> None:
    monkeypatch.setattr(service.queries, "recent", lambda limit: 1 / 0)
    answer = TestClient(app, raise_server_exceptions=False).get("/")
    assert answer.status_code == 500
    assert said(answer) == ["Internal error. Your saved matches are safe."]
    assert "ZeroDivision" not in answer.text


def test_a_failure_has_the_security_headers_too(
    app: Starlette, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(limit: int) -> None:
        raise RuntimeError

    monkeypatch.setattr(service.queries, "recent", fail)
    answer = TestClient(app, raise_server_exceptions=False).get("/")
    assert answer.status_code == 500
    assert "script-src 'self';" in answer.headers["content-security-policy"]
    assert answer.headers["referrer-policy"] == "same-origin"


def test_a_name_that_is_not_the_sites_is_refused(service: Service) -> None:
    app = create_app(service, SECRET, hosts=["games.example.org", "[::1]"])
    for host, status in (("games.example.org", 200), ("Games.Example.org:8000", 200), ("[::1]:8000", 200)):
        assert TestClient(app).get("/", headers={"Host": host}).status_code == status
    for host in ("elsewhere.example", "games.example.org.elsewhere.example", "", "@"):
        answer = TestClient(app).get("/", headers={"Host": host})
        assert answer.status_code == 400
        assert "content-security-policy" in answer.headers


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_an_upload_that_breaks_off_is_no_failure(app: Starlette, kind: str, portal: BlockingPortal) -> None:
    sent: list[MutableMapping[str, Any]] = [
        {"type": "http.request", "body": b"--x", "more_body": True},
        {"type": "http.disconnect"},
    ]
    answers: list[MutableMapping[str, Any]] = []

    async def receive() -> MutableMapping[str, Any]:
        return sent.pop(0)

    async def send(message: MutableMapping[str, Any]) -> None:
        answers.append(message)

    scope = {
        "type": "http", "method": "POST", "path": "/games/orion/new", "query_string": b"", "http_version": "1.1",
        "scheme": "http", "headers": [(b"content-type", kind.encode()), (b"host", b"127.0.0.1")],
    }  # fmt: skip
    portal.call(app, scope, receive, send)  # raises nothing
    assert answers[0]["status"] == 400


def test_an_answer_that_depends_on_who_asks_says_so(browser: TestClient) -> None:
    path = begin(browser)
    for place in ("/record", "/board.svg", "/small.svg", "", "/calendar.ics"):
        headers = browser.get(f"{path}{place}").headers
        kept = headers["cache-control"]
        assert kept == "no-store" or kept.startswith("private")
        if kept != "no-store":
            assert {"authorization", "cookie"} <= {word.strip().lower() for word in headers["vary"].split(",")}
    assert browser.get(f"{path}/record").headers["cache-control"] == "private, no-cache"
    assert "cookie" not in browser.get("/static/site.css").headers.get("vary", "").lower()
