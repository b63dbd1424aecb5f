"""Accounts: how guests become one, sign in by mail, and bring their matches along."""

import pytest
from sqlalchemy.exc import DBAPIError

from ludarium.core.errors import ParseError
from ludarium.site.ground.values import Person
from ludarium.site.people.accounts import MayNotRegister, NoSuchPerson, Registration
from ludarium.site.people.people import NameTaken
from ludarium.site.people.sign_in import WrongCode, parse_address
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.mail_club import ADA, URL, Club, account, begin, club, guest, link, service

__all__ = ["club", "service"]


def test_a_guest_becomes_an_account_by_an_address_and_keeps_its_matches(club: Club, service: Service) -> None:
    person = guest(service, "Asa")
    view = begin(service, person, guest(service))
    service.sign_in.add(" Ada@Example.ORG ", person)
    assert service.people.load(person.id) == person
    mail = club.post(service)
    assert mail.address == ADA
    signed_in = service.sign_in.use_link(link(mail))
    assert (signed_in.id, signed_in.email, signed_in.is_account) == (person.id, ADA, True)
    assert service.accounts.all() == (signed_in,)
    assert service.queries.of_person(person.id).my_turn[0].id == view.id


def test_an_address_is_changed_by_a_mail_to_the_new_one_and_the_old_one_is_warned(club: Club, service: Service) -> None:
    ada = account(club, service)
    service.sign_in.add("ada@new.example", ada)
    assert service.sign_in.use_link(link(club.post(service))).email == "ada@new.example"
    assert (club.post(service).address, club.mails[-1].subject) == (ADA, "Your address at Ludarium was changed")
    sent = len(club.mails)
    service.sign_in.ask(ADA, None)
    club.post(service)
    assert len(club.mails) == sent


def test_an_address_belongs_to_one_account(club: Club, service: Service) -> None:
    first, second = guest(service, "Asa"), guest(service, "Eva")
    links = []
    for person in (first, second):
        service.sign_in.add(ADA, person)
        links.append(link(club.post(service)))
    assert service.sign_in.use_link(links[1]).id == second.id
    with pytest.raises(WrongCode):
        service.sign_in.use_link(links[0])
    service.sign_in.add(ADA, first)
    assert service.sign_in.use_link(link(club.post(service))).id == second.id


@pytest.mark.parametrize("name", ["Asa", "asa", "ASA", "\u0410\u0455\u0430"])
def test_a_name_is_unique_among_accounts_and_nobody_imitates_it(club: Club, service: Service, name: str) -> None:
    account(club, service)
    with pytest.raises(ParseError):
        guest(service, name)


@pytest.mark.both_databases
def test_of_two_guests_with_one_name_the_first_account_has_it(club: Club, service: Service) -> None:
    first, second = guest(service, "Asa"), Person("second", "Asa", named=True, created_at=0.0)
    club.open_store().people.add_new(second)  # as former versions had them
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
    assert guest(service, "Asa").name == "Asa"
    with pytest.raises(NameTaken):
        guest(service, "C0untess")


@pytest.mark.both_databases
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
    service.accounts.make_administrator(service.accounts.find("Asa"), "command line")
    person = service.people.load(ada.id)
    assert person
    assert person.administrator
    acts = [logged.act[1:4] for logged in service.act_log.latest()]
    assert acts == [("command line", "make administrator", ada.id), ("command line", "invite", "")]
    with pytest.raises(NoSuchPerson):
        service.accounts.find("Eve")


@pytest.mark.both_databases
@pytest.mark.parametrize("change", ["UPDATE acts SET actor = 'nobody'", "DELETE FROM acts"])
def test_the_log_of_acts_can_only_be_added_to(service: Service, store: Store, change: str) -> None:
    service.accounts.invite("command line")
    with pytest.raises(DBAPIError, match="can only be added to"), store.database.begin() as connection:
        connection.exec_driver_sql(change)
    assert [logged.actor for logged in service.act_log.latest()] == ["command line"]


@pytest.mark.parametrize(
    "text", ["", "ada", "@", "ada@", "@example.org", "ada@example", "a b@example.org", "ada@x..org", "a,b@x.org",
             "ada@x.org\nBcc: eve@x.org", "<ada@x.org>", "x" * 250 + "@x.org", "ada@.org."]
)  # fmt: skip
def test_what_is_no_address_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ParseError, match=r"expected one as in ada@example\.org"):
        parse_address(text)
