"""One mail to a mail server: what arrives, what is refused, and with which settings."""

import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from ludarium.core.errors import InvalidOption, ParseError
from ludarium.site.mail.outgoing.smtp import Smtp, write_mail
from ludarium.site.mail.outgoing.smtp_settings import SmtpSettings
from ludarium.site.outbox.outbox import ChannelDown, Mail, MailRefused
from tests.certificates import make_certificate
from tests.site.mail.sending.sink import NOW, Sink, settings_of
from tools.mail_server import MailServer
from tools.ports import reserved_port

MAIL = Mail("ann@example.org", "Hello", "A line.\n.\n.hidden\nThe end.", id="abc")


@pytest.fixture
def smtp(server: tuple[MailServer, Sink], sink: Sink) -> Iterator[Smtp]:
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

    relay = MailServer(sink, tls_context=context, require_starttls=True, authenticator=is_known, auth_required=True)
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
def test_a_refused_address_is_distinguished(smtp: Smtp, sink: Sink, said: str, fails: bool) -> None:
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
    with reserved_port() as port:
        settings = SmtpSettings.from_environment({"LUDARIUM_SMTP": f"127.0.0.1:{port}"})
        assert settings
        with pytest.raises(ChannelDown, match="refused"):
            Smtp(settings, lambda: NOW).send(MAIL, nothing)


@pytest.mark.parametrize(
    ("environment", "error", "said"),
    [
        (
            {"LUDARIUM_SMTP": "localhost"},
            ParseError,
            "expected a host and a port without anything else, as in localhost",
        ),
        ({"LUDARIUM_SMTP": "smtp://localhost:25"}, ParseError, "'smtp://localhost:25': expected a host and a port"),
        ({"LUDARIUM_SMTP": "user@localhost:25"}, ParseError, "expected a host and a port"),
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
