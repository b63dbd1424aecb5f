"""Receiving: a mail is stored as it came, for addresses that there are, and worked off once."""

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludarium.site.ground.database import Database
from ludarium.site.ground.values import OutboxMessage, Person
from ludarium.site.mail.incoming import receiving
from ludarium.site.mail.incoming.receiving import LARGEST, NoSuchRecipient, TooManyWait, check_recipient, receive
from ludarium.site.mail.messages import message_to
from ludarium.site.mail.settings import MailDoor
from ludarium.site.match.commands import Resign
from ludarium.site.match.views import MatchView
from ludarium.site.outbox.finishing import ANSWER, PLAYED, REFUSAL, FinishedMail, finish, refusal_key
from ludarium.site.outbox.reply_tokens import local_part
from ludarium.site.outbox.rows.boxes import InboxTable
from ludarium.site.store import Store
from tests.cli.conftest import Run, ludarium_command
from tests.site.mail.conftest import DOOR, Post

__all__ = ["ludarium_command"]
MAIL = b"Subject: help\n\nx\n"


@pytest.fixture
def data(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the settings, with a database."""
    monkeypatch.setenv("LUDARIUM_DATA", str(tmp_path))
    monkeypatch.setenv("LUDARIUM_DATABASE", url)
    monkeypatch.setenv("LUDARIUM_MAIL_ADDRESS", DOOR.address)
    return tmp_path


def receive_command(sender: str, recipient: str) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "ludarium", "mail", "receive", sender, recipient]
    return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_a_mail_is_stored_as_it_came(post: Post) -> None:
    post.drop(b"\xff\x00\r\n", "ann@example.com", DOOR.address)
    (mail,) = post.store.inbox.latest(10)
    assert (mail.raw, mail.size, mail.sender, mail.recipient) == (b"\xff\x00\r\n", 4, "ann@example.com", DOOR.address)
    assert mail.handled_at is None


def test_of_a_very_large_mail_the_first_part_is_stored(post: Post) -> None:
    post.drop(MAIL + b"x" * 25_000_000, "ann@example.com", DOOR.address)
    (mail,) = post.store.inbox.latest(10)
    assert (len(mail.raw), mail.size) == (LARGEST, 25_000_000 + len(MAIL))


def test_an_envelope_that_no_database_keeps_is_made_storable(post: Post) -> None:
    receive(post.store.inbox, "a\0b\udcff@x" + "y" * 5000, DOOR.address, io.BytesIO(MAIL), 1.0)
    (mail,) = post.store.inbox.latest(10)
    assert mail.sender.startswith("ab?@x")


def test_mail_is_received_for_the_address_of_commands_and_for_tokens(post: Post, ann: Person, match: MatchView) -> None:
    token = post.token(ann, match, 0)
    for recipient in (DOOR.address, "PLAY@Games.Example.Org", f"{local_part(token)}@games.example.org"):
        check_recipient(DOOR, post.store.inbox, recipient, post.now)
    for recipient in (f"{local_part(token[::-1])}@games.example.org", "root@games.example.org", "play@example.org", ""):
        with pytest.raises(NoSuchRecipient, match="no mail is received"):
            check_recipient(DOOR, post.store.inbox, recipient, post.now)
    with pytest.raises(NoSuchRecipient):
        check_recipient(MailDoor(), post.store.inbox, "", post.now)


def answered(post: Post, number: int, kind: str = ANSWER, **data: str) -> FinishedMail:
    """Receive a mail and answer it."""
    post.drop(MAIL, "ann@example.com", DOOR.address)
    mail = post.store.inbox.claim(post.now + 1, post.now + 2)
    assert mail
    said = {"subject": str(number), "text": f"text {number}", **data}
    return finish(post.store, mail, "", post.now, [OutboxMessage("", kind, None, "ann@example.com", said, post.now)])


def test_beyond_thirty_answers_an_hour_those_that_wait_are_one_mail(post: Post) -> None:
    assert [answered(post, number).folded for number in range(33)] == [0] * 30 + [1] * 3
    mails = []
    for _ in range(62):
        mails.append(post.sent())
        post.now += 60
    subjects = [[mail.subject for mail in some] for some in mails]
    assert subjects[:30] == [[f"Re: {number}"] for number in range(30)]
    (folded,) = [mail for some in mails[30:] for mail in some]
    assert folded.subject == "3 answers to your mails"
    assert all(f"Re: {number}\n\ntext {number}" in folded.text for number in (30, 31, 32))
    assert "left out" not in folded.text


def test_a_mail_of_very_many_answers_says_how_many_are_left_out(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("ludarium.site.outbox.finishing", "ludarium.site.mail.answers"):
        monkeypatch.setattr(f"{module}.MOST_FOLDED", 2)
    for number in range(34):
        answered(post, number)
    post.now += 3600
    folded = post.sent()[-1]
    assert (folded.subject, "2 more answers are left out." in folded.text) == ("4 answers to your mails", True)


def test_answers_to_replies_that_were_carried_out_do_not_count(post: Post) -> None:
    for number in range(40):
        answered(post, number, PLAYED)
    answered(post, 40)
    assert len(post.sent()) == 41


def test_the_second_refusal_of_a_day_that_says_the_same_is_the_last(post: Post) -> None:
    for number in range(4):
        answered(post, number, **{REFUSAL: refusal_key("'Away' was read")})
        post.now += 61
    first, second = post.sent()
    assert "no further answer today" not in first.text
    assert "no further answer today" in " ".join(second.text.split())
    answered(post, 5, **{REFUSAL: refusal_key("'u-' was read")})
    assert len(post.sent()) == 1
    post.now += 86_400
    answered(post, 6, **{REFUSAL: refusal_key("'Away' was read")})
    assert len(post.sent()) == 1


def test_the_sender_of_a_text_that_is_not_sent_on_learns_so(post: Post, ann: Person, bob: Person) -> None:
    said = []
    for _ in range(3):
        post.drop(MAIL, "ann@example.com", DOOR.address)
        mail = post.store.inbox.claim(post.now + 1, post.now + 2)
        assert mail
        answer = OutboxMessage("", ANSWER, None, "ann@example.com", {"subject": "x", "text": "Done."}, post.now)
        finish(post.store, mail, "", post.now, [message_to(ann, bob, "I am away.", post.now), answer])
        post.now += 61
        said.append({mail.address: " ".join(mail.text.split()) for mail in post.sent()})
    assert ["bob@example.com" in mails for mails in said] == [True, True, False]
    assert ["was not sent on" in mails["ann@example.com"] for mails in said] == [False, False, True]


def test_a_mail_is_finished_once(post: Post) -> None:
    post.drop(MAIL, "ann@example.com", DOOR.address)
    mail = post.store.inbox.claim(post.now + 1, post.now + 2)
    assert mail
    answer = OutboxMessage("", ANSWER, None, "ann@example.com", {"subject": "", "text": ""}, post.now)
    for _ in range(2):
        finish(post.store, mail, "done", post.now, [answer])
    assert len(post.sent()) == 1


def test_mails_are_kept_for_thirty_days(post: Post) -> None:
    post.drop(MAIL, "ann@example.com", DOOR.address)
    post.now += 29 * 86_400
    post.desk.forget_old()
    assert len(post.store.inbox.latest(10)) == 1
    post.now += 2 * 86_400
    post.desk.forget_old()
    assert post.store.inbox.latest(10) == ()


def test_a_mail_that_cannot_be_handled_is_tried_twice_and_kept(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise OSError("the disk is full")  # which may pass

    monkeypatch.setattr("ludarium.site.mail.handling.Mails._read", fail)
    post.drop(MAIL, "ann@example.com", DOOR.address)
    for tries in range(1, 4):
        post.now += 60 * 2**tries
        assert post.desk.handle_waiting() == 1
    assert post.desk.handle_waiting() == 0
    (mail,) = post.store.inbox.latest(10)
    assert (mail.outcome, mail.tries) == ("not read: 2 processes have failed to handle it", 3)
    assert (mail.raw, mail.handled_at) == (MAIL, post.now)
    (answer,) = post.sent()
    assert (answer.address, answer.subject) == ("ann@example.com", "Re: Your mail")
    assert "This failed because of an error of the site" in answer.text


def test_an_error_of_this_program_is_answered_at_once_and_administrators_get_a_notice(
    post: Post, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object) -> None:
        raise ZeroDivisionError

    post.service.accounts.make_administrator(bob, "test")
    monkeypatch.setattr("ludarium.site.mail.handling.Mails._read", fail)
    mail = post.deliver(MAIL, "ann@example.com", DOOR.address)
    assert (mail.outcome, mail.tries) == ("failed: ZeroDivisionError", 1)
    (answer,) = post.sent()
    assert (
        "This failed because of an error of the site: the administrators are informed, and your mail is stored."
        in " ".join(answer.text.split())
    )
    (told,) = post.service.notices.recent(bob.id)
    assert f"ludarium mail show {mail.id}" in told.notice.data["text"]


def test_a_flood_stays_with_the_mta(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receiving, "MOST_WAITING", 2)
    for _ in range(2):
        post.drop(MAIL, "ann@example.com", DOOR.address)
    with pytest.raises(TooManyWait, match="no more are stored until some were"):
        post.drop(MAIL, "ann@example.com", DOOR.address)
    post.now += 1
    post.desk.handle_waiting()
    post.drop(MAIL, "ann@example.com", DOOR.address)


def test_an_mta_learns_the_result_by_exit_codes(
    data: Path, monkeypatch: pytest.MonkeyPatch, ludarium_command: Run
) -> None:
    assert ludarium_command("mail", "receive", "", DOOR.address, typed="x").exit_code == 0
    assert ludarium_command("mail", "receive", "a@b", "root@games.example.org", typed="x").exit_code == 67
    assert ludarium_command("mail", "receive", "a@b").exit_code == 75
    assert ludarium_command("mail", "receive", "--odd", "-x", "y").exit_code == 75
    monkeypatch.setenv("LUDARIUM_MAIL_ADDRESS", "")
    told = ludarium_command("mail", "receive", "a@b", DOOR.address, typed="x")
    assert told.exit_code == 75
    assert "LUDARIUM_MAIL_ADDRESS is not set" in told.stderr
    monkeypatch.setenv("LUDARIUM_MAIL_ADDRESS", DOOR.address)
    monkeypatch.setenv("LUDARIUM_DATABASE", f"sqlite:///{data / 'missing' / 'x.sqlite'}")
    assert ludarium_command("mail", "receive", "a@b", DOOR.address, typed="x").exit_code == 75


def test_an_administrator_lists_shows_and_replays_mails(data: Path, url: str, ludarium_command: Run) -> None:
    ludarium_command("mail", "receive", "ann@example.com", DOOR.address, typed="Subject: h\xe9\n\nx\n")
    (line,) = ludarium_command("mail", "list").stdout.splitlines()
    mail_id, *_, outcome = line.split()
    assert (f"ann@example.com to {DOOR.address}" in line, outcome) == (True, "waiting")
    assert mail_id.isalnum()  # so that the command takes it for no option
    assert ludarium_command("mail", "show", mail_id).stdout_bytes == "Subject: h\xe9\n\nx\n".encode()
    store = Store(url)
    post = Post(store, time.time())
    post.desk.handle_waiting()
    assert ludarium_command("mail", "list").stdout.split()[-1] != "waiting"
    assert ludarium_command("mail", "replay", mail_id).exit_code == 0
    assert ludarium_command("mail", "list").stdout.split()[-1] == "waiting"
    assert "there is no mail 'nothing'" in ludarium_command("mail", "replay", "nothing").stderr
    store.close()


def test_ratings_are_rebuilt_by_a_command(data: Path, post: Post, ludarium_command: Run) -> None:
    ann, bob = post.account("Ann"), post.account("Bob")
    view = post.begin("orion", ann, bob)
    for seat, move in ((0, "u+"), (1, "a--"), (0, "u---"), (1, "a++")):
        view = post.service.bots.submit(view.id, seat, move, view.revision)
    post.service.bots.act(view.id, 1, Resign(), view.revision)
    assert ludarium_command("mail", "ratings", "orion").stdout == "  1800?  Ann\n  1400?  Bob\n"


def test_the_program_that_receives_is_light(data: Path, url: str) -> None:
    code = (
        "import sys\nfrom ludarium.cli.main import app\n"
        f"app(['mail', 'receive', '', '{DOOR.address}'], standalone_mode=False)\nprint(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], input=MAIL, capture_output=True, check=True)
    loaded = done.stdout.decode().split()
    heavy = {"numba", "numpy", "starlette", "alembic", "jinja2", "rich", "platformdirs"}
    assert not [name for name in loaded if name.partition(".")[0] in heavy]
    if url.startswith("postgresql"):
        assert "sqlalchemy.dialects.sqlite" not in loaded
    else:
        assert "sqlalchemy" not in loaded


def test_a_killed_program_loses_no_mail_that_it_has_accepted(data: Path, url: str) -> None:
    database = Database(url, migrated=True)
    inbox = InboxTable(database)
    early = receive_command("ann@example.com", DOOR.address)
    assert early.stdin
    early.stdin.write(b"Subject: a half\n")
    early.stdin.flush()
    early.send_signal(signal.SIGKILL)  # before the mail is complete
    assert early.wait() == -signal.SIGKILL
    early.communicate()
    assert inbox.latest(10) == ()
    accepted = receive_command("ann@example.com", DOOR.address)
    accepted.communicate(MAIL)
    assert accepted.returncode == os.EX_OK
    assert [mail.raw for mail in inbox.latest(10)] == [MAIL]
    database.dispose()
