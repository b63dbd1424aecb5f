"""The webhook: offers that wait are announced once and signed, tried again, and never where it is not allowed."""

import hmac
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import time as clock

import pytest

from ludarium.core.errors import ParseError
from ludarium.site.ground.values import Person
from ludarium.site.mail.sending import complete_outbox
from ludarium.site.mail.settings import MailDoor
from ludarium.site.offers.commands import ANNOUNCEMENT, AcceptOffer, MakeOffer, WithdrawOffer
from ludarium.site.offers.webhook import EVENT, Webhook, WebhookTransport
from ludarium.site.outbox.outbox import Log, Mail, MailRefused
from ludarium.site.outward import connect_anywhere
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.databases import sqlite_copy
from tests.site.accounts import RULES, account
from tests.site.fake_time import FakeTime
from tests.site.test_push import PushService, pushing
from tests.site.waiting import wait_for
from tools.ports import reserved_port

__all__ = ["pushing"]

HOOK = Webhook("https://chat.example.net/hooks/abc?x=1", "a secret of both")
OFFER = MakeOffer("orion; throngs", "600+5, 4d+2d/4d")


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of offers and of the outbox run on both."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@pytest.fixture
def service(open_store: Callable[[], Store], time: FakeTime) -> Service:
    return Service(open_store(), rules=RULES, now=time, announces=True)


@pytest.fixture
def ann(service: Service) -> Person:
    return account(service, "Ann")


def deliver(service: Service, room: PushService, time: FakeTime, webhook: Webhook | None = HOOK) -> list[Mail]:
    mails = list[Mail]()
    outbox = complete_outbox(service, service._matches.store, MailDoor(), time)
    outbox.deliver(WebhookTransport(webhook, time, room.connect), only=[ANNOUNCEMENT])
    outbox.deliver(Log(mails.append), without=[ANNOUNCEMENT])
    return mails


def test_an_offer_that_waits_is_announced_once_and_signed(
    service: Service, ann: Person, pushing: PushService, time: FakeTime
) -> None:
    made = service.offers.act(ann, OFFER)
    assert deliver(service, pushing, time) == []
    assert deliver(service, pushing, time) == []
    ((path, headers, body),) = pushing.received
    assert (path, headers[EVENT], headers["X-Ludarium-Timestamp"]) == ("/hooks/abc?x=1", "offer", f"{time():.0f}")
    signed = hmac.digest(b"a secret of both", f"{time():.0f}.".encode() + body, "sha256").hex()
    assert headers["X-Ludarium-Signature"] == f"sha256={signed}"
    told = json.loads(body)
    assert told["page"] == f"https://games.example.org/offers/{made.offer}"
    assert (
        told["text"]
        == told["content"]
        == (
            "Ann waits for a match of Orion: Hydra or Throngs (10 min + 5 s or 2 days a turn, up to 4 days saved): "
            f"{told['page']}"
        )
    )
    assert (told["person"], told["games"], told["rated"]) == ("Ann", ["orion", "throngs"], False)


def test_a_name_calls_nobody_in_the_room(service: Service, pushing: PushService, time: FakeTime) -> None:
    """As `@everyone` and `allowed_mentions` in Discord, `<!channel>` in Slack, and Markdown in Matrix."""
    name = "@everyone <!channel> [*x*](y.org)"
    service.offers.act(account(service, name), OFFER)
    deliver(service, pushing, time)
    told = json.loads(pushing.received[0][2])
    assert told["person"] == name
    assert told["text"].partition(" waits")[0] == told["content"].partition(" waits")[0] == "everyone channel xyorg"
    assert told["allowed_mentions"] == {"parse": []}


def test_what_does_not_wait_any_more_is_not_announced(
    service: Service, ann: Person, pushing: PushService, time: FakeTime
) -> None:
    bob = account(service, "Bob")
    accepted, withdrawn = service.offers.act(ann, OFFER), service.offers.act(ann, MakeOffer("vortex", "600+5"))
    service.offers.act(bob, AcceptOffer(accepted.offer))
    service.offers.act(ann, WithdrawOffer(withdrawn.offer))
    service.offers.act(ann, MakeOffer("ludo", "600+5", only_link="yes"))
    deliver(service, pushing, time)
    assert pushing.received == []
    service.offers.act(ann, OFFER)
    service.offers.act(bob, OFFER)  # which meet at once, so the second never waits
    deliver(service, pushing, time)
    assert [json.loads(body)["person"] for _, _, body in pushing.received] == []


@pytest.mark.parametrize("status", [408, 425, 429, 500, 503])
def test_what_fails_is_tried_again(
    service: Service, ann: Person, pushing: PushService, time: FakeTime, status: int
) -> None:
    service.offers.act(ann, OFFER)
    pushing.statuses.append(status)
    deliver(service, pushing, time)
    time.now += 3600
    service.offers.stay(ann.id)
    deliver(service, pushing, time)
    time.now += 3600
    deliver(service, pushing, time)
    assert len(pushing.received) == 2


@pytest.mark.parametrize("status", [301, 400, 404, 410])
def test_what_is_refused_is_given_up(
    service: Service, ann: Person, pushing: PushService, time: FakeTime, status: int
) -> None:
    service.offers.act(ann, OFFER)
    pushing.statuses.append(status)
    for _ in range(2):
        deliver(service, pushing, time)
        time.now += 3600
    assert len(pushing.received) == 1


def test_a_process_that_dies_after_the_offer_announces_it_later(
    service: Service, ann: Person, pushing: PushService, time: FakeTime, open_store: Callable[[], Store]
) -> None:
    service.offers.act(ann, OFFER)
    deliver(Service(open_store(), rules=RULES, now=time, announces=True), pushing, time)
    deliver(service, pushing, time)
    assert len(pushing.received) == 1


def test_a_site_without_a_webhook_announces_nothing(
    service: Service, ann: Person, pushing: PushService, time: FakeTime, open_store: Callable[[], Store]
) -> None:
    other = Service(open_store(), rules=RULES, now=time)
    other.offers.act(ann, OFFER)
    assert deliver(other, pushing, time) == []
    service.offers.act(ann, MakeOffer("vortex", "600+5"))
    assert deliver(service, pushing, time, webhook=None) == []  # the setting was removed
    assert pushing.received == []


def test_a_private_address_is_asked_only_if_a_setting_allows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    mail = Mail("announcement", "", "{}", headers={EVENT: "offer"})
    for address in ("127.0.0.1", "10.1.2.3", "::1", "169.254.169.254"):
        found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443))]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, found=found, **__: found)
        with pytest.raises(MailRefused, match="not of the public internet"):
            WebhookTransport(HOOK).send(mail, lambda: None)
    local = HOOK._replace(url="http://127.0.0.1:9/x", private=True)
    assert WebhookTransport(local)._connect is connect_anywhere


def test_settings_are_read_and_what_is_wrong_is_said(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text("0123456789abcdef\n")
    right = {"LUDARIUM_WEBHOOK": "https://chat.example.net/x", "LUDARIUM_WEBHOOK_SECRET_FILE": str(file)}
    assert Webhook.from_environment({}) is None
    assert Webhook.from_environment(right) == Webhook("https://chat.example.net/x", "0123456789abcdef")
    private = {**right, "LUDARIUM_WEBHOOK": "http://localhost:8065/x", "LUDARIUM_WEBHOOK_PRIVATE": "on"}
    assert Webhook.from_environment(private) == Webhook("http://localhost:8065/x", "0123456789abcdef", private=True)
    short = tmp_path / "short"
    short.write_text("short")
    for name, value, said in (
        ("LUDARIUM_WEBHOOK", "http://chat.example.net/x", "expected an address"),
        ("LUDARIUM_WEBHOOK", "https://chat.example.net:8443/x", "port of its own"),
        ("LUDARIUM_WEBHOOK", "https://me:it@chat.example.net/x", "expected an address"),
        ("LUDARIUM_WEBHOOK", "https://chat.example.net:port/x", "expected an address"),
        ("LUDARIUM_WEBHOOK_PRIVATE", "maybe", "expected on or off"),
        ("LUDARIUM_WEBHOOK_SECRET_FILE", str(short), "at least 16 characters"),
        ("LUDARIUM_WEBHOOK_SECRET_FILE", str(tmp_path / "none"), "cannot be read"),
        ("LUDARIUM_WEBHOOK_SECRET_FILE", "", "at least 16 characters"),
    ):
        with pytest.raises(ParseError, match=said):
            Webhook.from_environment({**right, name: value})


def test_the_bridge_of_the_documentation_checks_and_passes_on(pushing: PushService, time: FakeTime) -> None:
    guide = Path("docs/how-to/run-a-site.md").read_text("utf-8")
    (program,) = re.findall(r"```python\n(.*?BaseHTTPRequestHandler.*?)```", guide, re.DOTALL)
    with reserved_port() as port:
        room = {"SECRET": "a secret of both", "ROOM": f"http://127.0.0.1:{pushing.port}/x", "PORT": str(port)}
        bridge = subprocess.Popen(
            [sys.executable, "-c", program], env={**os.environ, **room}, stderr=subprocess.DEVNULL
        )
        try:
            local = Webhook(f"http://127.0.0.1:{port}/", "a secret of both", private=True)
            mail = Mail("announcement", "", json.dumps({"text": "Ann waits", "page": "x"}), headers={EVENT: "offer"})
            wait_for(lambda: _answers(port))
            WebhookTransport(local).send(mail, lambda: None)
            for wrong, now in ((local._replace(secret="another of sixteen"), clock), (local, lambda: clock() - 3600)):
                with suppress(MailRefused):
                    WebhookTransport(wrong, now).send(mail, lambda: None)
        finally:
            bridge.kill()
            bridge.wait()
    assert [json.loads(body) for _, _, body in pushing.received] == [{"text": "Ann waits"}]


def _answers(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0
