"""Sending mail to a mail server on this machine: what arrives, what is refused, and what a killed sender leaves."""

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from ludarium.club.accounts import AccountRules
from ludarium.club.notices import NoticeSettings
from ludarium.club.outbox import ChannelDown, Mail, MailRefused
from ludarium.club.service import SeatAssignment, Service
from ludarium.core.errors import InvalidOption, ParseError
from ludarium.match.clock import DAY, HOUR, Clock
from ludarium.server.mail.sending import make_mailer
from ludarium.server.mail.settings import MailDoor
from ludarium.server.mail.smtp import Smtp, write_mail
from ludarium.server.mail.smtp_settings import SmtpSettings
from ludarium.store.database import DatabaseBusy
from ludarium.store.notices import GRACE
from ludarium.store.repository import Store
from ludarium.store.rows import OutboxMessage
from tests.certificates import make_certificate

URL = "https://games.example.org"
NOW = 1_800_000_000.0
MAIL = Mail("ann@example.org", "Hello", "A line.\n.\n.hidden\nThe end.", id="abc")


@dataclass
class Sink:
    """A mail server that keeps what it gets, and says what a test wants to `RCPT` and to the end of a mail."""

    arrived: list[EmailMessage] = field(default_factory=list)
    senders: list[str] = field(default_factory=list)
    to_address: dict[str, str] = field(default_factory=dict)
    to_data: list[str] = field(default_factory=list)

    async def handle_RCPT(  # noqa: N802 - the name that the library asks for
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address in self.to_address:
            return self.to_address[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 - as above
        if self.to_data:
            return self.to_data.pop()
        content = envelope.original_content
        assert content is not None
        found = message_from_bytes(content, policy=default)
        assert isinstance(found, EmailMessage)
        self.arrived.append(found)
        self.senders.append(envelope.mail_from or "")
        return "250 OK"


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[Controller, Sink]]:
    sink = Sink()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(sink, hostname="127.0.0.1", port=port)
    controller.start()
    yield controller, sink
    controller.stop()


@pytest.fixture
def sink(server: tuple[Controller, Sink]) -> Sink:
    server[1].__init__()  # type: ignore[misc]  # the same server, as if it were new
    return server[1]


def settings_of(server: tuple[Controller, Sink], **more: str) -> SmtpSettings:
    settings = SmtpSettings.from_environment(
        {"LUDARIUM_SMTP": f"127.0.0.1:{server[0].port}", **more}, "games.example.org"
    )
    assert settings
    return settings


@pytest.fixture
def smtp(server: tuple[Controller, Sink], sink: Sink) -> Iterator[Smtp]:
    made = Smtp(settings_of(server), lambda: NOW)
    yield made
    made.close()


def nothing() -> None:
    pass


def test_a_relay_gets_the_password_only_after_its_certificate_is_believed(sink: Sink, tmp_path: Path) -> None:
    certificate, key = make_certificate(tmp_path)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    asked = list[object]()

    def is_known(server: SMTP, session: Session, envelope: Envelope, mechanism: str, said: LoginPassword) -> AuthResult:
        asked.append(said)
        return AuthResult(success=said == LoginPassword(b"games", b"secret"))

    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    relay = Controller(
        sink,
        hostname="127.0.0.1",
        port=port,
        tls_context=context,
        require_starttls=True,
        authenticator=is_known,
        auth_required=True,
    )
    relay.start()
    (tmp_path / "password").write_text("secret\n")
    values = {"LUDARIUM_SMTP_TLS": "starttls", "LUDARIUM_SMTP_USER": "games"}
    values |= {"LUDARIUM_SMTP_PASSWORD_FILE": str(tmp_path / "password")}
    try:
        with pytest.raises(ChannelDown, match="its certificate is not believed"):
            Smtp(settings_of((relay, sink), **values), lambda: NOW).send(MAIL, nothing)
        assert asked == []
        smtp = Smtp(settings_of((relay, sink), **values, LUDARIUM_MAIL_CA_FILE=str(certificate)), lambda: NOW)
        smtp.send(MAIL, nothing)
        smtp.close()
    finally:
        relay.stop()
    assert [mail["Subject"] for mail in sink.arrived] == ["Hello"]
    with pytest.raises(ParseError, match="expected a file with certificates"):
        settings_of((relay, sink), LUDARIUM_MAIL_CA_FILE=str(tmp_path / "password"))


def test_a_mail_arrives_as_it_was_written(smtp: Smtp, sink: Sink) -> None:
    smtp.send(MAIL, nothing)
    smtp.send(MAIL._replace(text="Zweiter Brief: ✓", id="def"), nothing)
    first, second = sink.arrived
    assert first["Message-ID"] == "<abc@games.example.org>"
    assert first["From"] == "Ludarium <ludarium@games.example.org>"
    assert (first["To"], first["Subject"], first["Auto-Submitted"]) == ("ann@example.org", "Hello", "auto-generated")
    assert first["Date"] == "Fri, 15 Jan 2027 08:00:00 -0000"
    assert first.get_content().splitlines() == MAIL.text.splitlines()
    assert second.get_content().strip() == "Zweiter Brief: ✓"
    assert sink.senders == ["ludarium@games.example.org"] * 2


def test_a_header_is_one_line_whatever_a_name_contains() -> None:
    settings = SmtpSettings.from_environment({"LUDARIUM_SMTP": "localhost:25"})
    assert settings
    written = write_mail(MAIL._replace(subject="Hi\r\nBcc: eve@example.org"), settings, NOW)
    assert b"\r\nSubject: Hi Bcc: eve@example.org\r\n" in written


@pytest.mark.parametrize(
    ("said", "fails"),
    [("550 5.1.1 no such user", True), ("550 no", True), ("553 5.1.3 bad address", True)],
)
def test_a_refused_address_is_told_apart(smtp: Smtp, sink: Sink, said: str, fails: bool) -> None:
    sink.to_address[MAIL.address] = said
    with pytest.raises(MailRefused, match=said) as refusal:
        smtp.send(MAIL, nothing)
    assert refusal.value.address_fails is fails
    smtp.send(MAIL._replace(address="bob@example.org"), nothing)  # by the same connection
    assert len(sink.arrived) == 1


@pytest.mark.parametrize("said", ["451 4.3.0 later", "552 5.2.2 mailbox full", "554 5.7.1 relay access denied"])
def test_what_may_change_is_tried_again(smtp: Smtp, sink: Sink, said: str) -> None:
    sink.to_address[MAIL.address] = said
    with pytest.raises(OSError, match=r"later|full|denied"):
        smtp.send(MAIL, nothing)
    sink.to_address.clear()
    smtp.send(MAIL, nothing)
    assert len(sink.arrived) == 1


def test_a_mail_that_is_refused_at_its_end_says_nothing_of_the_address(smtp: Smtp, sink: Sink) -> None:
    sink.to_data = ["554 5.7.1 this is spam"]
    with pytest.raises(MailRefused, match="spam") as refusal:
        smtp.send(MAIL, nothing)
    assert not refusal.value.address_fails


def test_without_its_last_byte_a_mail_is_not_delivered(smtp: Smtp, sink: Sink) -> None:
    def killed() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        smtp.send(MAIL, killed)
    smtp.send(MAIL, nothing)
    assert len(sink.arrived) == 1


def test_a_mail_server_that_is_not_there_stops_the_channel() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings = SmtpSettings.from_environment({"LUDARIUM_SMTP": f"127.0.0.1:{port}"})
    assert settings
    with pytest.raises(ChannelDown, match="refused"):
        Smtp(settings, lambda: NOW).send(MAIL, nothing)


@dataclass
class Post:
    """A service with Ann and Bob, who have addresses, and what sends its mails."""

    service: Service
    store: Store
    settings: SmtpSettings
    now: float = NOW

    def account(self, name: str) -> SeatAssignment:
        person = self.service.people.rename(self.service.people.create_guest(), name)
        assert self.store.accounts.set_email(person.id, f"{name.lower()}@example.org", name.lower(), self.now, None)
        return SeatAssignment("person", name, person.id)

    def deliver(self) -> None:
        transport = Smtp(self.settings, lambda: self.now)
        self.service.notices.plan()
        try:
            self.service.outbox.deliver(transport)
        finally:
            transport.close()


@pytest.fixture
def post(open_store: Callable[[], Store], server: tuple[Controller, Sink], sink: Sink) -> Post:
    store = open_store()
    door = {"LUDARIUM_MAIL_ADDRESS": "play@games.example.org"}
    post = Post(None, store, settings_of(server, **door))  # type: ignore[arg-type]  # set in the next line
    post.service = Service(store, now=lambda: post.now, rules=AccountRules(URL))
    make_mailer(post.service, post.settings, MailDoor.from_environment(door), lambda: post.now)
    return post


def begin(post: Post) -> str:
    seats = [post.account("Ann"), post.account("Bob")]
    view = post.service.create("orion", seats, clock=Clock.parse("2d+1d/2d"), host=seats[0].person)
    post.service.submit(view.id, 0, "u+", view.revision)
    return view.id


def test_a_notice_arrives_with_its_board_and_can_be_answered_and_ended(post: Post, sink: Sink) -> None:
    match_id = begin(post)
    post.now += GRACE
    post.deliver()
    (mail,) = sink.arrived
    assert mail["To"] == "bob@example.org"
    assert mail["References"] == mail["In-Reply-To"] == f"<match.{match_id}@games.example.org>"
    token = mail["Reply-To"].removesuffix("@games.example.org").removeprefix("m+")
    assert post.service.reply_addresses.redeem(token).seat == 1
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    unsubscribe = mail["List-Unsubscribe"].strip("<>").removeprefix(f"{URL}/unsubscribe/")
    bob = post.service.get(match_id).seats[1].person
    assert post.service.notices.of_token(unsubscribe) == bob
    text, html, picture = (part for part in mail.walk() if not part.is_multipart())
    assert "reply to this mail with your turn as its first line" in text.get_content()
    assert f'src="cid:{picture["Content-ID"].strip("<>")}"' in html.get_content()
    assert picture.get_content().startswith(b"\x89PNG")
    assert max(map(len, mail.as_bytes().splitlines())) <= 998
    assert sink.senders[0].startswith("b+")


def test_a_daily_mail_has_a_line_for_each_notice(post: Post, sink: Sink) -> None:
    match_id = begin(post)
    bob = post.service.get(match_id).seats[1].person
    assert bob
    post.service.notices.save_settings(bob, NoticeSettings("daily"))
    post.now += 2 * DAY - 60
    assert post.service.clocks.warn() == 0
    post.deliver()
    (mail,) = sink.arrived
    assert mail["Subject"] == "1 notice from Ludarium"
    text = mail.get_body(("plain",))
    assert text
    lines = text.get_content().splitlines()
    assert lines[:2] == ["Orion: Hydra, game 1 against Ann: It is your turn.", f"{URL}/matches/{match_id}"]


def test_quiet_hours_are_kept_when_a_mail_server_was_down(post: Post, sink: Sink) -> None:
    match_id = begin(post)
    bob = post.service.get(match_id).seats[1].person
    assert bob
    post.service.notices.save_settings(bob, NoticeSettings(quiet=(9, 12)))
    post.now += GRACE
    post.service.notices.plan()  # at 8:01
    post.now += HOUR
    post.deliver()
    assert sink.arrived == []
    post.now += 3 * HOUR
    post.deliver()
    assert len(sink.arrived) == 1


def test_an_address_that_refuses_mail_gets_no_more(post: Post, sink: Sink) -> None:
    sink.to_address["bob@example.org"] = "550 5.1.1 no such user"
    match_id = begin(post)
    post.now += GRACE
    post.deliver()
    assert post.service.notices.refusal("bob@example.org") == "550 5.1.1 no such user"
    sink.to_address.clear()
    view = post.service.get(match_id)
    post.service.submit(match_id, 1, "a--", view.revision)
    view = post.service.get(match_id)
    post.service.submit(match_id, 0, "pass", view.revision)
    post.now += GRACE
    post.deliver()
    assert [mail["To"] for mail in sink.arrived] == []


def test_a_mail_that_comes_back_marks_its_address(post: Post, sink: Sink) -> None:
    begin(post)
    post.now += GRACE
    post.deliver()
    returned = sink.senders[0].partition("@")[0].removeprefix("b+")
    post.service.outbox.bounced(returned, "550 gone", address_fails=True)
    post.service.outbox.bounced("unknown", "550 gone", address_fails=True)
    assert post.service.notices.refusal("bob@example.org") == "550 gone"


def test_a_killed_sender_sends_nothing_twice(post: Post, sink: Sink, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(post)
    post.now += GRACE
    with monkeypatch.context() as context:
        context.setattr(post.store.outbox, "sent", _killed)  # after the mail server's answer
        with pytest.raises(KeyboardInterrupt):
            post.deliver()
    assert len(sink.arrived) == 1
    for _ in range(3):
        post.now += DAY
        post.service.outbox.tidy()
        post.deliver()
    assert [mail["To"] for mail in sink.arrived].count("bob@example.org") == 1


def test_a_sender_that_was_killed_before_the_last_byte_loses_nothing(
    post: Post, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(post)
    post.now += GRACE
    with monkeypatch.context() as context:
        context.setattr(post.store.outbox, "begin", _killed)
        with pytest.raises(KeyboardInterrupt):
            post.deliver()
    assert sink.arrived == []
    post.now += 601
    post.deliver()
    assert len(sink.arrived) == 1


def _killed(*arguments: object) -> None:
    raise KeyboardInterrupt


def test_several_senders_share_the_work(post: Post, sink: Sink) -> None:
    for number in range(30):
        post.service.sign_in.ask(f"nobody{number}@example.org", None)
    begin(post)
    post.now += GRACE
    post.service.notices.plan()
    threads = [threading.Thread(target=post.deliver) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(sink.arrived) == 1


@pytest.mark.parametrize(
    ("environment", "error", "said"),
    [
        ({"LUDARIUM_SMTP": "localhost"}, ParseError, "expected a host and a port, as in localhost:25"),
        ({"LUDARIUM_SMTP": "localhost:99999"}, ParseError, "expected a host and a port"),
        ({"LUDARIUM_SMTP": "a:25", "LUDARIUM_SMTP_TLS": "ssl"}, InvalidOption, "one of none, starttls, tls"),
        ({"LUDARIUM_SMTP": "a:25", "LUDARIUM_SMTP_USER": "x"}, ParseError, "expected both, or neither"),
        ({"LUDARIUM_SMTP": "a:25", "LUDARIUM_MAIL_FROM": "x"}, ParseError, "expected an address as in play@example"),
    ],
)
def test_settings_that_make_no_sense_are_refused_in_a_sentence(
    environment: dict[str, str], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        SmtpSettings.from_environment(environment)


def test_settings_have_usual_values(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("secret\n")
    signed = {"LUDARIUM_SMTP_USER": "play", "LUDARIUM_SMTP_PASSWORD_FILE": str(tmp_path / "password")}
    settings = SmtpSettings.from_environment({"LUDARIUM_SMTP": "mail.example.org:587", **signed}, "games.example.org")
    assert settings
    assert (settings.tls, settings.password(), settings.sender) == ("starttls", "secret", "ludarium@games.example.org")
    assert SmtpSettings.from_environment({}) is None


def test_a_busy_database_makes_no_mail_doubtful(post: Post, sink: Sink, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(post)
    post.now += GRACE
    sent, refused = post.store.outbox.sent, list[bool]()

    def refuse_twice(message: OutboxMessage, now: float) -> None:
        if len(refused) < 2:
            refused.append(True)
            raise DatabaseBusy("locked")
        sent(message, now)

    monkeypatch.setattr(post.store.outbox, "sent", refuse_twice)
    post.deliver()
    post.now += 2 * DAY
    assert post.store.outbox.give_up_unsure(post.now, post.now) == ()
    assert len(sink.arrived) == 1
