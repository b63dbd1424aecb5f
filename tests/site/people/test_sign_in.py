"""Signing in by a mail, with its link or its code."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import Connection, Executable, select

from ludarium.site.ground.tables import metadata
from ludarium.site.outbox.outbox import LONGEST_PAUSE, PATIENCE, Mail
from ludarium.site.people import sign_in
from ludarium.site.people.sign_in import (
    MAILS_AN_HOUR,
    MAILS_TO_ADDRESS,
    MINUTES,
    TRIES_OF_NETWORK,
    TooManyMails,
    WrongCode,
)
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.mail_club import ADA, Club, account, club, guest, link, service

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


def test_a_browser_has_five_tries_and_the_link_works_on(club: Club, service: Service) -> None:
    account(club, service)
    service.sign_in.ask(ADA, None)
    mail, browser = club.post(service), service.sign_in.begin_tries()
    for wrong in ("", "x", "AAAA AAAA", "AAAAAAAAA", code(mail)[:-1]):
        with pytest.raises(WrongCode, match="8 letters and digits"):
            service.sign_in.use_code(ADA, wrong, browser=browser)
    with pytest.raises(WrongCode, match="too many codes"):
        service.sign_in.use_code(ADA, code(mail), browser=browser)
    assert service.sign_in.use_link(link(mail)).email == ADA


def test_a_stranger_locks_nobody_out(club: Club, service: Service) -> None:
    ada = account(club, service)
    for _ in range(MAILS_AN_HOUR):
        service.sign_in.ask(ADA, None, "stranger")
    with pytest.raises(TooManyMails):
        service.sign_in.ask(ADA, None, "stranger")
    service.sign_in.ask("eve@example.org", None, "stranger 2")
    service.sign_in.ask(ADA, None, "home")
    mail, browser = club.post(service), service.sign_in.begin_tries()
    for made_up in ("", "made up"):
        for _ in range(TRIES_OF_NETWORK):
            with pytest.raises(WrongCode):
                service.sign_in.use_code(ADA, "AAAA AAAA", browser=made_up, origin="home")
    assert service.sign_in.use_code(ADA, code(mail), browser=browser, origin="home") == ada


def test_a_made_up_browser_has_no_tries_of_its_own(club: Club, service: Service) -> None:
    for number in range(TRIES_OF_NETWORK):
        with pytest.raises(WrongCode, match="8 letters"):
            service.sign_in.use_code(ADA, "AAAA AAAA", browser=f"made up {number}", origin="stranger")
    with pytest.raises(WrongCode, match="too many codes"):
        service.sign_in.use_code(ADA, "AAAA AAAA", browser="another", origin="stranger")
    club.now += 60 * MINUTES
    with pytest.raises(WrongCode, match="8 letters"):
        service.sign_in.use_code(ADA, "AAAA AAAA", browser="another", origin="stranger")


def test_an_address_gets_so_many_mails_whoever_asks(service: Service) -> None:
    for number in range(MAILS_TO_ADDRESS):
        service.sign_in.ask(ADA, None, f"network {number}")
    with pytest.raises(TooManyMails):
        service.sign_in.ask(ADA, None, "another network")


def test_asking_and_typing_are_the_same_work_for_all_addresses(
    club: Club, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The work is what takes time: hashes of codes and statements of the database."""
    account(club, service)
    account(club, service, "Bea", "bea@example.org")
    for number in range(3):
        service.sign_in.ask(ADA, None, f"network {number}")
    club.post(service)
    work, own = list[str](), sign_in._hash_code

    def counted_hash(address: str, letters: str) -> str:
        work.append("a hash")
        return own(address, letters)

    monkeypatch.setattr(sign_in, "_hash_code", counted_hash)
    monkeypatch.setattr(Connection, "execute", counting(Connection.execute, work))

    def done(email: str) -> list[str]:
        work.clear()
        service.sign_in.ask(email, None, "phone")
        with pytest.raises(WrongCode):
            service.sign_in.use_code(email, "AAAA AAAA", browser=service.sign_in.begin_tries(), origin="phone")
        return [*work]

    found = [done(email) for email in (ADA, "bea@example.org", "nobody@example.org")]
    assert found[0] == found[1] == found[2]
    assert found[0].count("a hash") == 1


def test_a_code_is_hashed_at_the_cost_of_the_site(hash_at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert hash_at_once == 4096
    monkeypatch.setattr(sign_in, "_COST", hash_at_once)
    assert sign_in._hash_code(ADA, "ABCDEFGH") == "97763187d966f83ed118edda64a3aaacf1a93639d5499117884a0919ab35fc6e"


def counting(execute: Callable[..., Any], work: list[str]) -> Callable[..., Any]:
    def counted(connection: Connection, statement: Executable, *given: object) -> Any:
        work.append(str(statement))
        return execute(connection, statement, *given)

    return counted


@pytest.mark.both_databases
def test_of_many_codes_typed_at_once_five_are_compared(club: Club, service: Service) -> None:
    account(club, service)
    service.sign_in.ask(ADA, None)
    mail, browser = club.post(service), service.sign_in.begin_tries()

    def try_one(_: int) -> str:
        try:
            return service.sign_in.use_code(ADA, code(mail)[:-1], browser=browser).name
        except WrongCode as error:
            return str(error)

    with ThreadPoolExecutor(8) as pool:
        said = [*pool.map(try_one, range(12))]
    assert sum("8 letters" in text for text in said) == 5
    assert sum("too many codes" in text for text in said) == 7


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


@pytest.mark.both_databases
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


@pytest.mark.both_databases
def test_of_several_processes_one_sends_a_mail(club: Club, service: Service) -> None:
    account(club, service)
    for _ in range(3):
        service.sign_in.ask(ADA, None)
    sent = len(club.mails)
    others = [club.service() for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda other: other.outbox.send_due(club.mails.append), others))
    assert len(club.mails) - sent == 3


@pytest.mark.both_databases
def test_an_address_belongs_to_one_account_and_the_oldest_one_is_kept(club: Club, service: Service) -> None:
    ada, eve = account(club, service), account(club, service, "Eve", "eve@example.org")
    for number, address in enumerate(("a@example.org", "b@example.org")):
        club.now += number
        service.sign_in.add(address, ada, further=True)
        service.sign_in.use_link(link(club.post(service)))
    assert service.accounts.addresses(ada) == (ADA, "a@example.org", "b@example.org")
    table = club.open_store().accounts
    assert not table.add_address(ada.id, "eve@example.org", club.now)
    assert not table.set_email(eve.id, "a@example.org", "eve", club.now)
    service.accounts.remove_address(ada, ADA)
    ada = service.accounts.find("Asa")
    assert service.accounts.addresses(ada) == ("a@example.org", "b@example.org")
    assert table.set_email(ada.id, "b@example.org", "asa", club.now)
    assert service.accounts.addresses(service.accounts.find("Asa")) == ("b@example.org",)
