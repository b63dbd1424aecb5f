"""Ratings: what rated matches change, in which order, and that they can be computed again."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from sqlalchemy import update

from ludarium.core.errors import IllegalMove
from ludarium.site.begin.rows import Terms
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.ground.tables import rating_changes
from ludarium.site.ground.values import Person
from ludarium.site.match.commands import AskTakeback, GiveTime, MakePrivate, Resign
from ludarium.site.match.views import MatchView
from ludarium.site.ratings.ratings import NEW, display_rating
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.accounts import RULES, ada, bob, service
from tests.site.fake_time import FakeTime

__all__ = ["ada", "bob", "service"]

RATED = Terms("orion", clock="10d+36h/10d", rated=True)


def begin(service: Service, ada: Person, terms: Terms = RATED) -> MatchView:
    """Begin a match of Asa with Bob, who has the first turn, and play two turns of each."""
    view = service.challenges.start(ada, ["Bob"], terms)
    for text in ("p+", "f+", "q+", "g+"):
        view = service.bots.submit(view.id, view.match.to_act[0], text, view.revision)
    return view


def resign(service: Service, view: MatchView, person: Person) -> None:
    """Resign, again while other writers take too long, as pages do."""
    seat = next(number for number, seat in enumerate(view.seats) if seat.person == person.id)
    for _ in range(20):
        with suppress(DatabaseBusy):
            service.bots.act(view.id, seat, Resign(), view.revision)
            return
    raise AssertionError("the database is busy all the time")


@pytest.mark.both_databases
def test_a_rated_match_changes_the_ratings_of_both_and_the_reasons_are_kept(
    service: Service, ada: Person, bob: Person
) -> None:
    view = begin(service, ada)
    assert service.ratings.of_match(view.id) == ()
    with pytest.raises(IllegalMove, match="nothing is taken back in a rated match"):
        service.bots.act(view.id, 0, AskTakeback(), view.revision)
    with pytest.raises(IllegalMove, match="no time is given in a rated match"):
        service.bots.act(view.id, 1, GiveTime(), view.revision)
    resign(service, view, bob)
    (ladder,) = service.ratings.of_person(ada.id)
    assert (ladder.game, ladder.tempo, ladder.rating) == ("orion", "correspondence", (1583, 194))
    assert ladder.rating.is_provisional
    (change,) = ladder.changes
    assert (change.match_id, change.number, change.before, change.score) == (view.id, view.number, None, 1.0)
    assert service.ratings.of_person(bob.id)[0].rating == (1456, 194)
    assert [person for person, _ in service.ratings.best("orion", "correspondence")] == [ada.id, bob.id]
    resign(service, begin(service, ada), ada)
    first, second = reversed(service.ratings.of_person(ada.id)[0].changes)
    assert second.before == first.after
    assert second.rated_at > first.rated_at  # though the clock stands still


def test_what_does_not_count_changes_nothing(service: Service, ada: Person, bob: Person) -> None:
    resign(service, begin(service, ada, Terms("orion", clock="10d+36h/10d")), bob)
    resign(service, service.challenges.start(ada, ["Bob"], RATED), bob)  # void, after no turns
    assert service.ratings.of_person(ada.id) == ()
    for terms, expected in (
        (Terms("orion(clicks=2)", clock="2d+1d/2d", rated=True), "the usual options of orion"),
        (Terms("orion", rated=True), "has a clock"),
        (Terms("orion", clock="2d+1d/2d", position="", rated=True), "from the initial position"),
    ):
        with pytest.raises(IllegalMove, match=expected):
            service.challenges.make(ada, "Bob", terms)


@pytest.mark.both_databases
def test_all_ratings_are_computed_again_with_the_same_numbers(
    service: Service, ada: Person, bob: Person, open_store: Callable[[], Store]
) -> None:
    other = Service(open_store(), rules=RULES, now=FakeTime())
    views = [begin(service, ada) for _ in range(4)]
    with ThreadPoolExecutor(4) as threads:  # several processes end matches at once
        loser = [ada, bob, bob, ada]
        list(threads.map(lambda n: resign((service, other)[n % 2], views[n], loser[n]), range(4)))
    before = service.ratings.of_person(ada.id)
    assert len(before[0].changes) == 4
    assert len({change.rated_at for change in before[0].changes}) == 4
    assert other.ratings.rebuild() == (4, 0)
    assert service.ratings.of_person(ada.id) == before
    with service._matches.store.database.begin() as connection:
        connection.execute(update(rating_changes).values(mean=NEW.mean))
    assert service.ratings.rebuild() == (4, 16)
    assert service.ratings.of_person(ada.id) == before
    assert display_rating(before[0].changes[0].after) == before[0].rating


@pytest.mark.both_databases
def test_games_won_well_are_those_against_a_higher_rating(service: Service, ada: Person, bob: Person) -> None:
    resign(service, begin(service, ada), bob)  # of two newcomers
    assert service.ratings.best_wins(ada.id, 5) == ()
    view = begin(service, ada)
    resign(service, view, ada)
    assert [change.match_id for change in service.ratings.best_wins(bob.id, 5)] == [view.id]
    assert service.ratings.best_wins(ada.id, 5) == ()
    resign(service, begin(service, ada), bob)
    again = begin(service, ada)
    resign(service, again, ada)
    assert [change.match_id for change in service.ratings.best_wins(bob.id, 1)] != []
    service.act(ada, view.id, MakePrivate(), None)
    assert view.id not in {change.match_id for change in service.ratings.best_wins(bob.id, 5)}
