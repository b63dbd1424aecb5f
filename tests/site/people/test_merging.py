"""A guest who signs in brings matches and seats along to the account."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from ludarium.site.ground.changes import Change
from ludarium.site.ground.tables import metadata
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match.seating import open_seat
from ludarium.site.match.views import MatchView
from ludarium.site.people.rows.people import OWNERS
from ludarium.site.service import Service
from tests.site.mail_club import Club, account, begin, club, guest, service

__all__ = ["club", "service"]


def test_a_guest_who_signs_in_brings_matches_and_seats_along(club: Club, service: Service) -> None:
    ada, stray, bob = account(club, service), guest(service), guest(service, "Bob")
    view = begin(service, stray, bob)
    other = club.service()
    other.bots.look(view.id)  # and so it is cached there
    service.accounts.merge(stray, ada)
    for process in (service, other):
        moved = process.bots.look(view.id)
        assert (moved.seats[0].person, moved.seats[0].name, moved.host) == (ada.id, "Asa", ada.id)
    assert service.people.load(stray.id) is None
    assert len(service.bots.submit(view.id, 0, "u+", view.revision).match.turns) == 1


def test_a_guest_s_sessions_end_and_the_matches_show_the_name_of_the_account(club: Club, service: Service) -> None:
    ada, stray = account(club, service), guest(service, "Lovelace")
    view, token = begin(service, stray, ada), service.people.begin_session(stray, "phone")
    service.accounts.merge(stray, ada)
    assert service.people.visit(token) is None
    assert service.bots.look(view.id).match.players == ("Asa", "Asa")
    assert {seat.person for seat in service.bots.look(view.id).seats} == {ada.id}


def test_an_account_is_never_merged_into_another(club: Club, service: Service) -> None:
    ada, bob = account(club, service), account(club, service, "Bob", "bob@example.org")
    service.accounts.merge(bob, ada)
    service.accounts.merge(ada, ada)
    service.accounts.merge(None, ada)
    assert {*service.accounts.all()} == {ada, bob}


def test_a_page_that_watches_a_match_hears_that_its_seat_has_moved(club: Club, service: Service) -> None:
    ada, stray, heard = account(club, service), guest(service), list[Change]()
    view = begin(service, stray, ada)
    with service.notifier.subscribe(heard.append):
        service.accounts.merge(stray, ada)
    assert [(change.id, change.revision) for change in heard] == [(view.id, view.revision + 1)]


@pytest.mark.both_databases
def test_turns_that_are_played_while_a_guest_is_merged_are_kept(club: Club, service: Service) -> None:
    ada, stray, bob = account(club, service), guest(service), guest(service)
    views = [begin(service, stray, bob) for _ in range(6)]

    def play(view: MatchView) -> int:
        return len(service.bots.submit(view.id, 0, "u+", view.revision).match.turns)

    with ThreadPoolExecutor(7) as pool:
        played = pool.map(play, views)
        pool.submit(service.accounts.merge, stray, ada).result()
        assert list(played) == [1] * 6
    for view in views:
        now = service.bots.look(view.id)
        assert (len(now.match.turns), now.seats[0].person) == (1, ada.id)


def test_every_row_of_a_person_goes_with_the_person_forgets_them_or_is_moved() -> None:
    moved = {(column.table.name, column.name) for column in OWNERS}
    moved |= {("rating_changes", "person_id"), ("people", "owner_id")}  # of which guests have none
    moved |= {("ladder_log", "person_id"), ("ladder_log", "other_id")}  # nor of these
    people = metadata.tables["people"]
    for table in metadata.sorted_tables:
        for key in table.foreign_keys:
            if key.column.table is people:
                goes_or_forgets = key.ondelete in ("CASCADE", "SET NULL")
                assert goes_or_forgets or (table.name, key.parent.name) in moved, f"{table}: see merge()"


def test_a_seat_that_the_guest_takes_meanwhile_is_moved_or_refused(club: Club, service: Service) -> None:
    ada, stray, bob = account(club, service), guest(service), guest(service)
    seats = [SeatAssignment("person", "Bob", bob.id), open_seat(club.now)]
    view = service.create("orion(clicks=2)", seats, host=bob.id)
    invitation = view.seats[1].invitation
    assert invitation
    service.seating.take(view.id, invitation.token, stray, "Stray")
    service.accounts.merge(stray, ada)
    assert service.bots.look(view.id).seats[1].person == ada.id
