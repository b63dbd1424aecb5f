"""Accounts: how guests become one, sign in by mail, and bring their matches along."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

from ludarium.club.accounts import AccountRules, MayNotRegister, NoSuchPerson, Registration
from ludarium.club.outbox import LONGEST_PAUSE, PATIENCE, Mail
from ludarium.club.people import NameTaken, Person
from ludarium.club.seating import open_seat
from ludarium.club.service import MatchView, SeatAssignment, Service
from ludarium.club.sign_in import MAILS_AN_HOUR, MINUTES, TooManyMails, WrongCode, parse_address
from ludarium.core.errors import ParseError
from ludarium.store.accounts import _OWNERS
from ludarium.store.changes import Change
from ludarium.store.repository import Store
from ludarium.store.tables import metadata
from tests.databases import cleared_url

__all__ = ["cleared_url"]

URL = "https://games.example.org"
ADA = "ada@example.org"


@dataclass
class Club:
    """A club with open registration, whose time and mail the test has in hand."""

    open_store: Callable[[], Store]
    now: float = 1_000_000.0
    mails: list[Mail] = field(default_factory=list)

    def service(self, registration: Registration = "open") -> Service:
        rules = AccountRules(URL, registration)
        return Service(self.open_store(), now=lambda: self.now, rules=rules)

    def post(self, service: Service) -> Mail:
        """Send what waits, and return the last mail."""
        service.outbox.send_due(self.mails.append)
        return self.mails[-1]


@pytest.fixture
def url(cleared_url: str) -> str:
    """Return the URL of a database that one test after another uses."""
    return cleared_url


@pytest.fixture
def club(open_store: Callable[[], Store]) -> Club:
    return Club(open_store)


@pytest.fixture
def service(club: Club) -> Service:
    return club.service()


def guest(service: Service, name: str = "") -> Person:
    person = service.people.create_guest()
    return service.people.rename(person, name) if name else person


def account(club: Club, service: Service, name: str = "Ada", email: str = ADA) -> Person:
    service.sign_in.add(email, guest(service, name))
    return service.sign_in.use_link(link(club.post(service)))


def begin(service: Service, *people: Person) -> MatchView:
    seats = [SeatAssignment("person", person.name, person.id) for person in people]
    return service.create("orion(clicks=2)", seats, host=people[0].id)


def link(mail: Mail) -> str:
    (token,) = re.findall(rf"{URL}/sign-in/link/(\S+)", mail.text)
    return str(token)


def code(mail: Mail) -> str:
    (found,) = re.findall(r": (\w{4} \w{4})\n", mail.text)
    return str(found)


def test_a_guest_becomes_an_account_by_an_address_and_keeps_its_matches(club: Club, service: Service) -> None:
    person = guest(service, "Ada")
    view = begin(service, person, guest(service))
    service.sign_in.add(" Ada@Example.ORG ", person)
    assert service.people.load(person.id) == person
    mail = club.post(service)
    assert mail.address == ADA
    signed_in = service.sign_in.use_link(link(mail))
    assert (signed_in.id, signed_in.email, signed_in.is_account) == (person.id, ADA, True)
    assert service.accounts.all() == (signed_in,)
    assert service.queries.of_person(person.id).my_turn[0].id == view.id


def test_a_mail_signs_in_by_its_code_as_by_its_link_and_once_by_either(club: Club, service: Service) -> None:
    ada = account(club, service)
    service.sign_in.ask(ADA, None)
    mail = club.post(service)
    assert service.sign_in.use_code(ADA.upper(), code(mail).lower()) == ada
    with pytest.raises(WrongCode):
        service.sign_in.use_code(ADA, code(mail))
    with pytest.raises(WrongCode):
        service.sign_in.use_link(link(mail))


def test_a_code_can_be_typed_five_times_and_the_link_works_on(club: Club, service: Service) -> None:
    account(club, service)
    service.sign_in.ask(ADA, None)
    mail = club.post(service)
    for wrong in ("", "x", "AAAA AAAA", "AAAAAAAAA", code(mail)[:-1]):
        with pytest.raises(WrongCode, match="8 letters and digits"):
            service.sign_in.use_code(ADA, wrong)
    with pytest.raises(WrongCode):
        service.sign_in.use_code(ADA, code(mail))
    assert service.sign_in.use_link(link(mail)).email == ADA


def test_of_many_codes_typed_at_once_five_are_compared(club: Club, service: Service) -> None:
    account(club, service)
    service.sign_in.ask(ADA, None)
    club.post(service)
    codes = service.sign_in._codes
    with ThreadPoolExecutor(8) as pool:
        compared = pool.map(lambda _: len(codes.typed(ADA, 5, club.now)), range(12))
    assert sum(compared) == 5


@pytest.mark.parametrize("way", ["link", "code"])
def test_a_link_and_a_code_expire(club: Club, service: Service, way: str) -> None:
    account(club, service)
    service.sign_in.ask(ADA, None)
    mail = club.post(service)
    club.now += 60 * MINUTES + 1
    ways: dict[str, Callable[[], object]] = {
        "link": lambda: service.sign_in.of_link(link(mail)),
        "code": lambda: service.sign_in.use_code(ADA, code(mail)),
    }
    with pytest.raises(WrongCode, match="15 minutes"):
        ways[way]()


@pytest.mark.parametrize("token", ["", "x", "\udc80", "t" * 10_000])
def test_a_link_that_was_never_mailed_signs_nobody_in(service: Service, token: str) -> None:
    with pytest.raises(WrongCode):
        service.sign_in.use_link(token)


def test_an_address_that_nobody_has_gets_no_mail_and_the_answer_is_the_same(club: Club, service: Service) -> None:
    account(club, service)
    assert service.sign_in.ask(ADA, None) == ADA
    assert service.sign_in.ask("eve@example.org", None) == "eve@example.org"
    club.post(service)
    assert {mail.address for mail in club.mails} == {ADA}


def test_limits_do_not_tell_who_has_an_account_either(service: Service) -> None:
    for _ in range(MAILS_AN_HOUR):
        service.sign_in.ask("eve@example.org", None)
    with pytest.raises(TooManyMails):
        service.sign_in.ask("eve@example.org", None)


def test_mails_are_limited_for_an_address_and_for_a_person(club: Club, service: Service) -> None:
    account(club, service)
    club.now += 3601
    for _ in range(MAILS_AN_HOUR):
        service.sign_in.ask(ADA, None)
    with pytest.raises(TooManyMails, match="in an hour"):
        service.sign_in.ask(ADA, None)
    eve = guest(service, "Eve")
    for number in range(MAILS_AN_HOUR):
        service.sign_in.add(f"{number}@example.org", eve)
    with pytest.raises(TooManyMails):
        service.sign_in.add("more@example.org", eve)
    club.now += 3601
    service.sign_in.ask(ADA, None)
    service.sign_in.add("more@example.org", eve)


def test_secrets_of_mails_are_kept_by_their_hashes_alone(club: Club, service: Service, store: Store) -> None:
    account(club, service)
    service.sign_in.ask(ADA, None)
    mail = club.post(service)
    with store.database.connect() as connection:
        rows = [str(row) for table in metadata.sorted_tables for row in connection.execute(select(table))]
    for secret in (link(mail), code(mail), code(mail).replace(" ", "")):
        assert not any(secret in row for row in rows)


def test_an_address_is_changed_by_a_mail_to_the_new_one_and_the_old_one_is_told(club: Club, service: Service) -> None:
    ada = account(club, service)
    service.sign_in.add("ada@new.example", ada)
    assert service.sign_in.use_link(link(club.post(service))).email == "ada@new.example"
    assert (club.post(service).address, club.mails[-1].subject) == (ADA, "Your address at Ludarium was changed")
    sent = len(club.mails)
    service.sign_in.ask(ADA, None)
    club.post(service)
    assert len(club.mails) == sent


def test_an_address_belongs_to_one_account(club: Club, service: Service) -> None:
    first, second = guest(service, "Ada"), guest(service, "Eva")
    links = []
    for person in (first, second):
        service.sign_in.add(ADA, person)
        links.append(link(club.post(service)))
    assert service.sign_in.use_link(links[1]).id == second.id
    with pytest.raises(WrongCode):
        service.sign_in.use_link(links[0])
    service.sign_in.add(ADA, first)
    assert service.sign_in.use_link(link(club.post(service))).id == second.id


def test_a_mail_that_cannot_be_sent_is_tried_again_with_growing_pauses(club: Club, service: Service) -> None:
    account(club, service)
    service.sign_in.ask(ADA, None)
    tried: list[float] = []

    def fail(mail: Mail) -> None:
        tried.append(club.now)
        raise OSError("no mail server")

    for _ in range(330):
        service.outbox.send_due(fail)
        club.now += 30 * 60 if len(tried) > 5 else 30
    pauses = [after - before for before, after in pairwise(tried)]
    assert pauses[:4] == [60, 120, 240, 480]
    assert pauses[:-1] == sorted(pauses[:-1])
    assert max(pauses) == LONGEST_PAUSE
    assert PATIENCE <= tried[-1] - tried[0] < PATIENCE + LONGEST_PAUSE


def test_of_several_processes_one_sends_a_mail(club: Club, service: Service) -> None:
    account(club, service)
    for _ in range(3):
        service.sign_in.ask(ADA, None)
    sent = len(club.mails)
    others = [club.service() for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda other: other.outbox.send_due(club.mails.append), others))
    assert len(club.mails) - sent == 3


def test_a_guest_who_signs_in_brings_matches_and_seats_along(club: Club, service: Service) -> None:
    ada, stray, bob = account(club, service), guest(service), guest(service, "Bob")
    view = begin(service, stray, bob)
    other = club.service()
    other.get(view.id)  # and so it is cached there
    service.accounts.merge(stray, ada)
    for process in (service, other):
        moved = process.get(view.id)
        assert (moved.seats[0].person, moved.seats[0].name, moved.host) == (ada.id, "Ada", ada.id)
    assert service.people.load(stray.id) is None
    assert len(service.submit(view.id, 0, "u+", view.revision).match.turns) == 1


def test_a_guest_s_sessions_end_and_a_chosen_name_stays_on_its_matches(club: Club, service: Service) -> None:
    ada, stray = account(club, service), guest(service, "Lovelace")
    view, token = begin(service, stray, ada), service.people.begin_session(stray, "phone")
    service.accounts.merge(stray, ada)
    assert service.people.visit(token) is None
    assert service.get(view.id).match.players == ("Lovelace", "Ada")
    assert {seat.person for seat in service.get(view.id).seats} == {ada.id}


def test_an_account_is_never_merged_into_another(club: Club, service: Service) -> None:
    ada, bob = account(club, service), account(club, service, "Bob", "bob@example.org")
    service.accounts.merge(bob, ada)
    service.accounts.merge(ada, ada)
    service.accounts.merge(None, ada)
    assert service.accounts.all() == (ada, bob)


def test_a_page_that_watches_a_match_hears_that_its_seat_has_moved(club: Club, service: Service) -> None:
    ada, stray, heard = account(club, service), guest(service), list[Change]()
    view = begin(service, stray, ada)
    with service.notifier.subscribe(heard.append):
        service.accounts.merge(stray, ada)
    assert [(change.match_id, change.revision) for change in heard] == [(view.id, view.revision + 1)]


def test_turns_that_are_played_while_a_guest_is_merged_are_kept(club: Club, service: Service) -> None:
    ada, stray, bob = account(club, service), guest(service), guest(service)
    views = [begin(service, stray, bob) for _ in range(6)]

    def play(view: MatchView) -> int:
        return len(service.submit(view.id, 0, "u+", view.revision).match.turns)

    with ThreadPoolExecutor(7) as pool:
        played = pool.map(play, views)
        pool.submit(service.accounts.merge, stray, ada).result()
        assert list(played) == [1] * 6
    for view in views:
        now = service.get(view.id)
        assert (len(now.match.turns), now.seats[0].person) == (1, ada.id)


@pytest.mark.parametrize("name", ["Ada", "ada", "ADA", "\u0410\u0501\u0430"])
def test_a_name_is_unique_among_accounts_and_nobody_imitates_it(club: Club, service: Service, name: str) -> None:
    account(club, service)
    with pytest.raises(ParseError):
        guest(service, name)


def test_of_two_guests_with_one_name_the_first_account_has_it(club: Club, service: Service) -> None:
    first, second = guest(service, "Ada"), guest(service, "Ada")
    service.sign_in.add(ADA, first)
    service.sign_in.use_link(link(club.post(service)))
    service.sign_in.add("second@example.org", second)
    token = link(club.post(service))
    with pytest.raises(NameTaken):
        service.sign_in.use_link(token)
    service.people.rename(second, "Eva")
    assert service.sign_in.use_link(token).name == "Eva"


def test_an_account_that_changes_its_name_gives_the_old_one_free(club: Club, service: Service) -> None:
    ada = account(club, service)
    renamed = service.people.rename(ada, "Countess")
    assert service.people.load(ada.id) == renamed
    assert guest(service, "Ada").name == "Ada"
    with pytest.raises(NameTaken):
        guest(service, "C0untess")


def test_an_invitation_lets_one_person_make_an_account(club: Club) -> None:
    service = club.service("invite")
    token = service.accounts.invite("command line").removeprefix(f"{URL}/welcome/")
    eva = guest(service, "Eva")
    service.accounts.accept(token, eva)
    with pytest.raises(MayNotRegister):
        service.accounts.accept(token, guest(service))
    invited = service.people.load(eva.id)
    assert invited
    service.accounts.check_may_register(invited)
    service.sign_in.add("eva@example.org", invited)
    assert service.sign_in.use_link(link(club.post(service))).is_account


@pytest.mark.parametrize("registration", ["invite", "closed"])
def test_without_an_invitation_no_account_is_made_and_no_mail_is_sent(club: Club, registration: Registration) -> None:
    service = club.service(registration)
    eva = guest(service, "Eva")
    with pytest.raises(MayNotRegister):
        service.accounts.check_may_register(eva)
    service.sign_in.add("eva@example.org", eva)
    service.outbox.send_due(club.mails.append)
    assert club.mails == []


def test_an_invitation_expires_and_is_void_where_nobody_may_join(club: Club) -> None:
    service = club.service("invite")
    token = service.accounts.invite("command line").rpartition("/")[2]
    with pytest.raises(MayNotRegister, match="nobody"):
        club.service("closed").accounts.check_invitation(token)
    club.now += 31 * 24 * 3600
    with pytest.raises(MayNotRegister, match="30 days"):
        service.accounts.check_invitation(token)


def test_who_made_an_administrator_and_invited_is_logged(club: Club, service: Service) -> None:
    ada = account(club, service)
    service.accounts.invite("command line")
    club.now += 1
    service.accounts.make_administrator(service.accounts.find("Ada"), "command line")
    person = service.people.load(ada.id)
    assert person
    assert person.administrator
    acts = [logged.act[1:4] for logged in service.act_log.latest()]
    assert acts == [("command line", "make administrator", ada.id), ("command line", "invite", "")]
    with pytest.raises(NoSuchPerson):
        service.accounts.find("Eve")


@pytest.mark.parametrize("change", ["UPDATE acts SET actor = 'nobody'", "DELETE FROM acts"])
def test_the_log_of_acts_can_only_be_added_to(service: Service, store: Store, change: str) -> None:
    service.accounts.invite("command line")
    with pytest.raises(DBAPIError, match="can only be added to"), store.database.begin() as connection:
        connection.exec_driver_sql(change)
    assert [logged.actor for logged in service.act_log.latest()] == ["command line"]


def test_every_row_that_belongs_to_a_person_goes_with_the_person_or_is_moved() -> None:
    moved = {(column.table.name, column.name) for column in _OWNERS}
    people = metadata.tables["people"]
    for table in metadata.sorted_tables:
        for key in table.foreign_keys:
            if key.column.table is people:
                assert key.ondelete == "CASCADE" or (table.name, key.parent.name) in moved, f"{table}: see merge()"


def test_a_seat_that_the_guest_takes_meanwhile_is_moved_or_refused(club: Club, service: Service) -> None:
    ada, stray, bob = account(club, service), guest(service), guest(service)
    seats = [SeatAssignment("person", "Bob", bob.id), open_seat(club.now)]
    view = service.create("orion(clicks=2)", seats, host=bob.id)
    invitation = view.seats[1].invitation
    assert invitation
    service.seating.take(view.id, invitation.token, stray, "Stray")
    service.accounts.merge(stray, ada)
    assert service.get(view.id).seats[1].person == ada.id


@pytest.mark.parametrize(
    "text", ["", "ada", "@", "ada@", "@example.org", "ada@example", "a b@example.org", "ada@x..org", "a,b@x.org",
             "ada@x.org\nBcc: eve@x.org", "<ada@x.org>", "x" * 250 + "@x.org", "ada@.org."]
)  # fmt: skip
def test_what_is_no_address_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ParseError, match=r"expected one as in ada@example\.org"):
        parse_address(text)
