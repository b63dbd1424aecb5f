"""Steps that the tests of mailed commands share."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import pytest

from ludarium.site.match.views import MatchView
from ludarium.site.outbox.rows.boxes import InboxTable
from tests.site.mail.conftest import DOOR, Post, written

SECRET = "wonder-land"


def turns(post: Post, match: MatchView) -> list[str]:
    return [entry.text for entry in post.service.bots.look(match.id).match.turns]


def answer(post: Post, subject: str, text: str = "", sender: str = "ann@example.com") -> str:
    """Mail a command; return the text of its answer, in which no password is repeated."""
    outcome = post.send(subject, text, sender)
    post.now += 61
    mails = [mail for mail in post.sent() if mail.address == sender]
    assert len(mails) == 1, outcome
    assert SECRET not in outcome + mails[0].subject + mails[0].text
    return mails[0].text


def words(text: str) -> str:
    return " ".join(text.split()).lower()


def died(post: Post, subject: str, sender: str) -> None:
    """Let a process take a mail with a command, and die when it was carried out."""
    post.drop(f"From: {sender}\nSubject: {subject}\n\n".encode(), sender, "play@games.example.org")
    post.now += 1
    with patch.object(InboxTable, "finish", side_effect=KeyboardInterrupt), pytest.raises(KeyboardInterrupt):
        post.desk.handle_waiting()
    post.now += 121
    post.desk.handle_waiting()


@contextmanager
def another_process(post: Post, command: str, sender: str = "ann@example.com", revision: int = 0) -> Iterator[None]:
    """Let a process do the body for a mail and then die; this one takes the mail over."""
    post.drop(written("", sender, Subject=command), sender, DOOR.address)
    post.now += 1
    mail = post.store.inbox.claim(post.now, post.now + 120)
    assert mail
    post.store.inbox.note_steps(mail, {"0": {"revision": revision}})
    yield
    post.now += 121
    post.desk.handle_waiting()


def sign_up_code(post: Post) -> str:
    """Return the code of the mail to somebody who has signed up."""
    (code,) = (found[1] for mail in post.sent() if (found := re.search(r"confirm (\w{4} \w{4}) password", mail.text)))
    return str(code)


def confirm_addresses(post: Post, *addresses: str) -> None:
    """Mail the code of each address, from there, by which it becomes that of an account."""
    pattern = re.compile(r"(?:confirm|mail:) (\w{4} \w{4})")
    codes = {mail.address: found[1] for mail in post.sent() if (found := pattern.search(mail.text))}
    for address in addresses:
        answer(post, f"confirm {codes[address]}", sender=address)
