"""Notices by mail: what arrives, what waits, and what a killed sender leaves."""

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from ludarium.match.clock import DAY, HOUR, Clock
from ludarium.site.begin.rows import Terms
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.ground.values import OutboxMessage, SeatAssignment
from ludarium.site.mail.outgoing.smtp import Smtp
from ludarium.site.mail.outgoing.smtp_settings import SmtpSettings
from ludarium.site.mail.sending import complete_outbox, make_mailer
from ludarium.site.mail.settings import MailDoor
from ludarium.site.match.commands import Resign
from ludarium.site.notices.rows.notices import GRACE, NoticeSettings
from ludarium.site.outbox.outbox import Outbox
from ludarium.site.people.accounts import AccountRules
from ludarium.site.ratings.ratings import display_rating
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.mail.sending.sink import NOW, Sink, settings_of
from tests.site.waiting import wait_for
from tools.mail_server import MailServer

URL = "https://games.example.org"


@dataclass
class Post:
    """A service with Ann and Bob, who have addresses, and what sends its mails."""

    service: Service
    store: Store
    settings: SmtpSettings
    door: MailDoor
    now: float = NOW
    outbox: Outbox = field(init=False)

    def account(self, name: str) -> SeatAssignment:
        person = self.service.people.rename(self.service.people.create_guest(), name)
        assert self.store.accounts.set_email(person.id, f"{name.lower()}@example.org", name.lower(), self.now)
        return SeatAssignment("person", name, person.id)

    def deliver(self) -> None:
        transport = Smtp(self.settings, lambda: self.now)
        self.service.notices.plan()
        try:
            self.outbox.deliver(transport)
        finally:
            transport.close()


@pytest.fixture
def post(open_store: Callable[[], Store], server: tuple[MailServer, Sink], sink: Sink) -> Post:
    store = open_store()
    values = {"LUDARIUM_MAIL_ADDRESS": "play@games.example.org"}
    door = MailDoor.from_environment(values)
    post = Post(None, store, settings_of(server, **values), door)  # type: ignore[arg-type]  # set in the next line
    post.service = Service(store, now=lambda: post.now, rules=AccountRules(URL))
    post.outbox = complete_outbox(post.service, store, door, lambda: post.now)
    return post


def begin(post: Post) -> str:
    seats = [post.account("Ann"), post.account("Bob")]
    view = post.service.create("orion", seats, clock=Clock.parse("2d+1d/2d"), host=seats[0].person)
    post.service.bots.submit(view.id, 0, "u+", view.revision)
    return view.id


def test_a_notice_arrives_with_its_board_and_can_be_answered_and_ended(post: Post, sink: Sink) -> None:
    match_id = begin(post)
    post.now += GRACE
    post.deliver()
    (mail,) = sink.arrived
    assert mail["To"] == "bob@example.org"
    assert mail["References"] == mail["In-Reply-To"] == f"<match.{match_id}@games.example.org>"
    token = mail["Reply-To"].removesuffix("@games.example.org").removeprefix("m+")
    assert post.service.reply_addresses.redeem(token).seat == 1
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    unsubscribe = mail["List-Unsubscribe"].strip("<>").removeprefix(f"{URL}/unsubscribe/")
    bob = post.service.bots.look(match_id).seats[1].person
    assert post.service.notices.of_token(unsubscribe) == bob
    text, html, picture = (part for part in mail.walk() if not part.is_multipart())
    assert "reply to this mail with your turn as its first line" in text.get_content()
    assert f'src="cid:{picture["Content-ID"].strip("<>")}"' in html.get_content()
    assert picture.get_content().startswith(b"\x89PNG")
    assert max(map(len, mail.as_bytes().splitlines())) <= 998
    assert sink.senders[0].startswith("b+")


def test_the_mailer_of_a_site_sends_to_the_server_of_its_settings(post: Post, sink: Sink) -> None:
    begin(post)
    post.now += GRACE
    post.service.notices.plan()
    mailer = make_mailer(post.service, post.store, post.settings, post.door, now=lambda: post.now)
    mailer.start()
    wait_for(lambda: sink.arrived)
    mailer.close()
    assert [mail["To"] for mail in sink.arrived] == ["bob@example.org"]


def test_a_daily_mail_has_a_line_for_each_notice(post: Post, sink: Sink) -> None:
    match_id = begin(post)
    bob = post.service.bots.look(match_id).seats[1].person
    assert bob
    post.service.notices.save_settings(bob, NoticeSettings("daily"))
    post.now += 2 * DAY - 60
    assert post.service.notices.warn() == []
    post.deliver()
    (mail,) = sink.arrived
    assert mail["Subject"] == "1 notice from Ludarium"
    text = mail.get_body(("plain",))
    assert text
    lines = text.get_content().splitlines()
    assert lines[:2] == ["Orion: Hydra, game 1 against Ann: It is your turn.", f"{URL}/matches/{match_id}"]
    assert post.service.bots.look(match_id).match.state.text().splitlines()[1] in lines
    (address,) = re.findall(r"m\+(\w{26})@games.example.org", text.get_content())
    assert post.service.reply_addresses.redeem(address).seat == 1
    html = mail.get_body(("html",))
    assert html
    assert f"m+{address}@games.example.org" in html.get_content()


def test_no_two_mails_share_the_id_of_a_picture(post: Post, sink: Sink) -> None:
    for match_id in (begin(post), post.service.create("orion", post_seats(post)).id):
        assert match_id
    post.now += GRACE
    post.deliver()
    ids = [part["Content-ID"] for mail in sink.arrived for part in mail.walk() if part["Content-ID"]]
    assert len(ids) == len(set(ids)) > 1


def post_seats(post: Post) -> list[SeatAssignment]:
    people = [post.service.accounts.find(name) for name in ("Ann", "Bob")]
    return [SeatAssignment("person", person.name, person.id) for person in people]


def test_the_result_is_in_the_thread_of_its_match_with_the_secret_of_the_dice(post: Post, sink: Sink) -> None:
    post.account("Ann"), post.account("Bob")
    view = post.service.create("vortex", post_seats(post))
    post.service.bots.act(view.id, 0, Resign(), view.revision)
    post.now += GRACE
    post.deliver()
    mail = next(mail for mail in sink.arrived if mail["To"] == "bob@example.org")
    assert mail["References"] == f"<match.{view.id}@games.example.org>"
    text = mail.get_body(("plain",))
    assert text
    commitment = post.service.view(None, view.id).match.commitment
    assert commitment
    assert commitment.secret
    assert f"The secret was {commitment.secret.hex()};" in " ".join(text.get_content().split())


def test_the_result_of_a_rated_match_says_what_it_has_changed(post: Post, sink: Sink) -> None:
    ann, bob = (post.service.people.load(seat.person or "") for seat in (post.account("Ann"), post.account("Bob")))
    assert ann
    assert bob
    terms = Terms("orion", clock="2d+1d/2d", rated=True)
    view = post.service.challenges.start(ann, ["Ann", "Bob"], terms)
    for seat, move in ((0, "u+"), (1, "a--"), (0, "u---"), (1, "a++")):
        view = post.service.bots.submit(view.id, seat, move, view.revision)
    post.service.bots.act(view.id, 0, Resign(), view.revision)
    post.now += GRACE
    post.deliver()
    bodies = [mail.get_body(("plain",)) for mail in sink.arrived if mail["To"] == "bob@example.org"]
    texts = [str(body.get_content()) for body in bodies if body]
    (change,) = [each for each in post.service.ratings.of_match(view.id) if each.person == bob.id]
    assert f"Your rating: {display_rating(change.after).number}, which is provisional." in texts[-1]


def test_quiet_hours_are_kept_when_a_mail_server_was_down(post: Post, sink: Sink) -> None:
    match_id = begin(post)
    bob = post.service.bots.look(match_id).seats[1].person
    assert bob
    post.service.notices.save_settings(bob, NoticeSettings(quiet=(9, 12)))
    post.now += GRACE
    post.service.notices.plan()  # at 8:01
    post.now += HOUR
    post.deliver()
    assert sink.arrived == []
    post.now += 3 * HOUR
    post.deliver()
    assert len(sink.arrived) == 1


def test_an_address_that_refuses_mail_gets_no_more(post: Post, sink: Sink, caplog: pytest.LogCaptureFixture) -> None:
    sink.to_address["bob@example.org"] = "550 5.1.1 <bob@example.org>: no such user"
    match_id = begin(post)
    post.now += GRACE
    post.deliver()
    assert post.service.notices.refusal("bob@example.org") == "550 5.1.1 <bob@example.org>: no such user"
    assert "550 5.1.1 <the address>: no such user" in caplog.text
    assert "bob@example.org" not in caplog.text
    sink.to_address.clear()
    view = post.service.bots.look(match_id)
    post.service.bots.submit(match_id, 1, "a--", view.revision)
    view = post.service.bots.look(match_id)
    post.service.bots.submit(match_id, 0, "pass", view.revision)
    post.now += GRACE
    post.deliver()
    assert [mail["To"] for mail in sink.arrived] == []


def test_a_mail_that_comes_back_marks_its_address(post: Post, sink: Sink) -> None:
    begin(post)
    post.now += GRACE
    post.deliver()
    returned = sink.senders[0].partition("@")[0].removeprefix("b+")
    post.service.outbox.bounced(returned, "550 gone", address_fails=True)
    post.service.outbox.bounced("unknown", "550 gone", address_fails=True)
    assert post.service.notices.refusal("bob@example.org") == "550 gone"


def test_a_killed_sender_sends_nothing_twice(post: Post, sink: Sink, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(post)
    post.now += GRACE
    with monkeypatch.context() as context:
        context.setattr(post.store.outbox, "sent", _killed)  # after the mail server's answer
        with pytest.raises(KeyboardInterrupt):
            post.deliver()
    assert len(sink.arrived) == 1
    for _ in range(3):
        post.now += DAY
        post.service.outbox.tidy()
        post.deliver()
    assert [mail["To"] for mail in sink.arrived].count("bob@example.org") == 1


def test_a_sender_that_was_killed_before_the_last_byte_loses_nothing(
    post: Post, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(post)
    post.now += GRACE
    with monkeypatch.context() as context:
        context.setattr(post.store.outbox, "begin", _killed)
        with pytest.raises(KeyboardInterrupt):
            post.deliver()
    assert sink.arrived == []
    post.now += 601
    post.deliver()
    assert len(sink.arrived) == 1


def _killed(*arguments: object) -> None:
    raise KeyboardInterrupt


def test_several_senders_share_the_work(post: Post, sink: Sink) -> None:
    for number in range(30):
        post.service.sign_in.ask(f"nobody{number}@example.org", None)
    begin(post)
    post.now += GRACE
    post.service.notices.plan()
    threads = [threading.Thread(target=post.deliver) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(sink.arrived) == 1


def test_a_busy_database_makes_no_mail_doubtful(post: Post, sink: Sink, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(post)
    post.now += GRACE
    sent, refused = post.store.outbox.sent, list[bool]()

    def refuse_twice(message: OutboxMessage, now: float) -> None:
        if len(refused) < 2:
            refused.append(True)
            raise DatabaseBusy("locked")
        sent(message, now)

    monkeypatch.setattr(post.store.outbox, "sent", refuse_twice)
    post.deliver()
    post.now += 2 * DAY
    assert post.store.outbox.give_up_unsure(post.now, post.now) == ()
    assert len(sink.arrived) == 1
