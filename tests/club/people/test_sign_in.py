"""Signing in by a mail, with its link or its code."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from sqlalchemy import select

from ludarium.club.mail.outbox import LONGEST_PAUSE, PATIENCE, Mail
from ludarium.club.people.sign_in import MAILS_AN_HOUR, MINUTES, TooManyMails, WrongCode
from ludarium.club.service import Service
from ludarium.store.match.repository import Store
from ludarium.store.tables import metadata
from tests.club.mail_club import ADA, Club, account, club, guest, link, service

__all__ = ["club", "service"]


def code(mail: Mail) -> str:
    (found,) = re.findall(r": (\w{4} \w{4})\n", mail.text)
    return str(found)


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


def test_an_address_belongs_to_one_account_and_the_oldest_one_is_kept(club: Club, service: Service) -> None:
    ada, eve = account(club, service), account(club, service, "Eve", "eve@example.org")
    for number, address in enumerate(("a@example.org", "b@example.org")):
        club.now += number
        service.sign_in.add(address, ada, further=True)
        service.sign_in.use_link(link(club.post(service)))
    assert service.accounts.addresses(ada) == (ADA, "a@example.org", "b@example.org")
    table = club.open_store().accounts
    assert not table.add_address(ada.id, "eve@example.org", club.now)
    assert not table.set_email(eve.id, "a@example.org", "eve", club.now, None)
    service.accounts.remove_address(ada, ADA)
    ada = service.accounts.find("Asa")
    assert service.accounts.addresses(ada) == ("a@example.org", "b@example.org")
    assert table.set_email(ada.id, "b@example.org", "asa", club.now, None)
    assert service.accounts.addresses(service.accounts.find("Asa")) == ("b@example.org",)
