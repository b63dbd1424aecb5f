"""What people have thrown is counted once for each match, and compared with exact probabilities."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random
from threading import Barrier, Event

import pytest

from ludarium.core.errors import NotReady
from ludarium.core.kernel import CHANCE
from ludarium.core.registry import load
from ludarium.match.data import Leaver
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import Resign
from ludarium.site.match.views import MatchView
from ludarium.site.people.dice import LONGEST_NAME, Counted, count, dice_worker, histogram, upper_tail
from ludarium.site.people.rows.known import DiceDue, Die, Throws
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.match.test_random_matches import any_turn
from tests.site.accounts import RULES, ada, bob, service
from tests.site.fake_time import FakeTime
from tests.site.waiting import wait_for

__all__ = ["ada", "bob", "service"]


def played(service: Service, *people: Person, game: str = "ludo", turns: int = 40) -> MatchView:
    """Play a match for some turns, after which the first person resigns."""
    seats = [SeatAssignment("person", person.name, person.id) for person in people]
    view, chance = service.create(game, seats, seed=3), Random(5)
    for _ in range(turns):
        seat = view.match.to_act[0]
        view = service.bots.submit(view.id, seat, any_turn(view.match, seat, chance), view.revision)
    return service.bots.act(view.id, 0, Resign(), view.revision)


def test_the_throws_of_a_match_are_counted_by_person(service: Service, ada: Person, bob: Person) -> None:
    view = played(service, ada, bob)
    assert service.dice.of_person(ada.id) == ()
    assert service.dice.work() == 1
    rolls = [entry.text for entry in view.match.turns if entry.text.startswith("roll ")]
    (mine,), (theirs,) = service.dice.of_person(ada.id), service.dice.of_person(bob.id)
    assert mine.throws + theirs.throws == len(rolls)
    for name, throws in mine.outcomes.items():
        assert throws.thrown + theirs.outcomes[name].thrown == rolls.count(name)
        assert throws.expected == pytest.approx(mine.throws / 6)
    played(service, ada, bob)
    assert service.dice.work() == 1
    assert service.dice.of_person(ada.id)[0].throws == 2 * mine.throws
    assert service.dice.work() == 0


@pytest.mark.both_databases
def test_several_processes_count_a_match_once(
    service: Service, ada: Person, bob: Person, open_store: Callable[[], Store], time: FakeTime
) -> None:
    found = count(played(service, ada, bob, turns=10)).throws[Die(ada.id, "ludo", 6)]
    throws = sum(each.thrown for each in found.values())
    services = [service, *(Service(open_store(), rules=RULES, now=time) for _ in range(2))]
    together = Barrier(len(services))

    def work(each: Service) -> int:
        together.wait()
        return each.dice.work()

    with ThreadPoolExecutor(len(services)) as threads:
        assert sum(threads.map(work, services)) == 1
    assert service.dice.of_person(ada.id)[0].throws == throws


def test_a_process_that_dies_while_it_counts_has_counted_nothing(
    service: Service, ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(service, ada, bob, turns=10)

    class Killed(BaseException):
        pass

    def die(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr("ludarium.site.people.rows.known.DiceTable.add", die)
        with pytest.raises(Killed):
            service.dice.work()
    assert service.dice.of_person(ada.id) == ()
    assert service.dice.work() == 1
    assert service.dice.of_person(ada.id)[0].throws > 0


def test_a_match_that_cannot_be_counted_stops_no_other(
    service: Service, ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, waiting = (played(service, ada, bob, turns=10).id for _ in range(2))
    causes: dict[str, Exception] = {broken: ZeroDivisionError(), waiting: NotReady()}

    def failing(view: MatchView) -> Counted:
        if view.id in causes:
            raise causes[view.id]
        return count(view)

    monkeypatch.setattr("ludarium.site.people.dice.count", failing)
    assert service.dice.work() == 1  # the first is left out for good, the second waits
    played(service, ada, bob, turns=10)
    assert service.dice.work() == 1
    del causes[waiting]
    assert service.dice.work() == 1
    assert service.dice.work() == 0


def test_a_seat_that_changed_its_player_and_games_without_dice_count_for_nobody(
    service: Service, ada: Person, bob: Person
) -> None:
    view = played(service, ada, bob, turns=10)
    left = replace(view, match=replace(view.match, leavers=(Leaver(0, 3, "time", "Asa"),)))
    assert {die.person for die in count(left).throws} == {bob.id}
    played(service, ada, bob, game="orion", turns=2)
    assert service.dice.work() == 1


def test_the_throws_of_a_guest_go_to_the_account(service: Service, ada: Person) -> None:
    guest = service.people.create_guest()
    played(service, ada, guest, turns=12)
    played(service, guest, ada, turns=12)
    service.dice.work()
    before = [service.dice.of_person(person.id)[0].throws for person in (ada, guest)]
    service.accounts.merge(guest, ada)
    assert service.dice.of_person(ada.id)[0].throws == sum(before)


def test_a_chi_square_needs_some_throws() -> None:
    few = histogram("ludo", 2, {"a": Throws(9, 4.9), "b": Throws(0, 4.9)})
    assert (few.chi_square, few.probability) == (None, None)
    loaded = histogram("ludo", 6, {str(face): Throws(100 if face else 500, 1000 / 6) for face in range(6)})
    assert loaded.chi_square == pytest.approx(800.0)
    assert loaded.probability == pytest.approx(0.0, abs=1e-100)


def test_the_tail_of_a_chi_square_is_that_of_scipy() -> None:
    """Of `scipy.stats.chi2.sf`, and exactly 1 at 0."""
    for at, freedom, expected in ((0.0, 5, 1.0), (2.5, 3, 0.4752910833430205), (20.0, 10, 0.029252688076961127)):
        assert upper_tail(at, freedom) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(("limit", "value"), [("MOST_SIDES", 5), ("LONGEST_NAME", 5)])
def test_a_draw_of_very_many_or_of_long_names_is_no_die(
    service: Service, ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch, limit: str, value: int
) -> None:
    view = played(service, ada, bob, turns=4)
    assert count(view).throws
    monkeypatch.setattr(f"ludarium.site.people.dice.{limit}", value)
    assert count(view).throws == {}


@pytest.mark.parametrize("spec", ["ludo(die=12)", "ludo(players=4)", "vortex(players=4)", "grid(rocks=8)"])
def test_the_names_of_all_outcomes_can_be_stored(spec: str) -> None:
    chance, state = Random(1), load(spec).initial()
    for _ in range(40):
        if state.actors == (CHANCE,):
            outcomes = state.chance_outcomes()
            assert max(len(state.action_name(action, CHANCE)) for action in outcomes) <= LONGEST_NAME
            state = state.play(chance.choice([*outcomes]))
        elif state.actors:
            state = state.play(*(state.default_action(seat) for seat in state.actors))


def test_a_worker_counts_beside_all_else_and_survives_a_failure(
    service: Service, ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a match is counted, whatever it takes, another one is played and the rest goes on."""
    begun, go, failures = Event(), Event(), [OSError("the database is away")]
    due = DiceDue.first

    def slow(view: MatchView) -> Counted:
        begun.set()
        assert go.wait(60)
        return count(view)

    def failing(table: DiceDue, limit: int) -> tuple[str, ...]:
        if failures:
            raise failures.pop()
        return due(table, limit)

    monkeypatch.setattr("ludarium.site.people.dice.count", slow)
    monkeypatch.setattr(DiceDue, "first", failing)
    first = played(service, ada, bob, turns=10)
    worker = dice_worker(service.dice, pause=0.01)
    worker.start()
    assert begun.wait(60)
    second = played(service, ada, bob, turns=10)  # every command is answered
    assert service.view(ada, second.id).match.over
    assert service.dice.of_person(ada.id) == ()
    go.set()
    rolled = sum(entry.text.startswith("roll ") for view in (first, second) for entry in view.match.turns)
    wait_for(lambda: sum(die.throws for one in (ada, bob) for die in service.dice.of_person(one.id)) == rolled)
    worker.close()
    assert failures == []
