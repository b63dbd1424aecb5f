"""Tournaments whose matches cannot begin any more: they end after some time, with a reason that everybody hears."""

import pytest
from sqlalchemy import update

from ludarium.core.errors import ParseError
from ludarium.site.ground.tables import tournaments
from ludarium.site.match.closed import WAIT
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.entering import EnterTournament
from ludarium.site.tournaments.running.deadlines import AGAIN
from ludarium.site.tournaments.words import news_words
from tests.site.accounts import service
from tests.site.fake_time import DAY, HOUR, FakeTime
from tests.site.tournaments.playing import accounts, begun, better, finish, look, make, undecided
from tests.site.tournaments.test_live import live

__all__ = ["service"]
NOT_VALID = "clicks"


def set_game(store: Store, tournament: str, game: str) -> None:
    with store.database.begin() as connection:
        connection.execute(update(tournaments).where(tournaments.c.id == tournament).values(game=game))


def heard(service: Service, person: str) -> str:
    return str(service.notices.recent(person)[0].notice.data["text"])


@pytest.mark.both_databases
def test_a_tournament_whose_game_is_not_valid_any_more_ends_with_the_reason(
    service: Service, store: Store, time: FakeTime
) -> None:
    people = accounts(service, store, 4)
    cup = begun(service, people, "swiss", rounds="3")
    view = look(service, cup)
    first, second = undecided(view)
    finish(service, view, first, better(first))
    set_game(store, cup, "orion(clicks=99)")
    service.tournaments.work()
    view = look(service, cup)
    assert view.tournament.state == "running"
    assert view.tournament.failing_since == time.now
    assert service.tournaments.work() == 0
    time.pass_by(AGAIN)
    assert service.tournaments.work() == 1
    time.pass_by(DAY - AGAIN)
    service.tournaments.work()
    view = look(service, cup)
    assert (view.tournament.state, view.tournament.due_at) == ("cancelled", None)
    assert all(NOT_VALID in heard(service, person.id) for person in people)
    assert news_words(view.news[0]) == "The site ended the tournament:"
    assert NOT_VALID in view.news[0].text
    assert service.bots.look(second.match_id or "").match.ending == ""
    assert service.tournaments.work() == 0


@pytest.mark.both_databases
def test_a_game_that_comes_back_in_time_goes_on(service: Service, store: Store, time: FakeTime) -> None:
    cup = begun(service, accounts(service, store, 4), "swiss", rounds="2")
    view = look(service, cup)
    for board in undecided(view):
        finish(service, view, board, better(board))
    set_game(store, cup, "orion(clicks=99)")
    service.tournaments.work()
    set_game(store, cup, "orion(clicks=1)")
    time.pass_by(DAY)
    service.tournaments.work()
    view = look(service, cup)
    assert view.tournament.failing_since is None
    assert len(undecided(view)) == 2


@pytest.mark.both_databases
def test_twenty_one_that_cannot_go_on_let_another_one_go_on(
    service: Service, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.site.tournaments.tournaments.MOST_ORGANISED", 99)
    monkeypatch.setattr("ludarium.site.tournaments.tournaments.MOST_MADE", 99)
    monkeypatch.setattr("ludarium.site.tournaments.entering.MOST_ENTERED", 99)
    people = accounts(service, store, 3)
    cups = sorted(begun(service, people, "round-robin") for _ in range(22))
    healthy = cups.pop()  # among equals the last by its id
    for cup in (*cups, healthy):
        (first, *_) = undecided(view := look(service, cup))
        finish(service, view, first, better(first))
        if cup != healthy:
            set_game(store, cup, "orion(clicks=99)")
    assert service.tournaments.work() == 22
    assert [bool(look(service, cup).tournament.failing_since) for cup in cups] == [True] * 21
    assert len(undecided(look(service, healthy))) == 2
    (second, *_) = undecided(view := look(service, healthy))
    finish(service, view, second, better(second))
    assert service.tournaments.work() == 1
    assert len(undecided(look(service, healthy))) == 1


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("part", "state"),
    [("end_absent", "cancelled"), ("seat_substitutes", "cancelled"), ("go_on", "cancelled"), ("resign", "over")],
)
def test_a_game_that_fails_anywhere_in_a_step_lets_no_tournament_wait_for_ever(
    service: Service, store: Store, time: FakeTime, monkeypatch: pytest.MonkeyPatch, part: str, state: str
) -> None:
    """Where games that are lost cannot be resigned, all else goes on to its end."""
    people = accounts(service, store, 4)
    cup = live(service, time, people, "swiss", rounds="3")
    view = look(service, cup)
    board = undecided(view)[0]
    finish(service, view, board, better(board))

    def fails(*_: object) -> None:
        raise AssertionError("a fault of the game")

    monkeypatch.setattr(f"ludarium.site.tournaments.running.running.{part}", fails)
    time.pass_by(WAIT)
    began = time.now
    service.tournaments.work()
    view = look(service, cup)
    assert (view.tournament.state, view.tournament.failing_since) == ("running", began)
    assert view.tournament.due_at == time.now + AGAIN
    while time.now < began + HOUR:
        time.pass_by(AGAIN)
        service.tournaments.work()
    view = look(service, cup)
    assert view.tournament.state == state
    assert ["a fault of this site" in line.text for line in view.news] == [True] * (state == "cancelled")


@pytest.mark.both_databases
def test_a_fault_that_passes_lets_the_results_be_taken(
    service: Service, store: Store, time: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = accounts(service, store, 4)
    cup = live(service, time, people, "swiss", rounds="3")
    view = look(service, cup)
    board = undecided(view)[0]
    finish(service, view, board, better(board))
    time.pass_by(WAIT)
    with monkeypatch.context() as patch:

        def fails(*_: object) -> None:
            raise AssertionError("a fault of the game")

        patch.setattr("ludarium.site.match.transactions.Transactions.look", fails)
        service.tournaments.work()
    assert look(service, cup).tournament.failing_since == time.now
    time.pass_by(AGAIN)
    service.tournaments.work()
    view = look(service, cup)
    assert view.tournament.failing_since is None
    assert all(board.how for board in view.boards)


@pytest.mark.both_databases
@pytest.mark.parametrize("error", [ParseError("the game is gone"), AssertionError("a fault")])
def test_one_that_cannot_begin_is_cancelled(
    service: Service, store: Store, time: FakeTime, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    people = accounts(service, store, 4)
    cup = make(service, people[0], "round-robin", days="1")
    for person in people:
        service.tournaments.act(person, cup, EnterTournament())

    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr("ludarium.site.tournaments.running.rounds.check_games", fails)
    time.pass_by(DAY)
    service.tournaments.work()
    time.pass_by(DAY - 1)
    service.tournaments.work()
    assert look(service, cup).tournament.state == "open"
    time.pass_by(AGAIN)
    service.tournaments.work()
    assert look(service, cup).tournament.state == "cancelled"
    reason = "the game is gone" if isinstance(error, ParseError) else "a fault of this site"
    assert reason in heard(service, people[1].id)
