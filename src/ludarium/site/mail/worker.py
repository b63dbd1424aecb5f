"""A process for mail only: it sends the mails that wait, and handles those that came in."""

import signal
from collections.abc import Callable
from threading import Event
from types import FrameType

from ludarium.site.due import Clock, dues
from ludarium.site.mail.inbox_processor import InboxProcessor, InboxWorker
from ludarium.site.mail.sending import make_mailer
from ludarium.site.service import Service
from ludarium.site.settings import ServerSettings
from ludarium.site.store import Store


def work(settings: ServerSettings, *subjects: Callable[[Service], object]) -> None:
    """Send and handle mails until a signal ends the process; subjects of the site add what they answer."""
    ended = Event()

    def end(number: int, frame: FrameType | None) -> None:
        ended.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    store = Store(settings.database)
    service = Service(
        store,
        rules=settings.rules,
        quotas=settings.quotas,
        vacation_days=settings.vacation_days,
        announces=settings.webhook is not None,
    )
    for subject in subjects:
        subject(service)
    mailer = make_mailer(service, store, settings.smtp, settings.door, settings.webhook)
    inbox = InboxWorker(InboxProcessor(service, store, settings.door)) if settings.door else None
    clock = Clock(dues(service))
    clock.start()
    mailer.start()
    if inbox:
        inbox.start()
    ended.wait()
    if inbox:
        inbox.close()
    mailer.close()
    clock.close()
    store.close()
