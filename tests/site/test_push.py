"""Web push, against a push service of the tests that decrypts what it gets and checks who has signed it."""

import base64
import http.client
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import NoReturn

import http_ece
import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from sqlalchemy import update

from ludarium.core.errors import ParseError
from ludarium.match.clock import DAY, HOUR
from ludarium.site.ground.tables import people, sessions
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.mail.sending import complete_outbox
from ludarium.site.mail.settings import MailDoor
from ludarium.site.match.views import MatchView
from ludarium.site.notices.push import MOST, PUSH, check_endpoint, decode
from ludarium.site.notices.pushing import PushTransport, Signer, encode
from ludarium.site.notices.rows.notices import NoticeSettings
from ludarium.site.outbox.outbox import Log, Mail, MailRefused
from ludarium.site.outward import connect_safely
from ludarium.site.people.people import SESSION_LIFE, Visit
from ludarium.site.puzzles.board import number_of_day, puzzles_of
from ludarium.site.puzzles.mail import Daily
from ludarium.site.puzzles.solving import Solving
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.databases import sqlite_copy
from tests.site.fake_time import FakeTime

CONTACT = "https://games.example.org"


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return sqlite_copy(request, tmp_path)


@dataclass
class Browser:
    """A browser that has subscribed, and the push service that decrypts for it."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = b"0123456789abcdef"

    @property
    def public_key(self) -> str:
        form = serialization.PublicFormat.UncompressedPoint
        return encode(self.key.public_key().public_bytes(serialization.Encoding.X962, form))

    def read(self, body: bytes) -> dict[str, str]:
        text = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        read: dict[str, str] = json.loads(text)
        return read


@dataclass
class PushService:
    """What a push service has received, and with which statuses it answers next; 201 when there are no more."""

    port: int = 0
    received: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)

    def connect(self, endpoint: str) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)

    def expect(self, number: int) -> None:
        """Check how many it has received; those of a process that died may still be on their way."""
        until = time.monotonic() + 30
        while len(self.received) < number and time.monotonic() < until:
            time.sleep(0.01)
        assert len(self.received) == number


@pytest.fixture
def pushing() -> Iterator[PushService]:
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.received.append((self.path, dict(self.headers), body))
            self.send_response(service.statuses.pop(0) if service.statuses else 201)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service.port = server.server_address[1]
    Thread(target=server.serve_forever, daemon=True).start()
    yield service
    server.shutdown()
    server.server_close()


@dataclass
class World:
    """Ann, whose browser is told, and Bob, who plays with her."""

    service: Service
    store: Store
    time: FakeTime
    pushing: PushService
    ann: Person
    bob: Person
    browser: Browser
    visit: Visit
    mails: list[Mail] = field(default_factory=list)

    def begin(self) -> MatchView:
        seats = [SeatAssignment("person", one.name, one.id) for one in (self.ann, self.bob)]
        return self.service.create("orion", seats, host=self.bob.id)

    def deliver(self) -> None:
        self.service.notices.plan()
        push = self.service.notices.push
        signer = Signer(push, CONTACT, self.time)
        outbox = complete_outbox(self.service, self.store, MailDoor(), self.time)
        outbox.deliver(PushTransport(push, signer, self.pushing.connect), only=[PUSH])
        outbox.deliver(Log(self.mails.append), without=[PUSH])

    def read(self) -> list[dict[str, str]]:
        return [self.browser.read(body) for _, _, body in self.pushing.received]


@pytest.fixture
def world(open_store: Callable[[], Store], pushing: PushService) -> World:
    time, store = FakeTime(), open_store()
    service = Service(store, now=time)
    ann, bob = (service.people.rename(service.people.create_guest(), name) for name in ("Ann", "Bob"))
    browser = Browser("https://push.example.net/send/abc?x=1")
    visit = sign_in(service, ann)
    service.notices.push.subscribe(visit, browser.endpoint, browser.public_key, encode(browser.secret))
    return World(service, store, time, pushing, ann, bob, browser, visit)


def sign_in(service: Service, person: Person) -> Visit:
    visit = service.people.visit(service.people.begin_session(person, "a browser"))
    assert visit
    return visit


def test_a_turn_is_sent_once_encrypted_and_signed(world: World) -> None:
    view = world.begin()
    for _ in range(3):
        world.deliver()
    (told,) = world.read()
    assert (told["path"], told["text"]) == (f"/matches/{view.id}", "It is your turn.")
    assert "Bob" in told["title"]
    ((path, headers, _),) = world.pushing.received
    assert path == "/send/abc?x=1"
    assert (headers["Topic"], headers["Content-Encoding"]) == (told["topic"], "aes128gcm")
    assert len(headers["Topic"]) <= 32
    check_signature(headers["Authorization"], world.time.now)


def test_the_puzzle_of_the_day_reaches_a_browser_each_morning(world: World) -> None:
    solving = Solving(world.service)
    world.store.accounts.set_email(world.ann.id, "ann@example.org", "ann", 0.0)  # who has an account
    ann = world.service.people.find_active(world.ann.id)
    solving.choose_mail(ann, "vortex", by_mail=False, by_push=True)
    for morning in (1, 2):
        world.time.pass_by(DAY)
        assert Daily(solving, MailDoor()).send() == 1
        world.deliver()
        assert len(world.pushing.received) == morning
    told, number = world.read()[-1], number_of_day("vortex", solving.today(ann))
    assert told["path"] == f"/puzzles/vortex/{number}"
    assert told["text"] == puzzles_of("vortex")[number - 1].task
    check_signature(world.pushing.received[-1][1]["Authorization"], world.time.now)
    assert world.mails == []


def check_signature(header: str, now: float) -> None:
    parts = dict(part.strip().split("=", 1) for part in header.removeprefix("vapid ").split(","))
    head, body, signature = parts["t"].split(".")
    raw = decode(signature)
    numbers = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(parts["k"]))
    key.verify(numbers, f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256()))
    claims = json.loads(decode(body))
    assert (claims["aud"], claims["sub"]) == ("https://push.example.net", CONTACT)
    assert now < claims["exp"] < now + 24 * HOUR


def test_who_has_seen_the_match_is_not_notified(world: World) -> None:
    view = world.begin()
    world.service.notices.see(world.ann.id, f"/matches/{view.id}")
    world.time.pass_by(61)
    world.deliver()
    assert world.pushing.received == []


def test_a_notice_that_was_read_while_the_push_service_was_down_is_not_sent(world: World) -> None:
    view = world.begin()
    world.time.pass_by(61)
    world.pushing.statuses = [503]
    world.deliver()
    world.service.notices.see(world.ann.id, f"/matches/{view.id}")
    world.time.pass_by(HOUR)
    world.deliver()
    assert len(world.pushing.received) == 1


@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_fails_is_tried_again(world: World, status: int) -> None:
    world.begin()
    world.time.pass_by(61)
    world.pushing.statuses = [status]
    world.deliver()
    world.time.pass_by(HOUR)
    world.deliver()
    world.time.pass_by(HOUR)
    world.deliver()
    assert len(world.pushing.received) == 2
    assert world.read()[0] == world.read()[1]


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten_alone(world: World, status: int) -> None:
    other = Browser("https://push.example.net/send/other")
    world.service.notices.push.subscribe(world.visit, other.endpoint, other.public_key, encode(other.secret))
    world.begin()
    world.time.pass_by(61)
    world.pushing.statuses = [status]
    world.deliver()
    assert len(world.service.notices.push.of_person(world.ann.id)) == 1
    assert len(world.pushing.received) == 2


def test_quiet_hours_are_kept(world: World) -> None:
    world.service.notices.save_settings(world.ann.id, NoticeSettings(quiet=(0, 23)))
    world.begin()
    world.time.pass_by(61)
    world.deliver()
    assert world.pushing.received == []
    world.time.pass_by(24 * HOUR)
    for _ in range(24):
        world.time.pass_by(HOUR)
        world.deliver()
    assert len(world.pushing.received) == 1


def test_a_process_that_dies_after_planning_loses_nothing_and_sends_nothing_twice(world: World) -> None:
    world.begin()
    world.time.pass_by(61)
    (due,) = world.store.notices.due(world.time.now, 10)
    browsers = world.service.notices.push.of_person(world.ann.id)
    world.service.notices.push.plan(browsers, [due])  # and dies before the notice is recorded as sent
    world.service.notices.push.plan(browsers, [due])
    world.deliver()
    assert len(world.pushing.received) == 1


def end(world: World) -> None:
    world.service.people.end_session(world.ann, world.visit.session.id)


def end_all(world: World) -> None:
    world.service.people.end_all_sessions(world.ann)


def close(world: World) -> None:
    world.store.accounts.close(world.ann.id, None, world.time.now)


def merge(world: World) -> None:
    world.store.accounts.merge(world.ann, world.bob)


def suspend(world: World) -> None:
    suspended = update(people).where(people.c.id == world.ann.id).values(suspended_until=world.time.now + DAY)
    with world.store.database.begin() as connection:
        connection.execute(suspended)


def expire(world: World) -> None:
    idle = update(sessions).values(seen_at=world.time.now - SESSION_LIFE - 1)
    with world.store.database.begin() as connection:
        connection.execute(idle)


def give_browser_to_bob(world: World) -> None:
    end(world)
    visit, browser = sign_in(world.service, world.bob), world.browser
    world.service.notices.push.subscribe(visit, browser.endpoint, browser.public_key, encode(browser.secret))


ENDS = (end, end_all, close, merge, suspend, expire, give_browser_to_bob)


@pytest.mark.parametrize("ends", ENDS)
def test_nothing_is_planned_for_a_session_that_has_ended(world: World, ends: Callable[[World], None]) -> None:
    ends(world)
    assert world.service.notices.push.of_person(world.ann.id) == ()
    assert not world.service.notices.push.has(world.visit)


@pytest.mark.parametrize("ends", ENDS)
def test_what_waits_for_a_session_that_has_ended_is_not_sent(world: World, ends: Callable[[World], None]) -> None:
    world.begin()
    world.time.pass_by(61)
    world.pushing.statuses = [503]
    world.deliver()
    assert len(world.pushing.received) == 1, "it waits for the next try"
    ends(world)
    world.time.pass_by(HOUR)
    world.deliver()
    assert len(world.pushing.received) == 1


@pytest.mark.parametrize("ends", ENDS)
def test_what_is_on_its_way_when_a_session_ends_is_not_sent(world: World, ends: Callable[[World], None]) -> None:
    def connect(endpoint: str) -> http.client.HTTPConnection:
        ends(world)  # the message is claimed, composed and encrypted
        return PushService.connect(world.pushing, endpoint)

    world.begin()
    world.time.pass_by(61)
    world.pushing.connect = connect  # type: ignore[method-assign]  # of this world alone
    world.deliver()
    assert world.pushing.received == []


def test_another_session_of_the_same_person_goes_on(world: World) -> None:
    other, visit = Browser("https://push.example.net/send/other"), sign_in(world.service, world.ann)
    world.service.notices.push.subscribe(visit, other.endpoint, other.public_key, encode(other.secret))
    world.begin()
    world.time.pass_by(61)
    end(world)
    world.deliver()
    assert [path for path, _, _ in world.pushing.received] == ["/send/other"]


def test_a_session_that_has_ended_does_not_subscribe(world: World) -> None:
    end(world)
    with pytest.raises(ParseError, match="this session has ended"):
        world.service.notices.push.subscribe(
            world.visit, world.browser.endpoint, world.browser.public_key, encode(world.browser.secret)
        )


class Killed(BaseException):
    """The process dies here."""


def die(*_: object) -> NoReturn:
    raise Killed


@pytest.mark.parametrize(
    ("place", "received"),
    [
        ("ludarium.site.notices.pushing.encrypt", 1),
        ("http.client.HTTPConnection.connect", 1),
        ("ludarium.site.outbox.rows.boxes.OutboxTable.begin", 1),
        ("http.client.HTTPConnection.request", 0),  # nobody knows whether the service has it, so it is not sent twice
        ("http.client.HTTPConnection.getresponse", 1),
        ("ludarium.site.outbox.rows.boxes.OutboxTable.sent", 1),
    ],
)
def test_a_process_that_dies_at_any_step_sends_nothing_twice(
    world: World, monkeypatch: pytest.MonkeyPatch, place: str, received: int
) -> None:
    world.begin()
    world.time.pass_by(61)
    with monkeypatch.context() as patch:
        patch.setattr(place, die)
        with pytest.raises(Killed):
            world.deliver()
    for _ in range(8):  # another process, when the claim has expired
        world.time.pass_by(HOUR / 4)
        world.deliver()
    world.pushing.expect(received)
    assert world.service.notices.recent(world.ann.id)  # the page has it all the same


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.net/a", "https://127.0.0.1/a", "https://10.0.0.1/a", "https://[::1]/a", "https://localhost/a",
        "https://push.example.net:8080/a", "https://printer.local/a", "https://169.254.169.254/latest", "nonsense",
        "https://a.internal/x", "https://push.example.net/" + "x" * 1000, "https://[", "file:///etc/passwd",
        "https://localhost./a", "https://printer.local./a", "https://LOCALHOST/a", "https://ada@push.example.net/a",
        "https://push.example.net/a b", "https://push.example.net\t/a", "https://push.example.net\\@127.0.0.1/a",
        "https://a..b/x", "https://" + "a" * 64 + ".net/x", "https://" + "a." * 127 + "net/x", "https://-a.net/x",
        "https://push.test/a", "https://push.example.net:a/x", "https://\u24db\u24deca\u24db.net/a",
    ],
)  # fmt: skip
def test_what_is_no_push_service_is_refused(endpoint: str) -> None:
    with pytest.raises(ParseError, match="not the address of a push service"):
        check_endpoint(endpoint)


PRIVATE = (
    "127.0.0.1", "192.168.1.1", "::1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "255.255.255.255", "fe80::1%eth0",
    "224.0.0.1", "239.255.255.250", "ff02::1", "ff0e::1",  # to many at once
    "64:ff9b::a00:1", "64:ff9b::7f00:1", "64:ff9b:1::5db8:d822", "64:ff9b:1:a00:0:100::",  # by NAT64
    "2002:a00:1::1", "2002:7f00:1::", "2002:c0a8:101::",  # by 6to4
    "2001:0:4136:e378:8000:63bf:f5ff:fffe",  # by Teredo
    "::ffff:10.0.0.1", "::10.0.0.1", "::ffff:0:10.0.0.1", "fec0::1", "fc00::1",
    "2001:4860::5efe:10.0.0.1", "2606:2800:220:1:200:5efe:7f00:1",  # by ISATAP
    "3fff::1", "2001:db8::1", "1::1", "4000::1", "a000::1", "5f00::1",  # of nobody on the internet
)  # fmt: skip


@pytest.mark.parametrize("address", [one for one in PRIVATE if "%" not in one])
def test_an_address_of_no_public_host_is_no_push_service(address: str) -> None:
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(ParseError, match="not the address of a push service"):
        check_endpoint(f"https://{host}/a")


@pytest.mark.parametrize("host", ["127.1", "0x7f000001", "2130706433", "017700000001", "0x7f.1", "127.0.0.1.", "10.1."])
def test_an_address_is_known_however_it_is_written(host: str) -> None:
    with pytest.raises(ParseError, match="not the address of a push service"):
        check_endpoint(f"https://{host}/a")


@pytest.mark.parametrize("host", ["93.184.216.34", "[2606:2800:220:1::1]", "[64:ff9b::5db8:d822]", "push.example.net"])
def test_a_public_host_may_be_a_push_service(host: str) -> None:
    check_endpoint(f"https://{host}/a")


def test_a_name_that_leads_to_a_private_network_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for address in PRIVATE:
        found = [(0, 0, 0, "", ("93.184.216.34", 443)), (0, 0, 0, "", (address, 443))]
        monkeypatch.setattr("socket.getaddrinfo", lambda *_, found=found, **__: found)
        with pytest.raises(MailRefused, match="public internet"):
            connect_safely("https://push.example.net/a")


def test_keys_are_read_and_the_oldest_browsers_go(world: World) -> None:
    push = world.service.notices.push
    for key, secret in (("", ""), ("AAAA", encode(b"0" * 16)), (world.browser.public_key, "???")):
        with pytest.raises(ParseError, match="a key of the subscription"):
            push.subscribe(world.visit, world.browser.endpoint, key, secret)
    for number in range(MOST):
        world.time.pass_by(1)
        push.subscribe(world.visit, f"https://push.example.net/{number}", world.browser.public_key, encode(b"0" * 16))
    assert world.browser.endpoint not in [one.endpoint for one in push.of_person(world.ann.id)]
    push.unsubscribe(sign_in(world.service, world.bob), "https://push.example.net/1")
    assert len(world.service.notices.push.of_person(world.ann.id)) == MOST
    push.unsubscribe(world.visit, "https://push.example.net/1")
    assert len(world.service.notices.push.of_person(world.ann.id)) == MOST - 1


def test_the_key_of_a_site_is_made_once(world: World) -> None:
    signers = [Signer(world.service.notices.push, CONTACT) for _ in range(2)]
    assert len({signer.public_key for signer in signers}) == 1
    assert base64.urlsafe_b64decode(signers[0].public_key + "=")[:1] == b"\x04"
