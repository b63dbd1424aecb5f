"""Mails by SMTP: how a mail is written, and the connection that takes it to the mail server.

The end of a mail, a line with a single dot, is sent apart from the rest, so that it can be recorded just before: a mail
whose end was not sent is never delivered, and one whose end was sent is not sent again.
"""

import re
import smtplib
import socket
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate

from ludarium.scenes.pixels import RENDERING
from ludarium.site.mail.outgoing.smtp_settings import SmtpSettings
from ludarium.site.mail.tls import explain, make_context
from ludarium.site.outbox.outbox import ChannelDown, Mail, MailRefused

_CONNECT_WITHIN = 30.0
_ANSWER_WITHIN = 300.0
"""Seconds; a mail server may look at a whole mail before it answers (RFC 5321, 4.5.3.2)."""
_MOST = 100
"""Mails that one connection takes."""
_POLICY = SMTP.clone(max_line_length=200)  # so that no address of a page is broken
_METHOD = re.compile(r"(?m)^METHOD:(\w+)")
_PERMANENT, _TEMPORARY = 500, 400
_FULL_OR_POLICY = re.compile(rb"^5\.(2\.2|7\.)")
"""Refusals that say nothing of the address: its mailbox is full, or the server does not like us."""


class Smtp:
    """A connection to a mail server, opened when it is needed; `now` is the time in seconds since 1970."""

    def __init__(self, settings: SmtpSettings, now: Callable[[], float]) -> None:
        self._settings = settings
        self._now = now
        self._connection: smtplib.SMTP | None = None
        self._count = 0

    def send(self, mail: Mail, before_last_byte: Callable[[], None]) -> None:
        """Send a mail; call `before_last_byte` when nothing but the end is missing, and stop if it raises.

        Raises `MailRefused`, `ChannelDown`, or an error of the mail server after which the mail is to be tried again.
        """
        connection = self._open()
        try:
            self._transmit(connection, mail, before_last_byte)
        except MailRefused:
            self._reset()
            raise
        except BaseException:
            self._drop()  # without the end of the mail, the mail server forgets the rest
            raise
        self._count += 1
        if self._count >= _MOST:
            self.close()

    def close(self) -> None:
        """End the connection, if there is one."""
        if self._connection:
            with suppress(OSError, smtplib.SMTPException):
                self._connection.quit()
            self._drop()

    def _open(self) -> smtplib.SMTP:
        if self._connection:
            return self._connection
        settings = self._settings
        try:
            context = None if settings.tls == "none" else make_context(settings.ca_file)
            if settings.tls == "tls":
                made: smtplib.SMTP = smtplib.SMTP_SSL(
                    settings.host, settings.port, settings.domain, timeout=_CONNECT_WITHIN, context=context
                )
            else:
                made = smtplib.SMTP(settings.host, settings.port, settings.domain, timeout=_CONNECT_WITHIN)
            if settings.tls == "starttls":
                made.starttls(context=context)
            if settings.user:
                made.login(settings.user, settings.password())
            made.ehlo_or_helo_if_needed()
        except (OSError, smtplib.SMTPException) as error:
            raise ChannelDown(f"{settings.host}:{settings.port}: {_said(error)}") from error
        if made.sock:
            made.sock.settimeout(_ANSWER_WITHIN)
            made.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else the end waits 40 ms for what is sent
        self._connection, self._count = made, 0
        return made

    def _transmit(self, connection: smtplib.SMTP, mail: Mail, before_last_byte: Callable[[], None]) -> None:
        sender = self._settings.envelope_sender(mail.id)
        options = [] if mail.address.isascii() else ["SMTPUTF8"]
        if options and not connection.has_extn("smtputf8"):
            raise MailRefused("the mail server takes no address with letters other than ASCII")
        written = write_mail(mail, self._settings, self._now())
        code, said = connection.mail(sender, options)
        if code >= _TEMPORARY:  # it refuses us, whatever the mail
            raise ChannelDown(f"{sender}: {_text(code, said)}")
        code, said = connection.rcpt(mail.address)
        _check(code, said, address=True)
        connection.putcmd("data")
        code, said = connection.getreply()
        _check(code, said)
        connection.send(re.sub(rb"(?m)^\.", b"..", written))
        with RENDERING:  # so that no time passes between the two, in which the process could be killed
            before_last_byte()
            connection.send(b".\r\n")
        code, said = connection.getreply()
        _check(code, said)

    def _reset(self) -> None:
        """Let the connection take another mail."""
        try:
            if self._connection:
                self._connection.rset()
        except (OSError, smtplib.SMTPException):
            self._drop()

    def _drop(self) -> None:
        if self._connection:
            self._connection.close()
        self._connection = None


def write_mail(mail: Mail, settings: SmtpSettings, now: float) -> bytes:
    """Return a mail as it is sent, with a line's end at its end."""
    message = EmailMessage(policy=_POLICY)
    name, domain = settings.sender.rsplit("@", 1)
    message["From"] = Address("Ludarium", name, domain)
    message["To"] = mail.address
    message["Subject"] = _line(mail.subject)
    message["Date"] = formatdate(now)
    message["Message-ID"] = f"<{mail.id}@{settings.domain}>"
    for header, value in _headers(mail.headers).items():
        message[header] = value
    message.set_content(mail.text, cte=_encoding(mail.text))
    if mail.html:
        message.add_alternative(mail.html, subtype="html", cte=_encoding(mail.html))
        *_, html = message.iter_parts()
        assert isinstance(html, EmailMessage)
        for number, (content_id, png) in enumerate(mail.pictures.items(), 1):
            html.add_related(
                png, "image", "png", cid=f"<{content_id}>", disposition="inline", filename=f"board-{number}.png"
            )
    if mail.calendars:
        _add_calendars(message, [calendar.decode() for calendar in mail.calendars])
    return message.as_bytes()


def _add_calendars(message: EmailMessage, calendars: Sequence[str]) -> None:
    """Add iCalendar objects as files, and the only one as an alternative, too, which programs show as an invitation."""
    parts = [({"method": _METHOD.findall(calendar)[0]}, calendar) for calendar in calendars]
    if len(parts) == 1:
        params, calendar = parts[0]
        message.add_alternative(calendar, subtype="calendar", params=params, cte="base64")
    for number, (params, calendar) in enumerate(parts, 1):
        name = "appointment.ics" if len(parts) == 1 else f"appointment-{number}.ics"
        message.add_attachment(calendar, subtype="calendar", params=params, filename=name, cte="base64")


def _headers(more: Mapping[str, str]) -> dict[str, str]:
    headers = {"Auto-Submitted": "auto-generated", **more}
    return {name: _line(value) for name, value in headers.items() if value}


def _line(text: str) -> str:
    """Return a text on one line, which a header must be."""
    return " ".join(text.split())


def _encoding(text: str) -> str:
    short = all(len(line) < 900 for line in text.splitlines())  # a line of a mail has at most 998 bytes
    return "7bit" if text.isascii() and short else "quoted-printable"


def _check(code: int, said: bytes, *, address: bool = False) -> None:
    if code >= _PERMANENT and not (address and _FULL_OR_POLICY.match(said)):
        raise MailRefused(_text(code, said), address_fails=address)
    if code >= _TEMPORARY:
        raise smtplib.SMTPResponseException(code, said)


def _text(code: int, said: bytes) -> str:
    return f"{code} {said.decode('utf-8', 'replace')}".replace("\n", " ")[:300]


def _said(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        said = error.smtp_error
        return _text(error.smtp_code, said if isinstance(said, bytes) else said.encode())
    return explain(error)
