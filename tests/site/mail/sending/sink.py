"""A mail server on this machine that keeps what it gets."""

from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

from aiosmtpd.smtp import SMTP, Envelope, Session

from ludarium.site.mail.outgoing.smtp_settings import SmtpSettings
from tools.mail_server import MailServer

NOW = 1_800_000_000.0


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


def settings_of(server: tuple[MailServer, Sink], **more: str) -> SmtpSettings:
    settings = SmtpSettings.from_environment(
        {"LUDARIUM_SMTP": f"127.0.0.1:{server[0].port}", **more}, "games.example.org"
    )
    assert settings
    return settings
