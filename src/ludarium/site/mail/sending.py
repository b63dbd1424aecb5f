"""The mailer of a process, which composes and sends the mails of the site."""

import time
from collections.abc import Callable, Mapping
from types import MappingProxyType

from ludarium.site.mail.answers import Answers
from ludarium.site.mail.messages import MessageMails
from ludarium.site.mail.outgoing.notice_mails import NoticeMails
from ludarium.site.mail.outgoing.smtp import Smtp
from ludarium.site.mail.outgoing.smtp_settings import SmtpSettings
from ludarium.site.mail.settings import MailDoor
from ludarium.site.notices.push import PUSH
from ludarium.site.notices.pushing import PushTransport, Signer, compose_push
from ludarium.site.offers.commands import ANNOUNCEMENT
from ludarium.site.offers.webhook import Webhook, WebhookTransport, compose_announcement
from ludarium.site.outbox.outbox import Compose, Lane, Mailer, Outbox
from ludarium.site.service import Service
from ludarium.site.store import Store

CONNECTIONS = 4
"""Connections to the mail server that one process has at most."""
PUSHING = 4
"""Messages that one process sends to push services at once."""


def complete_outbox(service: Service, store: Store, door: MailDoor, now: Callable[[], float] = time.time) -> Outbox:
    """Return the outbox of a service, which makes mails of all kinds; those that answer mails with a door alone."""
    composers = {**NoticeMails(service, store.pending_commands, door, now).composers}
    composers[PUSH] = compose_push(service.notices)
    composers[ANNOUNCEMENT] = compose_announcement(service)
    if door:
        composers |= Answers(service, store.pending_commands, door, now).composers
        composers |= MessageMails(service, store.pending_commands, door, now).composers
    return service.outbox.with_composers(composers)


def make_mailer(
    service: Service,
    store: Store,
    smtp: SmtpSettings | None,
    door: MailDoor,
    webhook: Webhook | None = None,
    now: Callable[[], float] = time.time,
    more: Mapping[str, Compose] = MappingProxyType({}),
) -> Mailer:
    """Return the mailer of a service, which writes mails to the log where no mail server is named.

    `more` are composers of mails of other subjects.
    """
    outbox = complete_outbox(service, store, door, now).with_composers(more)

    push, signer = service.notices.push, Signer(service.notices.push, service.accounts.rules.url, now)
    lanes = [
        Lane([PUSH], [PushTransport(push, signer) for _ in range(PUSHING)]),
        Lane([ANNOUNCEMENT], [WebhookTransport(webhook, now)]),
    ]
    mails = [Smtp(smtp, now) for _ in range(CONNECTIONS)] if smtp else []
    return Mailer(outbox, mails, lanes=lanes)
