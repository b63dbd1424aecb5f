"""Notices: who hears of what, once, and when a mail is due."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from ludarium.core.errors import ParseError
from ludarium.match.clock import Clock
from ludarium.site.ground.values import OutboxMessage, Person, SeatAssignment
from ludarium.site.match.commands import AskTakeback, Decline, OfferDraw, Resign
from ludarium.site.match.rows.played import PlannedTurn
from ludarium.site.match.seating import open_seat
from ludarium.site.match.views import MatchView
from ludarium.site.notices.rows.notices import GRACE, Notice, NoticeSettings
from ludarium.site.outbox.outbox import Mail
from ludarium.site.people.accounts import AccountRules
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.fake_time import DAY, HOUR, START, FakeTime

CLOCK = Clock.parse("2d+1d/2d")


@dataclass
class Club:
    """A club with Ann and Bob, who have addresses, and whose mails are made of the notices that they tell."""

    open_store: Callable[[], Store]
    time: FakeTime = field(default_factory=FakeTime)

    def __post_init__(self) -> None:
        self.store = self.open_store()
        self.service = Service(self.store, now=self.time, rules=AccountRules(registration="open"), vacation_days=0)
        self.outbox = self.service.outbox.with_composers({"notice": self.compose, "digest": self.compose})
        self.ann, self.bob = self.account("Ann"), self.account("Bob")

    def account(self, name: str) -> Person:
        person, email = self.service.people.create_guest(), f"{name.lower()}@example.org"
        person = self.service.people.rename(person, name)
        assert self.store.accounts.set_email(person.id, email, name.lower(), self.time.now)
        found = self.service.people.load(person.id)
        assert found
        return found

    def compose(self, message: OutboxMessage) -> Mail | None:
        kinds = [listed.notice.kind for listed in self.service.notices.of_message(message)]
        return Mail(message.address, message.kind, " ".join(kinds)) if kinds else None

    def post(self, pass_by: float = GRACE) -> list[tuple[str, str, str]]:
        """Let some time pass, and return the mails that are then sent: address, kind, and kinds of notices."""
        self.time.pass_by(pass_by)
        sent = list[Mail]()
        self.service.notices.plan()
        self.outbox.send_due(sent.append)
        return [mail[:3] for mail in sent]

    def begin(self, clock: Clock | None = CLOCK, game: str = "orion", bot: bool = False) -> MatchView:
        ann, bob = (SeatAssignment("person", person.name, person.id) for person in (self.ann, self.bob))
        seats = (ann, SeatAssignment("bot", "easy") if bot else bob)
        return self.service.create(game, seats, clock=clock, host=self.ann.id)

    def turn(self, view: MatchView, text: str = "pass") -> MatchView:
        view = self.service.bots.look(view.id)
        return self.service.bots.submit(view.id, view.match.to_act[0], text, view.revision)

    def listed(self, person: Person, *, unread: bool = True) -> list[str]:
        found = self.service.notices.recent(person.id)
        return [each.notice.kind for each in found if unread is (each.notice.read_at is None)]


@pytest.fixture
def club(open_store: Callable[[], Store]) -> Club:
    return Club(open_store)


ANN, BOB = "ann@example.org", "bob@example.org"


def test_a_turn_is_notified_once_until_the_person_comes_back(club: Club) -> None:
    view = club.turn(club.begin(), "u+")
    assert (club.listed(club.ann), club.listed(club.bob)) == ([], ["turn"])
    assert club.post(GRACE - 1) == []
    assert club.post(1) == [(BOB, "notice", "turn")]
    view = club.service.bots.act(view.id, 0, AskTakeback(), view.revision)
    assert club.post() == [(BOB, "notice", "offer")]
    club.service.notices.see(club.bob.id, f"/matches/{view.id}")
    assert (club.listed(club.bob), club.listed(club.bob, unread=False)) == ([], ["offer", "begun", "turn"])
    view = club.service.bots.act(view.id, 1, Decline(), view.revision)
    view = club.turn(view)
    assert club.post() == [(ANN, "notice", "turn")]
    club.turn(view)
    assert club.listed(club.ann) == []
    assert club.post() == [(BOB, "notice", "turn")]


def test_who_looks_at_the_match_gets_no_mail(club: Club) -> None:
    view = club.turn(club.begin())
    club.time.pass_by(GRACE / 2)
    club.service.notices.see(club.bob.id, f"/matches/{view.id}")
    assert club.post() == []
    view = club.turn(club.turn(view))
    club.time.pass_by(GRACE)
    club.service.notices.plan()
    club.service.notices.see(club.bob.id)  # when the mail is already in the outbox
    assert club.post() == []


def test_what_does_not_matter_any_more_is_not_mailed(club: Club) -> None:
    view = club.turn(club.begin())
    club.service.bots.act(view.id, 1, Resign(), view.revision)
    assert club.listed(club.bob) == []
    assert club.post() == [(ANN, "notice", "result")]


def test_matches_at_the_board_tell_the_result_alone(club: Club) -> None:
    for view in (club.begin(Clock.parse("600+5")), club.begin(bot=True, clock=None)):
        view = club.turn(view)
        assert "turn" not in club.listed(club.bob)
        club.service.bots.act(view.id, 0, Resign(), view.revision)
    assert (club.listed(club.ann), club.listed(club.bob)) == ([], ["result"])
    assert club.listed(club.bob, unread=False) == ["begun"]
    club.turn(club.begin(None))  # a match of people without a clock may take weeks
    assert sorted(club.listed(club.bob)) == ["result", "turn"]


def test_both_get_a_notice_of_a_loss_on_time_and_of_short_time_before(club: Club) -> None:
    club.turn(club.begin())
    assert club.post() == [(BOB, "notice", "turn")]
    club.time.pass_by(0.75 * DAY)
    assert [short.person for short in club.service.notices.warn()] == [club.bob.id]
    assert club.service.notices.warn() == []
    assert club.post() == [(BOB, "notice", "short")]
    club.time.pass_by(DAY)
    club.service.clocks.end_overdue()
    assert club.listed(club.bob) == ["result"]
    assert sorted(club.post()) == [(ANN, "notice", "result"), (BOB, "notice", "result")]


def test_who_did_not_begin_a_match_hears_of_it(club: Club) -> None:
    club.begin()
    assert (club.listed(club.ann), club.listed(club.bob)) == ([], ["begun"])
    assert club.post() == [(BOB, "notice", "begun")]


def test_the_host_hears_who_has_joined_or_that_it_is_the_hosts_turn(club: Club) -> None:
    ann = SeatAssignment("person", "Ann", club.ann.id)
    for seats, told in (((open_seat(START), ann), ["joined"]), ((ann, open_seat(START)), ["turn"])):
        view = club.service.create("orion", seats, clock=CLOCK, host=club.ann.id)
        assert club.listed(club.ann) == []
        (invitation,) = (seat.invitation for seat in view.seats if seat.invitation)
        club.service.seating.take(view.id, invitation.token, club.bob, "Bob")
        assert club.listed(club.ann) == told
        club.service.notices.see(club.ann.id)


def test_a_player_who_leaves_gets_a_notice_and_so_do_the_others(club: Club) -> None:
    eve = club.account("Eve")
    seats = [SeatAssignment("person", person.name, person.id) for person in (club.ann, club.bob, eve)]
    view = club.service.create("vortex(players=3)", seats, clock=CLOCK, host=club.ann.id)
    club.service.notices.see(club.ann.id)
    club.service.bots.act(view.id, 1, Resign(), view.revision)
    assert "left" in club.listed(club.ann)
    assert "left" in club.listed(eve)
    assert "left" not in club.listed(club.bob)


@pytest.mark.both_databases
def test_one_mail_a_day_tells_all_but_short_times(club: Club) -> None:
    club.service.notices.save_settings(club.bob.id, NoticeSettings("daily", zone="Asia/Tokyo"))
    first, second = club.turn(club.begin()), club.turn(club.begin())
    assert club.post(10 * HOUR) == []
    club.time.pass_by(5 * HOUR)  # it is 8 in the morning in Tokyo
    assert club.post() == [(BOB, "digest", "turn turn")]
    assert club.post(DAY / 8) == []
    assert len(club.service.notices.warn()) == 2
    assert club.post() == [(BOB, "notice", "short"), (BOB, "notice", "short")]
    assert {first.id, second.id} == {each.notice.match for each in club.service.notices.recent(club.bob.id)}


def test_quiet_hours_are_kept(club: Club) -> None:
    club.service.notices.save_settings(club.bob.id, NoticeSettings(quiet=(9, 12), zone="Europe/Berlin"))
    club.turn(club.begin())  # at 9 in the morning
    assert club.post() == []
    assert club.post(3 * HOUR - 3 * GRACE) == []
    assert club.post(2 * GRACE) == [(BOB, "notice", "turn")]


@pytest.mark.both_databases
def test_nobody_gets_mail_who_wants_none_or_whose_address_refuses_it(club: Club) -> None:
    club.service.notices.end_mail(club.bob.id)
    club.turn(club.begin())
    assert club.post() == []
    assert club.listed(club.bob) == ["turn"]
    club.service.notices.save_settings(club.bob.id, NoticeSettings())
    assert club.post() == []  # what was not wanted then is not sent now
    club.store.refusing_addresses.refuse(BOB, "550 no such user", START)
    club.turn(club.begin())
    assert club.post() == []
    assert club.service.notices.refusal(BOB) == "550 no such user"
    club.service.notices.accept(BOB)
    club.turn(club.begin())
    assert club.post() == [(BOB, "notice", "turn")]


@pytest.mark.both_databases
def test_nobody_is_notified_of_a_turn_that_a_plan_plays_at_once(club: Club) -> None:
    view = club.begin()
    club.service.planning.add(view.id, 1, [PlannedTurn("a--", ("u+",))])
    club.turn(view, "u+")
    assert club.listed(club.bob, unread=False) == ["begun"]
    assert club.listed(club.bob) == []
    assert club.listed(club.ann) == ["turn"]


def test_a_reminder_comes_once_a_turn_after_idle_days(club: Club) -> None:
    view = club.turn(club.begin(None))
    club.turn(club.begin(None, bot=True))
    assert club.post() == [(BOB, "notice", "turn")]
    assert club.post(6 * DAY) == []
    assert club.post(DAY) == []
    assert club.post() == [(BOB, "notice", "reminder")]
    assert club.post(7 * DAY) == []
    club.service.notices.save_settings(club.ann.id, NoticeSettings(reminder_days=2))
    club.turn(view)
    assert club.post() == [(ANN, "notice", "turn")]
    assert club.post(2 * DAY) == []
    assert club.post() == [(ANN, "notice", "reminder")]


@pytest.mark.both_databases
def test_nothing_comes_of_what_somebody_causes_whom_the_person_has_blocked(club: Club) -> None:
    notice = Notice(club.bob.id, "challenge", "/challenges/1", START, by=club.ann.id, data={"text": "challenges you."})
    club.service.blocks.add(club.bob, "Ann")
    club.store.notices.add(notice)
    assert club.listed(club.bob) == []
    club.service.blocks.remove(club.bob, club.ann.id)
    club.store.notices.add(notice)
    (listed,) = club.service.notices.recent(club.bob.id)
    assert (listed.by, listed.match, club.service.waiting(club.bob.id).unread) == ("Ann", None, 0)
    assert club.post() == [(BOB, "notice", "challenge")]


def test_settings_that_make_no_sense_are_refused_in_a_sentence(club: Club) -> None:
    for settings, said in (
        (NoticeSettings(zone="Europe/Berln"), "'Europe/Berln' is no time zone; did you mean Europe/Berlin?"),
        (NoticeSettings(reminder_days=61), "a reminder comes after 1 to 60 days, or 0 for never, not 61"),
        (NoticeSettings(quiet=(22, 24)), "quiet hours begin and end at an hour from 0 to 23"),
    ):
        with pytest.raises(ParseError, match=said.replace("?", r"\?")):
            club.service.notices.save_settings(club.ann.id, settings)
    assert club.service.notices.settings(club.ann.id) == NoticeSettings()


@pytest.mark.both_databases
def test_a_token_ends_mail_without_signing_in(club: Club) -> None:
    club.service.notices.save_settings(club.ann.id, NoticeSettings("daily", (22, 6), "Europe/Paris", 3))
    token = club.service.notices.unsubscribe_path(club.ann.id).rpartition("/")[2]
    assert club.service.notices.unsubscribe_path(club.ann.id).endswith(token)
    assert club.service.notices.of_token(token) == club.ann.id
    assert club.service.notices.of_token("x\0") is None
    club.service.notices.end_mail(club.ann.id)
    assert club.service.notices.settings(club.ann.id) == NoticeSettings("never", (22, 6), "Europe/Paris", 3)


def test_notices_go_with_the_account(club: Club) -> None:
    club.turn(club.begin())
    club.service.closing.close(club.bob, club.bob.id, keep_name=False)
    assert club.service.notices.recent(club.bob.id) == ()
    assert club.post() == [(ANN, "notice", "result")]


def test_how_an_offer_ended_is_told_to_both_by_mail(club: Club) -> None:
    view = club.service.bots.act(club.begin().id, 0, OfferDraw(), 0)
    club.post()
    view = club.service.bots.act(view.id, 1, Decline(), view.revision)
    assert club.listed(club.ann) == ["offer-ended"]
    assert club.post() == [(ANN, "notice", "offer-ended")]
    view = club.service.bots.act(view.id, 0, OfferDraw(), view.revision)
    club.post()
    view = club.service.bots.act(view.id, 0, Decline(), view.revision)  # its maker withdraws it
    assert club.post() == [(BOB, "notice", "offer-ended")]
