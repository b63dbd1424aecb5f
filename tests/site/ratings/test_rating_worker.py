"""Ratings of a former way are computed again once, by the first server after the upgrade."""

from collections.abc import Callable, Sequence

import pytest
from sqlalchemy import delete, select, update

from ludarium.core.record import format_result
from ludarium.site.ground.database import Database
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.ground.tables import matches, rating_changes, rating_model
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.ratings import ratings
from ludarium.site.ratings.ratings import rating_worker
from ludarium.site.ratings.rows import Rated, RatingHistory, RatingTable
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.tournament.ratings import MODEL, START
from tests.site.accounts import RULES, account, ada, bob, service
from tests.site.fake_time import FakeTime
from tests.site.ratings.test_ratings import begin, resign
from tests.site.waiting import wait_for

__all__ = ["ada", "bob", "service"]
Three = tuple[Person, Person, Person]


@pytest.fixture
def three(service: Service, ada: Person, bob: Person) -> Three:
    return ada, bob, account(service, "Cleo")


def rated(service: Service, people: Sequence[Person], payoffs: Sequence[float], at: float) -> str:
    """Store a rated match of Vortex that has ended with these payoffs."""
    seats = [SeatAssignment("person", each.name, each.id) for each in people]
    view = service.create(f"vortex(players={len(people)})", seats)
    ended = {"ending": "resignation", "result": format_result(tuple(payoffs)), "rated": True, "rated_at": at}
    with service._matches.store.database.begin() as connection:
        connection.execute(update(matches).where(matches.c.id == view.id).values(**ended))
    return view.id


def rate_as_ties(service: Service) -> None:
    """Leave the ratings as a former version left them: every match of three is a tie of all."""
    service.ratings.rebuild()
    with service._matches.store.database.begin() as connection:
        of_three = select(matches.c.id).where(matches.c.game == "vortex(players=3)")
        tied = update(rating_changes).where(rating_changes.c.match_id.in_(of_three))
        connection.execute(tied.values(mean=START.strength, mean_before=START.strength))
        connection.execute(delete(rating_model))


def strengths(service: Service, people: Sequence[Person]) -> list[float]:
    return [service.ratings.of_person(each.id)[0].changes[0].after.mean for each in people]


def test_the_first_server_rates_all_again_and_no_later_one(service: Service, three: Three) -> None:
    for at in range(30):
        rated(service, three, (0.0, 0.5, 0.5), 1000.0 + at)
    rate_as_ties(service)
    assert strengths(service, three) == [25.0] * 3
    worker = rating_worker(service.ratings)
    worker.start()
    wait_for(lambda: service._matches.store.rating_history.model() == MODEL)
    worker.close()
    loser, *others = strengths(service, three)
    assert others[0] == others[1] > loser + 20
    assert not service.ratings.bring_up_to_date()
    assert service.ratings.rebuild() == (30, 0)


def test_ratings_of_matches_for_two_stay_to_the_bit(service: Service, ada: Person, bob: Person) -> None:
    for loser in (ada, bob, bob):
        resign(service, begin(service, ada), loser)
    before = service.ratings.of_person(ada.id)
    assert service.ratings.bring_up_to_date()
    assert service.ratings.of_person(ada.id) == before
    assert not service.ratings.bring_up_to_date()


def test_a_site_without_ratings_looks_once(service: Service) -> None:
    assert service.ratings.bring_up_to_date()
    assert not service.ratings.bring_up_to_date()


def test_a_process_that_is_killed_leaves_the_former_ratings(
    service: Service, three: Three, monkeypatch: pytest.MonkeyPatch
) -> None:
    rated(service, three, (0.5, 0.5, 0.0), 1000.0)
    rate_as_ties(service)

    def killed(self: RatingHistory, *given: object) -> int:
        replace(self, *given)  # type: ignore[arg-type]  # whatever it was called with
        raise KeyboardInterrupt

    replace = RatingHistory.replace
    monkeypatch.setattr(RatingHistory, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        service.ratings.bring_up_to_date()
    monkeypatch.undo()
    assert strengths(service, three) == [25.0] * 3
    assert service._matches.store.rating_history.model() is None
    assert service.ratings.bring_up_to_date()
    assert strengths(service, three)[2] < 25.0 < strengths(service, three)[0]


@pytest.mark.both_databases
@pytest.mark.parametrize("ending", [1, 5])
def test_matches_that_end_meanwhile_are_rated_after_the_others(
    service: Service, three: Three, open_store: Callable[[], Store], monkeypatch: pytest.MonkeyPatch, ending: int
) -> None:
    ada, bob, _ = three
    rated(service, three, (0.5, 0.5, 0.0), 1000.0)
    rate_as_ties(service)
    other = Service(open_store(), rules=RULES, now=FakeTime())
    views, compute = [begin(other, ada) for _ in range(ending)], ratings._rated_again
    waiting = [*views]

    def slowly(table: RatingTable) -> list[Rated]:
        found = [*compute(table)]
        if waiting and isinstance(table.database, Database):
            resign(other, waiting.pop(), bob)
        return found

    monkeypatch.setattr(ratings, "_rated_again", slowly)
    assert service.ratings.bring_up_to_date()
    monkeypatch.undo()
    assert len(waiting) == max(0, ending - 3)
    assert all(len(service.ratings.of_match(view.id)) == 2 for view in views if view not in waiting)
    assert other.ratings.rebuild() == (1 + min(ending, 3), 0)


@pytest.mark.both_databases
def test_a_game_that_is_not_installed_any_more_keeps_its_ratings(service: Service, three: Three) -> None:
    gone, there = rated(service, three, (0.5, 0.5, 0.0), 1000.0), rated(service, three[:2], (1.0, 0.0), 1001.0)
    service.ratings.rebuild()
    before = service.ratings.of_match(gone)
    with service._matches.store.database.begin() as connection:
        connection.execute(update(matches).where(matches.c.id == gone).values(game="chaturanga"))
        connection.execute(update(rating_changes).where(rating_changes.c.match_id == there).values(mean=1.0))
    assert service.ratings.rebuild() == (1, 4)
    assert service.ratings.of_match(gone) == before
    assert service.ratings.rebuild() == (1, 0)


def test_the_worker_tries_again_while_the_database_is_busy(
    service: Service, three: Three, monkeypatch: pytest.MonkeyPatch
) -> None:
    rated(service, three, (0.5, 0.5, 0.0), 1000.0)
    rate_as_ties(service)
    failures, replace = [DatabaseBusy("the database is busy"), ValueError("a fault")], RatingHistory.replace

    def failing(self: RatingHistory, *given: object) -> int | None:
        if failures:
            raise failures.pop()
        return replace(self, *given)  # type: ignore[arg-type]  # whatever it was called with

    monkeypatch.setattr(RatingHistory, "replace", failing)
    worker = rating_worker(service.ratings, pause=0.01)
    worker.start()
    wait_for(lambda: service._matches.store.rating_history.model() == MODEL)
    worker.close()
    assert strengths(service, three)[2] < 25.0
