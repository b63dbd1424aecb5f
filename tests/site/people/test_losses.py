"""What people give away by exact values is counted once for each match, together with their throws."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier

import pytest

from ludarium.match.data import Leaver
from ludarium.match.progress import all_states
from ludarium.review.exact import exact_changes
from ludarium.site.ground.values import Person
from ludarium.site.people.dice import GivenAway, count
from ludarium.site.people.rows.known import Losses
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.solve.installed import require_table
from tests.conftest import EXACT_LUDO
from tests.site.accounts import RULES, ada, bob, service
from tests.site.fake_time import FakeTime
from tests.site.people.test_dice import played

__all__ = ["ada", "bob", "service"]


def test_the_losses_of_turns_and_the_luck_of_rolls_are_added_up_by_person(
    service: Service, tables: Path, ada: Person, bob: Person
) -> None:
    view = played(service, ada, bob, game=EXACT_LUDO, turns=30)
    assert service.dice.given_away(ada.id) == ()
    assert service.dice.work() == 1
    changes = [*exact_changes(require_table(view.match.game), all_states(view.match))]
    for seat, person in enumerate((ada, bob)):
        lost = [each.loss for each in changes if each.seat == seat and each.loss is not None]
        luck = [each.luck for each in changes if each.seat == seat and each.luck is not None]
        [found] = service.dice.given_away(person.id)
        assert (found.game, found.turns, found.rolls) == ("ludo", len(lost), len(luck))
        assert found.loss == pytest.approx(sum(lost) / len(lost))
        assert found.luck == pytest.approx(sum(luck))
        assert found.low is not None
        assert found.high is not None
        assert 0.0 <= found.low <= found.loss <= found.high
    [before] = service.dice.given_away(ada.id)
    played(service, ada, bob, game=EXACT_LUDO, turns=30)
    assert service.dice.work() == 1
    [after] = service.dice.given_away(ada.id)
    assert (after.turns, after.rolls) == (2 * before.turns, 2 * before.rolls)
    assert after.loss == pytest.approx(before.loss)
    assert after.luck == pytest.approx(2 * before.luck)
    assert service.dice.work() == 0


def test_without_a_table_nothing_is_known(service: Service, ada: Person, bob: Person) -> None:
    played(service, ada, bob, turns=10)
    assert service.dice.work() == 1
    assert service.dice.given_away(ada.id) == ()


@pytest.mark.both_databases
def test_several_processes_count_a_match_once(
    service: Service, tables: Path, ada: Person, bob: Person, open_store: Callable[[], Store], time: FakeTime
) -> None:
    view = played(service, ada, bob, game=EXACT_LUDO, turns=12)
    expected = count(view).losses[ada.id, "ludo"]
    services = [service, *(Service(open_store(), rules=RULES, now=time) for _ in range(2))]
    together = Barrier(len(services))

    def work(each: Service) -> int:
        together.wait()
        return each.dice.work()

    with ThreadPoolExecutor(len(services)) as threads:
        assert sum(threads.map(work, services)) == 1
    assert service.dice.given_away(ada.id) == (GivenAway.of("ludo", expected),)


def test_a_process_that_dies_while_it_counts_has_counted_nothing(
    service: Service, tables: Path, ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(service, ada, bob, game=EXACT_LUDO, turns=12)

    class Killed(BaseException):
        pass

    def die(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr("ludarium.site.people.rows.known.LossTable.add", die)
        with pytest.raises(Killed):
            service.dice.work()
    assert service.dice.of_person(ada.id) == ()
    assert service.dice.work() == 1
    assert service.dice.given_away(ada.id)[0].turns > 0


def test_a_seat_that_changed_its_player_and_longer_matches_count_for_nobody(
    service: Service, tables: Path, ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = played(service, ada, bob, game=EXACT_LUDO, turns=12)
    left = replace(view, match=replace(view.match, leavers=(Leaver(0, 3, "time", "Asa"),)))
    assert {person for person, _ in count(left).losses} == {bob.id}
    monkeypatch.setattr("ludarium.site.people.dice.MOST_LINES", len(view.match.turns))
    assert count(view).losses == {}
    assert count(view).throws


def test_the_losses_of_a_guest_go_to_the_account(service: Service, tables: Path, ada: Person) -> None:
    guest = service.people.create_guest()
    played(service, ada, guest, game=EXACT_LUDO, turns=12)
    played(service, guest, ada, game=EXACT_LUDO, turns=12)
    service.dice.work()
    before = [service.dice.given_away(person.id)[0] for person in (ada, guest)]
    service.accounts.merge(guest, ada)
    [after] = service.dice.given_away(ada.id)
    assert after.turns == sum(each.turns for each in before)
    assert after.luck == pytest.approx(sum(each.luck for each in before))


def test_the_interval_is_that_of_independent_turns() -> None:
    """Twice 0 and twice 0.2: the variance is 0.04 / 3, the error of the mean of four its half root."""
    found = GivenAway.of("ludo", Losses().plus([0.0, 0.2, 0.0, 0.2]))
    assert found.loss == pytest.approx(0.1)
    assert found.low == 0.0
    assert found.high == pytest.approx(0.1 + 1.96 * (0.04 / 3) ** 0.5 / 2, abs=1e-5)
    assert GivenAway.of("ludo", Losses().plus([0.1]))[3:5] == (None, None)
