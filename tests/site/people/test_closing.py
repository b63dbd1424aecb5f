"""Closing accounts, and the archive of what the site knows of a person."""

import io
import json
from collections.abc import Callable
from zipfile import ZipFile

import pytest

from ludarium.core.errors import LudariumError
from ludarium.core.record import Record
from ludarium.match.verify import verify
from ludarium.site.begin.rows import Terms
from ludarium.site.export import export
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import Accept, OfferDraw, Resign
from ludarium.site.match.queries import outcome
from ludarium.site.match.rows.played import PlannedTurn
from ludarium.site.match.seating import open_seat
from ludarium.site.match.views import MatchView
from ludarium.site.people.administration import FORMER_NAME
from ludarium.site.people.following import BlockPerson
from ludarium.site.people.people import NameTaken
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.accounts import account, ada, service
from tests.site.authenticator import Authenticator

__all__ = ["ada", "service"]


def named(service: Service, name: str) -> Person:
    return service.people.rename(service.people.create_guest(), name)


def begin(service: Service, *people: Person) -> MatchView:
    seats = [SeatAssignment("person", person.name, person.id) for person in people]
    return service.create("orion(clicks=2)", seats, host=people[0].id)


def test_a_closed_account_leaves_its_matches_and_is_a_former_player(service: Service, ada: Person) -> None:
    bob = named(service, "Bob")
    over, running = begin(service, bob, ada), begin(service, ada, bob)
    service.bots.act(over.id, 0, Resign(), over.revision)
    token = service.people.begin_session(ada, "a browser")
    assert service.closing.count_running(ada) == 1
    service.closing.close(ada, ada.id, keep_name=False)
    assert service.bots.look(over.id).match.players == ("Bob", FORMER_NAME)
    left = service.bots.look(running.id)
    assert (left.match.ending, left.match.payoffs) == ("resignation", (0.0, 1.0))
    assert service.people.visit(token) is None
    assert service.passkeys.of_person(ada) == ()
    assert service.accounts.all() == ()
    assert named(service, "Asa").name == "Asa"
    for view in (over, running):
        verify(service.queries.record(view.id))


def test_a_name_that_stays_belongs_to_nobody_else(service: Service, ada: Person) -> None:
    view = begin(service, ada, named(service, "Bob"))
    service.closing.close(ada, ada.id, keep_name=True)
    assert service.bots.look(view.id).match.players == ("Asa", "Bob")
    with pytest.raises(NameTaken):
        named(service, "Asa")


def test_a_closed_account_signs_in_no_more(service: Service) -> None:
    person, device = named(service, "Asa"), Authenticator()
    service.passkeys.add(person, device.create(service.passkeys.options_to_add(person)), "")
    link = service.sign_in.make_link(person)
    service.closing.close(person, "command line", keep_name=False)
    with pytest.raises(Exception, match="not known"):
        service.passkeys.sign_in(device.get(service.passkeys.options_to_sign_in()))
    with pytest.raises(Exception, match="damaged"):
        service.sign_in.use_link(link)
    assert [logged.act[1:4] for logged in service.act_log.latest()] == [("command line", "close account", person.id)]


def test_closing_twice_and_with_an_open_seat_changes_nothing_more(service: Service, ada: Person) -> None:
    view = service.create("orion", [SeatAssignment("person", "Asa", ada.id), open_seat(0.0)], host=ada.id)
    service.closing.close(ada, ada.id, keep_name=False)
    closed = service.bots.look(view.id)
    assert closed.match.over
    service.closing.close(ada, ada.id, keep_name=False)
    assert service.bots.look(view.id).match == closed.match


@pytest.mark.both_databases
def test_a_match_that_cannot_be_loaded_does_not_stop_the_closing(service: Service, ada: Person, store: Store) -> None:
    broken, sound = begin(service, ada, named(service, "Bob")), begin(service, ada, named(service, "Cid"))
    with store.database.begin() as connection:
        connection.exec_driver_sql(f"UPDATE matches SET game = 'chess', revision = 5 WHERE id = '{broken.id}'")
    service.closing.close(ada, ada.id, keep_name=False)
    assert service.bots.look(sound.id).match.over
    assert service.accounts.all() == ()


def test_the_export_has_everything_and_readable_records(service: Service, ada: Person) -> None:
    bob, token = named(service, "Bob"), service.people.begin_session(ada, "a browser")
    views = [begin(service, ada, bob), begin(service, bob, ada)]
    service.bots.act(views[1].id, 0, Resign(), views[1].revision)
    service.bots.submit(views[0].id, 0, "u+", views[0].revision)
    service.planning.add(views[0].id, 0, [PlannedTurn("v+")])
    parts = list(export(service, ada))
    assert len(parts) > 3  # it is sent as it is made
    with ZipFile(io.BytesIO(b"".join(parts))) as archive:
        assert archive.testzip() is None
        person, matches = json.loads(archive.read("person.json")), json.loads(archive.read("matches.json"))
        records = [Record.parse(archive.read(match["record"]).decode()) for match in matches]
    assert (person["name"], person["passkeys"][0]["name"], len(person["sessions"])) == ("Asa", "laptop", 1)
    assert token not in json.dumps(person)
    assert {match["id"] for match in matches} == {view.id for view in views}
    assert sorted(match["your_seats"][0] for match in matches) == [0, 1]
    (planned,) = (match["planned"] for match in matches if match["id"] == views[0].id)
    assert planned == [[{"play": "v+", "when": None, "number": None}]]
    assert all(verify(record) for record in records)


@pytest.mark.both_databases
def test_the_export_of_a_damaged_match_has_the_others(service: Service, ada: Person, store: Store) -> None:
    views = [begin(service, ada, named(service, name)) for name in ("Bob", "Cid")]
    with store.database.begin() as connection:
        connection.exec_driver_sql(f"UPDATE matches SET game = 'chess', revision = 5 WHERE id = '{views[0].id}'")
    with ZipFile(io.BytesIO(b"".join(export(service, ada)))) as archive:
        assert f"records/orion-{views[1].id}.txt" in archive.namelist()
        assert len(json.loads(archive.read("matches.json"))) == 2


def test_how_a_match_ended_is_in_words_for_each_person(service: Service, ada: Person) -> None:
    bob, cid = named(service, "Bob"), named(service, "Cid")
    resigned, running, alone = begin(service, ada, bob), begin(service, ada, bob), begin(service, ada, ada)
    for view in (resigned, alone):
        service.bots.act(view.id, 0, Resign(), view.revision)
    drawn = service.bots.act(running.id, 0, OfferDraw(), running.revision)
    service.bots.act(running.id, 1, Accept(), drawn.revision)
    found = {match.id: match for match in service.queries.of_person(ada.id).finished}
    assert [outcome(found[view.id], ada.id) for view in (resigned, running, alone)] == ["", "drawn", ""]
    assert [outcome(found[view.id], bob.id) for view in (resigned, running)] == ["", "drawn"]
    assert found[resigned.id].broken_off  # nobody had made two turns
    assert [found[view.id].broken_off for view in (running, alone)] == [False, True]
    assert outcome(found[resigned.id], cid.id) == ""


def test_a_match_of_three_goes_on_without_a_closed_account(service: Service, ada: Person) -> None:
    people = [named(service, "Bob"), ada, named(service, "Cid")]
    seats = [SeatAssignment("person", person.name, person.id) for person in people]
    view = service.create("vortex(players=3,tokens=1)", seats, host=ada.id)
    service.closing.close(ada, ada.id, keep_name=False)
    left = service.bots.look(view.id)
    assert not left.match.over
    assert left.seats[1].kind == "vacant"
    assert [(leaver.name, leaver.reason) for leaver in left.match.leavers] == [(FORMER_NAME, "closed")]
    verify(service.queries.record(view.id))


def test_a_guest_who_left_or_stands_in_is_merged_with_that(service: Service, ada: Person) -> None:
    leaver, stand_in = service.people.create_guest(), service.people.create_guest()
    people = [named(service, "Bob"), leaver, named(service, "Cid")]
    seats = [SeatAssignment("person", person.name, person.id) for person in people]
    view = service.create("vortex(players=3,tokens=1)", seats, host=people[0].id)
    service.bots.act(view.id, 1, Resign(), view.revision)
    service.stand_ins.take_over(view.id, 1, stand_in, stand_in.name)
    service.accounts.merge(stand_in, ada)
    service.accounts.merge(leaver, ada)
    after = service.bots.look(view.id)
    assert after.seats[1].person == ada.id
    assert [(gone.person, gone.replaced_by) for gone in after.departures] == [(ada.id, ada.id)]
    assert [(gone.name, gone.replaced_by) for gone in after.match.leavers] == [("Asa", "Asa")]
    assert after.match.players[1] == "Asa"


def test_every_command_that_names_a_closed_account_says_that_it_is_closed(service: Service, ada: Person) -> None:
    bob = account(service, "Bob")
    service.closing.close(bob, bob.id, keep_name=True)
    terms = Terms("orion")
    commands: list[Callable[[], object]] = [
        lambda: service.challenges.make(ada, "Bob", terms),
        lambda: service.challenges.make(ada, bob.id, terms),
        lambda: service.challenges.start(ada, ["Bob"], terms),
        lambda: service.blocks.add(ada, "Bob"),
        lambda: service.following.act(ada, service.people.load(bob.id) or bob, BlockPerson()),
    ]
    for command in commands:
        with pytest.raises(LudariumError, match="the account of Bob is closed"):
            command()
