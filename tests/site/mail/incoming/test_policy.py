"""An MTA asks before it takes a mail: addresses that were never given are refused there."""

from io import BytesIO
from pathlib import Path

import pytest

from ludarium.site.ground.values import OutboxMessage, Person
from ludarium.site.mail.incoming.receiving import UNKNOWN, NoSuchRecipient, answer_policy, check_recipient
from ludarium.site.match.views import MatchView
from ludarium.site.outbox.finishing import ANSWER
from ludarium.site.outbox.reply_tokens import local_part
from tests.cli.conftest import Run, ludarium_command
from tests.site.mail.conftest import DOOR, Post
from tests.site.mail.incoming.test_receiving import data

__all__ = ["data", "ludarium_command"]


def asked(*recipients: str) -> bytes:
    return b"".join(
        f"request=smtpd_access_policy\nprotocol_state=RCPT\nrecipient={recipient}\n\n".encode()
        for recipient in recipients
    )


def test_unknown_tags_are_refused_before_the_queue(post: Post, ann: Person, match: MatchView) -> None:
    token = post.token(ann, match, 0)
    known, unknown = f"{local_part(token)}@{DOOR.domain}", f"{local_part(token[::-1])}@{DOOR.domain}"
    others = (DOOR.address, f"postmaster@{DOOR.domain}", f"{local_part(token[::-1])}@elsewhere.example", "")
    target = BytesIO()
    recipients = (known, unknown, "b+0123456789abcdef@games.example.org", "m+short@games.example.org", *others)
    answer_policy(
        BytesIO(asked(*recipients)),
        target,
        DOOR.domain,
        lambda recipient: check_recipient(DOOR, post.store.inbox, recipient, post.now),
    )
    refused, passed = f"action={UNKNOWN}", "action=DUNNO"
    assert target.getvalue().decode().split("\n\n") == [passed, refused, refused, refused, *[passed] * 4, ""]


def test_only_a_mail_that_was_sent_comes_back(post: Post) -> None:
    message = OutboxMessage("0123456789abcdef", ANSWER, None, "ann@example.com", {}, post.now)
    post.store.outbox.send(message)
    recipient = f"b+{message.id}@{DOOR.domain}"
    with pytest.raises(NoSuchRecipient):
        check_recipient(DOOR, post.store.inbox, recipient, post.now)
    post.store.outbox.begin(message, post.now)  # perhaps sent
    check_recipient(DOOR, post.store.inbox, recipient, post.now)
    post.store.outbox.sent(message, post.now)
    check_recipient(DOOR, post.store.inbox, recipient, post.now)


def test_a_database_that_cannot_be_read_refuses_nothing() -> None:
    def fail(recipient: str) -> None:
        raise OSError

    target = BytesIO()
    answer_policy(BytesIO(asked("m+short@games.example.org")), target, DOOR.domain, fail)
    assert target.getvalue() == b"action=DUNNO\n\n"


def test_the_command_answers_on_its_standard_streams(data: Path, ludarium_command: Run) -> None:
    told = ludarium_command("mail", "policy", typed=asked(f"m+{'a' * 26}@{DOOR.domain}", DOOR.address).decode())
    assert told.stdout == f"action={UNKNOWN}\n\naction=DUNNO\n\n"
