"""Reply addresses: each may act for one seat in one turn, and says why when it may not."""

import pytest

from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import Accept, AskTakeback, OfferDraw, Resign
from ludarium.site.outbox.reply_addresses import NoSuchReplyAddress, VoidReplyAddress
from ludarium.site.outbox.reply_tokens import local_part, parse_local_part
from ludarium.site.service import Service


@pytest.fixture
def ann(service: Service) -> Person:
    return service.people.create_guest()


@pytest.fixture
def match_id(service: Service, ann: Person) -> str:
    bob = service.people.create_guest()
    seats = [SeatAssignment("person", person.name, person.id) for person in (ann, bob)]
    return service.create("orion", seats).id


def test_a_token_allows_its_person_to_act_for_its_seat(service: Service, ann: Person, match_id: str) -> None:
    token = service.reply_addresses.issue(ann.id, match_id, 0)
    reply = service.reply_addresses.redeem(token)
    assert (reply.person, reply.view.id, reply.seat) == (ann.id, match_id, 0)
    assert service.reply_addresses.redeem(token) == reply


@pytest.mark.both_databases
def test_a_token_is_used_once(service: Service, ann: Person, match_id: str) -> None:
    token = service.reply_addresses.issue(ann.id, match_id, 0)
    assert service.reply_addresses.use(token)
    assert not service.reply_addresses.use(token)
    with pytest.raises(VoidReplyAddress, match="carried out before"):
        service.reply_addresses.redeem(token)


def test_a_token_is_void_when_its_turn_is_over(service: Service, ann: Person, match_id: str) -> None:
    token = service.reply_addresses.issue(ann.id, match_id, 0)
    view = service.bots.submit(match_id, 0, "u+", 0)
    with pytest.raises(VoidReplyAddress, match="the turn of this mail is over, and the match has gone on") as void:
        service.reply_addresses.redeem(token)
    assert (void.value.view.revision, void.value.person) == (view.revision, ann.id)


def test_a_token_is_void_after_its_turn_was_taken_back(service: Service, ann: Person, match_id: str) -> None:
    token = service.reply_addresses.issue(ann.id, match_id, 0)
    view = service.bots.submit(match_id, 0, "u+", 0)
    view = service.bots.act(match_id, 0, AskTakeback(), view.revision)
    assert not service.bots.act(match_id, 1, Accept(), view.revision).match.turns
    with pytest.raises(VoidReplyAddress, match="turn of this mail is over"):
        service.reply_addresses.redeem(token)


def test_an_offer_leaves_a_token_valid(service: Service, ann: Person, match_id: str) -> None:
    token = service.reply_addresses.issue(ann.id, match_id, 0)
    view = service.bots.act(match_id, 1, OfferDraw(), 0)
    assert service.reply_addresses.redeem(token).view.revision == view.revision


def test_a_token_is_void_when_the_match_is_over(service: Service, ann: Person, match_id: str) -> None:
    token = service.reply_addresses.issue(ann.id, match_id, 0)
    service.bots.act(match_id, 1, Resign(), 0)
    with pytest.raises(VoidReplyAddress, match="the match is over: resignation"):
        service.reply_addresses.redeem(token)


def test_an_unknown_token_is_refused(service: Service, ann: Person, match_id: str) -> None:
    token = service.reply_addresses.issue(ann.id, match_id, 0)
    for unknown in (token[::-1], "\udcff"):
        with pytest.raises(NoSuchReplyAddress, match="not known"):
            service.reply_addresses.redeem(unknown)


def test_addresses_of_turns_that_are_over_are_forgotten_after_60_days(service: Service, ann: Person) -> None:
    now = [1_000_000.0]
    service = Service(service._matches.store, now=lambda: now[0])
    seats = [SeatAssignment("person", person.name, person.id) for person in (ann, service.people.create_guest())]
    over, going_on = (service.create("orion", seats).id for _ in range(2))
    old, waiting = (service.reply_addresses.issue(ann.id, match_id, 0) for match_id in (over, going_on))
    service.bots.submit(over, 0, "u+", 0)
    now[0] += 61 * 24 * 3600
    service.reply_addresses.issue(ann.id, going_on, 0)
    with pytest.raises(NoSuchReplyAddress, match="not known"):
        service.reply_addresses.redeem(old)
    assert service.reply_addresses.redeem(waiting).view.id == going_on


def test_a_local_part_is_in_lower_case_and_short_enough_for_mail(service: Service, ann: Person, match_id: str) -> None:
    token = service.reply_addresses.issue(ann.id, match_id, 0)
    address = local_part(token)
    assert len(address) <= 64
    assert address == address.lower()
    assert parse_local_part(address) == parse_local_part(address.upper()) == token
    assert parse_local_part("m+" + token[1:]) is None
    assert parse_local_part(token) is None
