"""Appointments: agreed on once, reminded of, begun once by any process, and ended if somebody is not there."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from random import Random
from threading import Barrier
from time import sleep

import pytest

from ludarium.core.errors import ParseError
from ludarium.match.clock import HOUR
from ludarium.site.begin.appointments import LATEST, REMINDED, SOONEST, parse_times
from ludarium.site.begin.challenges import AcceptChallenge, CancelAppointment
from ludarium.site.begin.rows import Challenge, ChallengesTable, NoSuchChallenge, Terms
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.ground.values import Person
from ludarium.site.match.closed import WAIT
from ludarium.site.match.views import MatchView
from ludarium.site.notices.rows.notices import ANSWER, APPOINTMENT, BEGUN, NoticeSettings
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.match.test_random_matches import any_turn
from tests.site.accounts import RULES, account, ada, bob, service
from tests.site.fake_time import DAY, FakeTime

__all__ = ["ada", "bob", "service"]

LIVE = Terms("orion", "challenger", "600+5")


@pytest.fixture
def times(time: FakeTime) -> tuple[float, ...]:
    return (time() + DAY, time() + 2 * DAY, time() + 3 * DAY)


def agreed(service: Service, ada: Person, bob: Person, times: tuple[float, ...], terms: Terms = LIVE) -> Challenge:
    made = service.challenges.make(ada, "Bob", replace(terms, times=times))
    assert service.challenges.answer(bob, made.id, AcceptChallenge("bob1", f"{times[0]:.0f}")) is None
    return service.challenges.load(made.id, ada)


def kinds(service: Service, person: Person) -> list[str]:
    return [listed.notice.kind for listed in service.notices.recent(person.id) if listed.notice.read_at is None]


def test_a_match_is_agreed_on_reminded_of_and_begins_by_itself(
    service: Service, ada: Person, bob: Person, time: FakeTime, times: tuple[float, ...]
) -> None:
    one = agreed(service, ada, bob, times)
    assert (one.state, one.starts_at, one.match_id) == ("agreed", times[0], None)
    assert [service.challenges.of_person(person).agreed for person in (ada, bob)] == [(one,)] * 2
    assert kinds(service, ada) == [ANSWER]
    assert service.challenges.appointments.work() == 0
    time.now = times[0] - REMINDED
    assert service.challenges.appointments.work() == 1
    assert (kinds(service, ada), kinds(service, bob)) == ([APPOINTMENT, ANSWER], [APPOINTMENT])
    assert service.challenges.appointments.work() == 0
    time.now = times[0] + 3
    assert service.challenges.appointments.work() == 1
    begun = service.challenges.load(one.id, bob)
    assert begun.state == "accepted"
    assert begun.match_id
    view = service.bots.look(begun.match_id)
    assert (view.match.players, str(view.match.clock)) == (("Asa", "Bob"), "600+5")
    assert (kinds(service, ada), kinds(service, bob)) == ([BEGUN], [BEGUN])
    assert service.challenges.of_person(ada).agreed == ()


@pytest.mark.both_databases
def test_any_process_begins_it_once(
    service: Service,
    ada: Person,
    bob: Person,
    time: FakeTime,
    times: tuple[float, ...],
    open_store: Callable[[], Store],
) -> None:
    agreed(service, ada, bob, times)
    services = [service, *(Service(open_store(), rules=RULES, now=time) for _ in range(3))]
    for moment in (times[0] - REMINDED, times[0]):
        time.now, together = moment, Barrier(len(services))

        def work(each: Service, together: Barrier = together) -> int:
            together.wait()
            return each.challenges.appointments.work()

        with ThreadPoolExecutor(len(services)) as threads:
            assert sum(threads.map(work, services)) == 1
    assert len(service.queries.recent()) == 1


def test_a_process_that_dies_while_it_begins_leaves_all_as_it_was(
    service: Service,
    ada: Person,
    bob: Person,
    time: FakeTime,
    times: tuple[float, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Killed(BaseException):
        pass

    one = agreed(service, ada, bob, times)
    time.now = times[0]

    def die(*_: object, **__: object) -> None:
        raise Killed

    for name in ("step", "begun"):
        with monkeypatch.context() as patch:
            patch.setattr(f"ludarium.site.begin.rows.ChallengesTable.{name}", die)
            with pytest.raises(Killed):
                service.challenges.appointments.work()
        assert service.challenges.load(one.id, ada) == one
        assert service.queries.recent() == ()
    assert service.challenges.appointments.work() == 1
    assert len(service.queries.recent()) == 1


@pytest.mark.parametrize("there", [0, 1, 2])
def test_a_first_turn_that_does_not_come_ends_it(
    service: Service, ada: Person, bob: Person, time: FakeTime, times: tuple[float, ...], there: int
) -> None:
    terms = replace(LIVE, clock="1800+30", rated=True)
    one = agreed(service, ada, bob, times, terms)
    time.now = times[0]
    service.challenges.appointments.work()
    match_id = service.challenges.load(one.id, ada).match_id
    assert match_id
    for seat in range(there):
        time.now += 60
        view = service.bots.look(match_id)
        service.bots.submit(match_id, seat, any_turn(view.match, seat, Random(1)), view.revision)
    time.now = times[0] + WAIT
    service.challenges.appointments.work()
    time.now = times[0] + WAIT + 200
    service.challenges.appointments.work()
    match = service.bots.look(match_id).match
    assert match.ending == ("" if there == 2 else "time")
    assert match.winners == ((), (0,), ())[there] if there else match.winners == (1,)
    assert service.ratings.of_person(ada.id) == ()
    with service._matches.store.write() as tx:
        absent = [tx.evidence.never_begun(person.id, 0.0) for person in (ada, bob)]
    assert list(map(len, absent)) == [[1, 0], [0, 1], [0, 0]][there]
    assert service._matches.store.challenges.due(time() + DAY, 5) == ()


def test_a_first_turn_that_may_still_come_is_not_waited_for_in_a_loop(
    service: Service,
    ada: Person,
    bob: Person,
    time: FakeTime,
    times: tuple[float, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    agreed(service, ada, bob, times, replace(LIVE, clock="1800+30"))
    time.now = times[0]
    service.challenges.appointments.work()
    # as in a game in which the first player has one turn after another, and thinks for long
    monkeypatch.setattr("ludarium.site.begin.appointments.absent_seats", lambda view, now: ())
    time.now = times[0] + WAIT + 100
    assert service.challenges.appointments.work() == 1
    assert service._matches.store.challenges.due(time() + 30, 5) == ()
    assert len(service._matches.store.challenges.due(time() + 90, 5)) == 1


@pytest.mark.parametrize("ready", [0, 1, 2])
def test_who_is_not_ready_for_ticks_loses(
    service: Service, ada: Person, bob: Person, time: FakeTime, times: tuple[float, ...], ready: int
) -> None:
    one = agreed(service, ada, bob, times, Terms("grid", "challenger", tick=1.0))
    time.now = times[0]
    service.challenges.appointments.work()
    match_id = service.challenges.load(one.id, ada).match_id
    assert match_id
    time.now += WAIT
    for seat in range(ready):
        service.live.ready(match_id, [seat])
    service.challenges.appointments.work()
    match = service.bots.look(match_id).match
    assert match.ending == ["absence", "time", ""][ready]
    with service._matches.store.write() as tx:
        absent = [tx.evidence.never_begun(person.id, 0.0) for person in (ada, bob)]
    assert list(map(len, absent)) == [[1, 1], [0, 1], [0, 0]][ready]


@pytest.mark.both_databases
def test_either_cancels_and_the_other_hears(
    service: Service, ada: Person, bob: Person, time: FakeTime, times: tuple[float, ...]
) -> None:
    for one, other in ((ada, bob), (bob, ada)):
        made = agreed(service, ada, bob, times)
        service.challenges.answer(one, made.id, CancelAppointment())
        heard = service.notices.recent(other.id)[0].notice
        assert heard.kind == ANSWER
        assert heard.data["text"].startswith(f"{one.name} has cancelled")
        with pytest.raises(NoSuchChallenge, match="no appointment"):
            service.challenges.answer(other, made.id, CancelAppointment())
    time.now = times[2]
    assert service.challenges.appointments.work() == 0
    assert service.queries.recent() == ()


def test_only_the_two_may_answer(service: Service, ada: Person, bob: Person, times: tuple[float, ...]) -> None:
    cat = account(service, "Cat")
    made = service.challenges.make(ada, "Bob", replace(LIVE, times=times))
    for person, answer in ((cat, AcceptChallenge(time=str(times[0]))), (ada, AcceptChallenge(time=str(times[0])))):
        with pytest.raises(NoSuchChallenge):
            service.challenges.answer(person, made.id, answer)
    one = agreed(service, ada, bob, times)
    with pytest.raises(NoSuchChallenge):
        service.challenges.answer(cat, one.id, CancelAppointment())


def test_what_forbids_the_match_cancels_it(
    service: Service, ada: Person, bob: Person, time: FakeTime, times: tuple[float, ...]
) -> None:
    blocked, closed = agreed(service, ada, bob, times), agreed(service, account(service, "Cat"), bob, times)
    service.blocks.add(bob, "Asa")
    service.closing.close(account_of(service, "Cat"), "", keep_name=False)
    time.now += 10
    assert service.challenges.appointments.work() == 2
    assert [service.challenges.load(one.id, bob).state for one in (blocked, closed)] == ["cancelled"] * 2
    assert "is cancelled" in service.notices.recent(ada.id)[0].notice.data["text"]
    time.now = times[0]
    assert service.challenges.appointments.work() == 0
    assert service.queries.recent() == ()


def account_of(service: Service, name: str) -> Person:
    return service.accounts.find(name)


@pytest.mark.both_databases
def test_a_person_who_is_barred_meanwhile_plays_no_rated_match(
    service: Service,
    ada: Person,
    bob: Person,
    time: FakeTime,
    times: tuple[float, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = agreed(service, ada, bob, times, replace(LIVE, rated=True))
    monkeypatch.setattr("ludarium.site.people.standing.barred", lambda *_: frozenset([ada.id]))
    time.now = times[0]
    assert service.challenges.appointments.work() == 2
    found = service.challenges.load(one.id, ada)
    assert (found.state, found.due_at) == ("cancelled", None)
    assert "rated" in found.answer


def test_times_are_checked(
    service: Service, ada: Person, bob: Person, time: FakeTime, times: tuple[float, ...]
) -> None:
    for wrong, said in (
        ((*times, time() + 4 * DAY), "up to 3"),
        ((times[0], times[0]), "different"),
        ((time() + SOONEST - 1,), "from 5 minutes"),
        ((time() + LATEST + 1,), "to 90 days"),
    ):
        with pytest.raises(ParseError, match=said):
            service.challenges.make(ada, "Bob", replace(LIVE, times=wrong))
    for clock in (None, "2d+1d/2d"):
        with pytest.raises(ParseError, match="expected a live pace"):
            service.challenges.make(ada, "Bob", replace(LIVE, clock=clock, times=times))
    made = service.challenges.make(ada, "Bob", replace(LIVE, times=times))
    for text in ("", "nan", "soon", "12"):
        with pytest.raises(ParseError, match="is not proposed"):
            service.challenges.answer(bob, made.id, AcceptChallenge(time=text))
    time.now = times[1] + HOUR
    service.challenges.answer(bob, made.id, AcceptChallenge())  # of which one is left
    assert service.challenges.load(made.id, bob).starts_at == times[2]
    late = service.challenges.make(ada, "Bob", replace(LIVE, times=(time() + HOUR,)))
    time.now += 2 * HOUR
    with pytest.raises(ParseError, match="are over"):
        service.challenges.answer(bob, late.id, AcceptChallenge())


def test_a_time_that_clocks_skip_or_that_is_none_is_refused() -> None:
    assert parse_times(["2027-03-28T03:30"], "Europe/Berlin") == (1806197400.0,)
    for text, zone in (("2027-03-28T02:30", "Europe/Berlin"), ("soon", "UTC"), ("2027-01-01", "Mars/Base")):
        with pytest.raises(ParseError):
            parse_times([text], zone)
    with pytest.raises(ParseError):
        parse_times(["0001-01-01T00:00+23:00"], "UTC")


@pytest.mark.both_databases
def test_a_person_has_some_appointments_at_once(
    service: Service, ada: Person, bob: Person, times: tuple[float, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.site.begin.appointments.MOST_AGREED", 2)
    agreed(service, ada, bob, times)
    agreed(service, ada, bob, times)
    made = service.challenges.make(ada, "Bob", replace(LIVE, times=times))
    with pytest.raises(QuotaExceeded, match="2 appointments"):
        service.challenges.answer(bob, made.id, AcceptChallenge(time=str(times[0])))
    assert service.challenges.load(made.id, bob).state == "open"


def test_the_reminder_does_not_wait_for_the_daily_mail(
    service: Service, ada: Person, bob: Person, time: FakeTime, times: tuple[float, ...]
) -> None:
    service._matches.store.accounts.set_email(ada.id, "asa@example.org", "asa", time())
    service.notices.save_settings(ada.id, NoticeSettings("daily"))
    agreed(service, ada, bob, times)
    service.notices.see(ada.id)
    time.now = times[0] - REMINDED
    service.challenges.appointments.work()
    time.now += 61
    service.notices.plan()
    (mail,) = service._matches.store.outbox.claim(time(), time() + 60)
    assert mail.kind == "notice"


def test_who_comes_while_the_match_is_looked_at_is_not_absent(
    service: Service,
    ada: Person,
    bob: Person,
    time: FakeTime,
    times: tuple[float, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = agreed(service, ada, bob, times, Terms("grid", "challenger", tick=1.0))
    time.now = times[0]
    service.challenges.appointments.work()
    match_id = service.challenges.load(one.id, ada).match_id
    assert match_id
    current, coming = service._matches.current, [0]

    def late(match_id: str) -> MatchView:
        view = current(match_id)
        if coming:
            service.live.ready(match_id, [coming.pop()])
        return view

    time.now += WAIT
    with monkeypatch.context() as patch:
        patch.setattr(service._matches, "current", late)
        assert not service.challenges.appointments.step(one.id)
    assert not service.bots.look(match_id).match.over
    assert absences(service, ada, bob) == [0, 0]
    assert service.challenges.appointments.work() == 1
    assert service.bots.look(match_id).match.winners == (0,)
    assert absences(service, ada, bob) == [0, 1]


def absences(service: Service, *people: Person) -> list[int]:
    with service._matches.store.write() as tx:
        return [len(tx.evidence.never_begun(person.id, 0.0)) for person in people]


@pytest.mark.both_databases
def test_whoever_comes_when_the_other_is_ended_for_absence_the_count_is_that_of_the_match(
    service: Service,
    ada: Person,
    bob: Person,
    time: FakeTime,
    times: tuple[float, ...],
    open_store: Callable[[], Store],
) -> None:
    other = Service(open_store(), rules=RULES, now=time)
    for number in range(8):
        begins = time() + DAY
        one = agreed(service, ada, bob, (begins,), Terms("grid", "challenger", tick=1.0))
        time.now = begins
        service.challenges.appointments.work()
        match_id = service.challenges.load(one.id, ada).match_id
        assert match_id
        time.now += WAIT
        before, together = absences(service, ada, bob), Barrier(3)

        def come(seat: int, match_id: str = match_id, together: Barrier = together) -> None:
            together.wait()
            with suppress(DatabaseBusy):
                other.live.ready(match_id, [seat])

        def end(together: Barrier = together) -> None:
            together.wait()
            service.challenges.appointments.work()

        with ThreadPoolExecutor(3) as threads:
            for done in [threads.submit(end), threads.submit(come, number % 2), threads.submit(come, 1 - number % 2)]:
                done.result()
        service.challenges.appointments.work()
        view = service.bots.look(match_id)
        assert view.live
        missing = [0 if seat in view.live.ready else 1 for seat in range(2)]
        assert view.match.over == any(missing)
        assert absences(service, ada, bob) == [count + more for count, more in zip(before, missing, strict=True)]


@pytest.mark.both_databases
def test_of_appointments_agreed_on_at_once_no_more_than_some_count(
    service: Service, ada: Person, times: tuple[float, ...], open_store: Callable[[], Store], time: FakeTime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr("ludarium.site.begin.appointments.MOST_AGREED", 2)
    counted = ChallengesTable.agreed

    def slowly(table: ChallengesTable, person_id: str) -> int:
        found = counted(table, person_id)
        sleep(0.05)  # so that the others would count now, too
        return found

    monkeypatch.setattr(ChallengesTable, "agreed", slowly)
    others = [account(service, name) for name in ("Bob", "Cat", "Dan", "Eve", "Fay", "Gus")]
    made = [service.challenges.make(other, "Asa", replace(LIVE, times=times[:1])) for other in others]
    services = [service, *(Service(open_store(), rules=RULES, now=time) for _ in range(2))]
    together = Barrier(len(made))

    def accept(number: int) -> bool:
        together.wait()
        while True:
            try:
                services[number % 3].challenges.answer(ada, made[number].id, AcceptChallenge())
            except QuotaExceeded:
                return False
            except DatabaseBusy:
                continue
            return True

    with ThreadPoolExecutor(len(made)) as threads:
        assert sum(threads.map(accept, range(len(made)))) == 2
    assert len(service.challenges.of_person(ada).agreed) == 2
