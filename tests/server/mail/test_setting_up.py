"""What is said when a site starts without what its settings need."""

import builtins
import logging
from collections.abc import Callable
from types import ModuleType

import pytest

from ludarium.club.bots.workers import BotWorkers
from ludarium.club.service import Service
from ludarium.server import process
from ludarium.server.mail import sending
from ludarium.server.mail.outgoing.smtp_settings import SmtpSettings
from ludarium.server.mail.sending import make_mailer
from ludarium.server.mail.settings import MailDoor
from ludarium.store.match.repository import Store

SMTP = SmtpSettings.from_environment({"LUDARIUM_SMTP": "localhost:25"})


@pytest.mark.parametrize(("smtp", "missing", "said"), [(SMTP, ["resvg"], 1), (SMTP, [], 0), (None, ["resvg"], 0)])
def test_without_the_libraries_for_pictures_it_is_said_at_start(
    open_store: Callable[[], Store],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    smtp: SmtpSettings | None,
    missing: list[str],
    said: int,
) -> None:
    monkeypatch.setattr(sending, "find_spec", lambda name: None if name in missing else object())
    store = open_store()
    with caplog.at_level(logging.WARNING):
        make_mailer(Service(store), store, smtp, MailDoor())
    told = [record.getMessage() for record in caplog.records if "boards as text alone" in record.getMessage()]
    assert len(told) == said
    assert all("resvg" in text and "[mail]" in text for text in told)


def test_a_site_runs_without_the_library_for_metrics_and_says_so(
    open_store: Callable[[], Store], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = builtins.__import__

    def without(name: str, *arguments: object, **named: object) -> ModuleType:
        if name == "ludarium.server.metrics":
            raise ModuleNotFoundError("No module named 'prometheus_client'", name="prometheus_client")
        return real(name, *arguments, **named)  # type: ignore[arg-type]  # what was given

    monkeypatch.setattr(builtins, "__import__", without)
    store = open_store()
    with caplog.at_level(logging.WARNING):
        assert process._make_metrics(BotWorkers(Service(store), store, 1)) is None
    assert "the site runs without metrics: prometheus_client is missing; LUDARIUM_METRICS_PORT needs" in caplog.text
