"""The puzzle of the day by mail and push: to who has asked for it, once a day, and answered by a bare reply."""

import io
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from ludarium.site.ground.values import Person
from ludarium.site.mail.inbox_processor import InboxProcessor
from ludarium.site.mail.incoming.reader import MailText
from ludarium.site.mail.incoming.receiving import is_known, receive
from ludarium.site.mail.sending import complete_outbox
from ludarium.site.mail.settings import MailDoor
from ludarium.site.outbox.outbox import Mail
from ludarium.site.puzzles.board import PuzzleBoard, number_of_day, puzzles_of
from ludarium.site.puzzles.mail import PUZZLE, Daily
from ludarium.site.puzzles.rows import AttemptTable, PuzzleReplyTable
from ludarium.site.puzzles.solving import Solving
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.fake_time import DAY, HOUR, FakeTime
from tests.site.mail.conftest import READER, written
from tests.site.puzzles.conftest import MakeAccount, right, wrong

pytestmark = pytest.mark.both_databases
DOOR = MailDoor("play@games.example.org")


@pytest.fixture
def daily(solving: Solving) -> Daily:
    return Daily(solving, DOOR)


@pytest.fixture
def sent(daily: Daily, service: Service, store: Store, time: FakeTime) -> Callable[[], list[Mail]]:
    """Do what is due, and return the mails that are sent then."""

    def send() -> list[Mail]:
        mails = list[Mail]()
        daily.send()
        complete_outbox(service, store, DOOR, time).with_composers(daily.composers).send_due(mails.append)
        return mails

    return send


def subscribe(solving: Solving, person: Person, game: str = "ludo") -> None:
    solving.choose_mail(person, game, by_mail=True, by_push=False)


def token_of(mail: Mail) -> str:
    (token,) = re.findall(r"m\+([a-z2-7]{26})@games\.example\.org", mail.headers["Reply-To"])
    return str(token)


def text_of(words: str) -> MailText:
    """Return a mail with this text."""
    values = dict.fromkeys(MailText.__annotations__, "")
    return MailText(**{**values, "text": f"{words}\n\nOn Friday, Ludarium wrote:\n> the puzzle\n"})  # type: ignore[arg-type]  # what a reply has else does not matter


Sent = Callable[[], list[Mail]]


def test_a_puzzle_comes_every_morning(solving: Solving, sent: Sent, ann: Person, time: FakeTime) -> None:
    subscribe(solving, ann)  # at eight
    assert sent() == []
    time.pass_by(DAY)
    (mail,) = sent()
    board = PuzzleBoard.of("ludo", number_of_day("ludo", solving.today(ann)))
    assert board.puzzle.task in mail.text
    assert "rolled" in mail.text
    assert board.path in mail.text
    assert "/puzzles>" in mail.headers["List-Unsubscribe"]
    assert sent() == []
    time.pass_by(DAY)
    assert len(sent()) == 1


def test_nothing_comes_to_who_has_not_asked(sent: Sent, ann: Person, time: FakeTime) -> None:
    time.pass_by(3 * DAY)
    assert sent() == []


def test_days_without_a_server_are_not_made_up_for(solving: Solving, sent: Sent, ann: Person, time: FakeTime) -> None:
    subscribe(solving, ann)
    time.pass_by(5 * DAY)
    assert len(sent()) == 1


def test_two_processes_send_one(
    solving: Solving, daily: Daily, open_store: Callable[[], Store], ann: Person, time: FakeTime, store: Store
) -> None:
    subscribe(solving, ann)
    time.pass_by(DAY)
    other = Daily(Solving(Service(open_store(), now=time)), DOOR)
    assert daily.send() + other.send() == 1
    assert store.outbox.count(kind=PUZZLE) == 1


def test_it_waits_for_the_morning_of_the_person_and_for_quiet_hours(
    solving: Solving, service: Service, sent: Sent, ann: Person, time: FakeTime
) -> None:
    settings = service.notices.settings(ann.id)
    service.notices.save_settings(ann.id, replace(settings, zone="Asia/Tokyo", quiet=(22, 10)))
    subscribe(solving, ann)  # 17:00 there
    time.pass_by(16 * HOUR)
    assert sent() == []
    time.pass_by(HOUR)
    assert len(sent()) == 1


@pytest.mark.parametrize("ended", ["closed", "suspended", "all mail", "unsubscribed", "another address", "refused"])
def test_nobody_gets_it_who_does_not_want_it_or_may_not(
    solving: Solving, daily: Daily, service: Service, store: Store, ann: Person, time: FakeTime, ended: str
) -> None:
    subscribe(solving, ann)
    time.pass_by(DAY)
    daily.send()  # it waits in the outbox when the person changes their mind
    if ended == "closed":
        service.closing.close(ann, ann.id, keep_name=True)
    elif ended == "suspended":
        store.people.set(ann.id, suspended_until=time() + DAY)
    elif ended == "all mail":
        service.notices.end_mail(ann.id)
    elif ended == "unsubscribed":
        solving.end_mails(ann.id)
    elif ended == "another address":
        store.accounts.remove_email(ann.id)
    else:
        service.notices.refuse(ann.email or "", "no such mailbox")
    mails = list[Mail]()
    complete_outbox(service, store, DOOR, time).with_composers(daily.composers).send_due(mails.append)
    assert mails == []


def test_a_bare_reply_is_judged_and_counted(
    solving: Solving, daily: Daily, sent: Sent, ann: Person, time: FakeTime, store: Store
) -> None:
    subscribe(solving, ann)
    time.pass_by(DAY)
    token, number = token_of(sent()[0]), number_of_day("ludo", solving.today(ann))
    handled = daily.reply(token, text_of(wrong("ludo", number).typed))
    assert handled
    assert handled.answer
    assert handled.answer.text.startswith("Not this one")
    assert "gives away" in handled.answer.text
    assert wrong("ludo", number).said(wrong("ludo", number).typed) in handled.answer.text.replace("\n", " ")
    handled = daily.reply(token, text_of(right("ludo", number).typed))
    assert handled
    assert handled.answer
    assert handled.answer.text.startswith(f"Right: {right('ludo', number).typed}, ")
    assert "1 day in a row" in handled.answer.text
    (attempt,) = AttemptTable(store.database).find()
    assert (attempt.is_right, attempt.solved_at) == (False, time())


def test_a_reply_comes_in_by_the_inbox_and_its_answer_goes_out(
    solving: Solving, daily: Daily, service: Service, store: Store, sent: Sent, ann: Person, time: FakeTime
) -> None:
    subscribe(solving, ann)
    time.pass_by(DAY)
    mail, number = sent()[0], number_of_day("ludo", solving.today(ann))
    recipient, turn = mail.headers["Reply-To"], right("ludo", number).typed
    assert is_known(store.inbox, token_of(mail), time())
    desk = InboxProcessor(service, store, DOOR, time, READER, other=daily.reply)
    for sender in ("ann@example.org", "stranger@example.net"):  # who has got the mail may answer it, but once
        receive(store.inbox, sender, recipient, io.BytesIO(written(turn, sender)), time())
        time.pass_by(1)
        desk.handle_waiting()
    first, second = sent()
    assert (first.address, second.address) == ("ann@example.org", "stranger@example.net")
    assert first.text.startswith("Right")
    assert "Your rating" in first.text
    assert "Your rating" not in second.text
    assert token_of(mail) not in first.text + second.text
    assert AttemptTable(store.database).count() == 1


def test_what_is_no_turn_is_answered_and_not_counted(
    solving: Solving, daily: Daily, sent: Sent, ann: Person, time: FakeTime, store: Store
) -> None:
    subscribe(solving, ann)
    time.pass_by(DAY)
    token = token_of(sent()[0])
    for words in ("hello", "", "x" * 5000, "A1\0", "-----BEGIN PGP MESSAGE-----"):
        handled = daily.reply(token, text_of(words))
        assert handled
        assert handled.answer
        assert handled.answer.refused
        assert handled.outcome.startswith("refused")
    assert AttemptTable(store.database).find() == ()


def test_other_tokens_are_for_others(solving: Solving, daily: Daily, sent: Sent, ann: Person, time: FakeTime) -> None:
    subscribe(solving, ann)
    time.pass_by(DAY)
    token = token_of(sent()[0])
    assert daily.reply("a" * 26, text_of("A1 1x1=1")) is None
    time.pass_by(31 * DAY)
    sent()  # the next one: what is older than a month is forgotten
    assert daily.reply(token, text_of("A1 1x1=1")) is None


def test_a_closed_account_answers_nothing(
    solving: Solving, daily: Daily, service: Service, store: Store, sent: Sent, ann: Person, time: FakeTime
) -> None:
    subscribe(solving, ann)
    time.pass_by(DAY)
    token, number = token_of(sent()[0]), number_of_day("ludo", solving.today(ann))
    store.people.set(ann.id, suspended_until=time() + DAY)
    handled = daily.reply(token, text_of(right("ludo", number).typed))
    assert handled
    assert handled.answer
    assert handled.answer.refused
    service.closing.close(ann, ann.id, keep_name=True)
    assert PuzzleReplyTable(store.database).count(person=ann.id) == 0
    assert daily.reply(token, text_of(right("ludo", number).typed)) is None
    assert AttemptTable(store.database).find() == ()


def test_a_browser_gets_it_as_a_notice_that_no_mail_repeats(
    solving: Solving, daily: Daily, service: Service, ann: Person, time: FakeTime
) -> None:
    solving.choose_mail(ann, "vortex", by_mail=False, by_push=True)
    for _ in range(2):
        time.pass_by(DAY)
        daily.send()
    unread = [one.notice for one in service.notices.recent(ann.id) if one.notice.read_at is None]
    number = number_of_day("vortex", solving.today(ann))
    assert [(one.kind, one.path) for one in unread] == [(PUZZLE, f"/puzzles/vortex/{number}")]
    assert puzzles_of("vortex")[number - 1].task == unread[0].data["text"]
    time.pass_by(HOUR)
    assert not service.notices.plan()


def test_the_mails_end_with_one_press(
    solving: Solving, service: Service, ann: Person, make_account: MakeAccount, browser: TestClient
) -> None:
    bob = make_account("Bob")
    for person in (ann, bob):
        subscribe(solving, person)
    page = f"{service.notices.unsubscribe_path(ann.id)}/puzzles"
    assert browser.get(page).status_code == 200
    assert solving.mails(ann)
    browser.post(page, data={"List-Unsubscribe": "One-Click"})
    assert not solving.mails(ann)
    assert solving.mails(bob)
    assert browser.post("/unsubscribe/nobody/puzzles", data={"more": ""}).status_code == 404
