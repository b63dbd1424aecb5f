"""Sites that cannot be joined, and servers that misbehave."""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from email.message import Message
from errno import ENOSPC
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest

from ludarium.cli.terminal import site_http
from ludarium.cli.terminal.output import BadFile
from ludarium.cli.terminal.site import SiteClient
from ludarium.cli.terminal.site_http import Sessions
from tests.cli.conftest import Refused


def test_what_leads_to_no_match_is_refused_in_a_sentence(refused: Refused, origin: str, config: Path) -> None:
    assert "leads to nothing here" in refused("join", f"{origin}/games/orion")
    assert "is not an address" in refused("join", "ftp://games.example.org/matches/m")
    assert "is not an address" in refused("join", "http://[")
    assert "cannot be reached: " in refused("join", "http://127.0.0.1:9/matches/m")
    assert "played by ludarium join" in refused("play", f"{origin}/matches/m")


@pytest.mark.parametrize(("content", "told"), [(b"\xff", "can't decode"), (b"one\ntwo", "expected a session")])
def test_a_session_that_cannot_be_read_is_refused_in_a_sentence(
    refused: Refused, origin: str, config: Path, content: bytes, told: str
) -> None:
    Sessions().keep(origin, "a session")
    (kept,) = (config / "sessions").iterdir()
    kept.write_bytes(content)
    said = refused("join", origin)
    assert f"{kept.name} cannot be read: " in said
    assert told in said


def test_every_site_has_a_session_of_its_own(config: Path) -> None:
    first, second = Sessions(), Sessions()
    first.keep("http://a.example.org", "one")
    second.keep("https://b.example.org:8000", "two")
    assert [first.of(site) for site in ("http://a.example.org", "https://b.example.org:8000")] == ["one", "two"]
    second.keep("http://a.example.org", "")
    second.keep("http://a.example.org", "")
    assert (first.of("http://a.example.org"), len([*(config / "sessions").iterdir()])) == ("", 1)


def test_sessions_that_cannot_be_written_leave_nothing_behind(
    config: Path, origin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(BadFile, match=r"127\.0\.0\.1.* cannot be written: No space"):
        Sessions().keep(origin, "a session")
    assert [*(config / "sessions").iterdir()] == []


@pytest.mark.parametrize(
    ("status", "headers", "body", "told"),
    [
        (200, {"Content-Type": "text/html"}, "<p>", "is no site of Ludarium"),
        (200, {}, "{", "cannot be read"),
        (200, {}, "[]", "cannot be read"),
        (200, {}, '{"record": "[Game \\"chess\\"]"}', "install it here, too, or play on the page"),
        (200, {}, '{"record": 3}', "which another version of Ludarium has sent"),
        (403, {}, r'{"error": "no \u001b[31m"}', "no \ufffd[31m"),
        (502, {"Content-Type": "text/html"}, "", "cannot be reached: 502 Bad Gateway"),
        (303, {"Location": "https://elsewhere.example.org/"}, "", "leads to 'https://elsewhere"),
        (302, {"Location": "/matches/m"}, "", "redirects without end"),
    ],
)
def test_servers_that_misbehave(
    status: int, headers: dict[str, str], body: str, told: str, refused: Refused, config: Path
) -> None:
    with answering(body, status, headers) as origin:
        assert told in refused("join", f"{origin}/matches/m")


def test_a_server_of_something_else(refused: Refused, config: Path) -> None:
    with answering('{"name": "an API"}') as origin:
        assert f"{origin} is no site of this version of Ludarium: its answer has no 'person'" in refused("join", origin)


@pytest.mark.parametrize(
    ("cookie", "kept"),
    [
        ("__Host-session=host.abc; Secure; Path=/", "host.abc"),
        ("session=abc; Path=/", "abc"),
        ('session=""; Max-Age=0; Path=/', ""),
        ("theme=dark", "a session"),
    ],
)
def test_a_session_is_kept_under_either_name(cookie: str, kept: str, config: Path) -> None:
    with answering("{}", headers={"Set-Cookie": cookie}) as origin:
        SiteClient(origin, Sessions()).get("/me")
        assert Sessions().of(origin) == kept


@contextmanager
def answering(body: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Iterator[str]:
    """Run a server that answers everything alike, and at which this terminal has a session; yield its address."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # the name that the library calls
            self.send_response(status)
            for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        origin = f"http://127.0.0.1:{server.server_port}"
        Sessions().keep(origin, "a session")
        yield origin
        server.shutdown()
        thread.join()


def test_a_site_may_move_to_https_and_nowhere_else() -> None:
    site = SiteClient("http://games.example.org", Sessions())
    with pytest.raises(site_http.Refused, match="name that site, if you trust it"):
        site._follow("/matches/m", "https://elsewhere.example.org/")
    assert site._follow("/matches/m", "https://games.example.org/matches/m?turn=3") == "/matches/m?turn=3"
    assert site.origin == "https://games.example.org"
    for other in ("http://games.example.org/", "https://elsewhere.example.org/"):
        with pytest.raises(site_http.Refused, match="name that site, if you trust it"):
            site._follow("/matches/m", other)


def test_a_form_that_is_only_led_to_https_is_sent_there(monkeypatch: pytest.MonkeyPatch) -> None:
    moved, done = Message(), Message()
    moved["Location"], done["Content-Type"] = "https://games.example.org/sign-in", "application/json"
    answers = iter([SimpleNamespace(status=301, headers=moved), SimpleNamespace(status=200, headers=done)])
    sent: list[object] = []

    def answer(site: SiteClient, path: str, fields: object, *_: object) -> AbstractContextManager[SimpleNamespace]:
        sent.append((site.origin, path, fields))
        found = next(answers)
        found.read = lambda _: b"{}"
        return nullcontext(found)

    monkeypatch.setattr(SiteClient, "_open", answer)
    assert SiteClient("http://games.example.org", Sessions()).post("/sign-in", email="ann@example.org") == {}
    form = {"email": "ann@example.org"}
    assert sent == [(f"{scheme}://games.example.org", "/sign-in", form) for scheme in ("http", "https")]
