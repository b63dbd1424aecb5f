"""Mails that come back end the mail to an address that nobody has."""

from pathlib import Path

import pytest

from ludarium.site.ground.values import OutboxMessage
from ludarium.site.mail.incoming.automatic import Bounce, read_bounce
from ludarium.site.mail.incoming.receiving import NoSuchRecipient, check_recipient
from ludarium.site.outbox.finishing import finish
from tests.site.mail.conftest import DOOR, Post

REPORT = (Path(__file__).parents[1] / "mails" / "bounce.eml").read_bytes()


def test_what_a_report_says() -> None:
    assert read_bounce(REPORT) == Bounce("5.1.1", address_fails=True)
    assert read_bounce(REPORT.replace(b"5.1.1", b"5.2.2")) == Bounce("5.2.2", address_fails=False)
    assert read_bounce(REPORT.replace(b"Action: failed", b"Action: delayed")) is None
    assert read_bounce(b"\xff") is None
    assert read_bounce(b"Subject: hello\n\nfailed") is None


def test_a_mail_that_comes_back_refuses_its_address(post: Post) -> None:
    ann = post.account("Ann")
    post.drop(b"\n", "x@y.z", "play@games.example.org")
    mail = post.store.inbox.claim(post.now + 1, post.now + 2)
    assert mail
    message = OutboxMessage("0123456789abcdef", "password", ann.id, "ann@example.com", {}, post.now)
    finish(post.store, mail, "", post.now, [message])
    with pytest.raises(NoSuchRecipient):  # nothing comes back that was not sent
        check_recipient(DOOR, post.store.inbox, "b+0123456789abcdef@games.example.org", post.now)
    assert len(post.sent()) == 1
    check_recipient(DOOR, post.store.inbox, "b+0123456789abcdef@games.example.org", post.now)
    with pytest.raises(NoSuchRecipient):
        check_recipient(DOOR, post.store.inbox, "b+0123456789abcdee@games.example.org", post.now)
    came = post.deliver(REPORT, "", "b+0123456789abcdef@games.example.org")
    assert came.outcome == "mail 0123456789abcdef came back: 5.1.1"
    assert post.service.notices.refusal("ann@example.com") == "5.1.1"


def test_what_is_no_report_does_nothing(post: Post) -> None:
    came = post.deliver(b"From: a@b.c\nSubject: Hello\n\nu+", "a@b.c", "b+0123456789abcdef@games.example.org")
    assert came.outcome == "not read: no report of a failure"
    assert post.sent() == []
