"""Challenge ladders on the real service, in time that the test sets: places, answers, rules, races and kills."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier
from time import sleep

import pytest

from ludarium.core.errors import LudariumError
from ludarium.site.act import Refusal
from ludarium.site.challenge_ladders.commands import (
    AcceptForPlace,
    AskedOfLadder,
    ChallengePlace,
    GiveWay,
    JoinLadder,
    LeaveLadder,
    NoSuchChallengeLadder,
    WithdrawFromPlace,
)
from ludarium.site.challenge_ladders.ladders import PAGE
from ludarium.site.challenge_ladders.rows import LadderPlaces
from ludarium.site.challenge_ladders.rules import MOST_LADDERS, MOST_PLACES, MOST_RECEIVED
from ludarium.site.ground.values import Person
from ludarium.site.notices.rows.notices import TOURNAMENT, NoticeTable
from ludarium.site.people.accounts import NeedsAccount
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.tournament.challenge_ladder import places_of
from tests.site.accounts import RULES, service
from tests.site.challenge_ladders.playing import GAME, begun, challenge, finish, joined, look, names
from tests.site.fake_time import DAY, FakeTime
from tests.site.tournaments.playing import account, accounts

__all__ = ["service"]


def texts(service: Service, person: Person) -> list[str]:
    return [one.notice.data["text"] for one in service.notices.recent(person.id) if one.notice.kind == TOURNAMENT]


def refusals(service: Service, person: Person) -> list[str]:
    return [row.refusal for row in look(service, person).rows]


def by_log(store: Store) -> tuple[str, ...]:
    """Compute the places again, from the log alone."""
    return places_of(line.change for line in reversed(store.ladder_log.before(GAME, None, 10**6)))


def check(service: Service, store: Store) -> None:
    """Check that the places are those that follow from the log, and that each line names its places rightly."""
    places = store.ladder_places.find(game=GAME)
    assert tuple(place.person for place in places) == by_log(store)
    assert [place.place for place in places] == [*range(1, len(places) + 1)]
    log = store.ladder_log.before(GAME, None, 10**6)[::-1]
    assert [line.number for line in log] == [*range(1, len(log) + 1)]
    for number, line in enumerate(log):
        order = places_of(each.change for each in log[: number + 1])
        assert line.place == (order.index(line.person) + 1 if line.person in order else None)
        if line.other:
            assert line.other_place == (order.index(line.other) + 1 if line.other in order else None)


@pytest.mark.both_databases
def test_who_wins_takes_the_place_and_who_does_not_stays(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 5)
    joined(service, people)
    assert names(service) == [person.name for person in people]
    match = begun(service, people[4], people[1])
    view = service.bots.look(match)
    assert view.rated
    assert view.match.clock
    assert view.match.clock.is_correspondence
    finish(service, match, people[1])
    assert names(service) == ["Player00", "Player04", "Player02", "Player03", "Player01"]
    assert "You won your challenge to Player01. You have place 2 of" in texts(service, people[4])[0]
    assert "Player04 won the challenge to you. You have place 5 of" in texts(service, people[1])[0]
    for loser in (people[4], None):  # a draw does not change places
        finish(service, begun(service, people[4], people[0]), loser)
        assert names(service)[:2] == ["Player00", "Player04"]
        time.pass_by(8 * DAY)
    kinds = [line.kind for line in look(service).log[:6]]
    assert kinds == ["defended", "accepted", "challenged", "defended", "accepted", "challenged"]
    check(service, store)


def test_who_may_be_challenged_and_why_not(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 7)
    joined(service, people)
    me = people[5]
    below, above = "only those above you can be challenged", "more than 3 places above you"
    assert refusals(service, me) == [above, above, "", "", "", below, below]
    service.blocks.add(me, people[2].name)
    service.blocks.add(people[3], me.name)
    service.vacation.announce(people[4].id, time.now, time.now + 5 * DAY)
    none = "takes no challenge from you"
    assert refusals(service, me)[2:5] == [none, none, "on vacation"]
    for row in look(service, me).rows:
        with pytest.raises(Refusal, match="this challenge is not possible"):
            service.challenge_ladders.act(me, GAME, ChallengePlace(row.place.person))
    with pytest.raises(Refusal, match="not on the ladder"):
        service.challenge_ladders.act(me, GAME, ChallengePlace("\0nobody"))
    assert refusals(service, people[6])[3:5] == ["", "on vacation"]
    assert set(refusals(service, account(service, store, "Reader"))) == {""}
    check(service, store)


def test_open_challenges_are_limited_on_both_sides(service: Service, store: Store) -> None:
    people = accounts(service, store, 6)
    joined(service, people)
    challenge(service, people[5], people[4])
    begun(service, people[5], people[3])
    assert "2 challenges of yours are open, the most at once" in refusals(service, people[5])[2]
    assert refusals(service, people[4])[1:4] == ["", "", ""]
    challenge(service, people[4], people[3])
    service.challenge_ladders.act(people[2], GAME, LeaveLadder())  # so that one more person has people[3] in reach
    newcomer = account(service, store, "Newcomer")
    joined(service, [newcomer])
    assert refusals(service, newcomer)[2] == "has 2 challenges to play already"
    assert look(service, people[3]).rows[2].open == tuple(
        one for one in store.place_challenges.open(GAME) if one.challenged == people[3].id
    )
    assert len(look(service, people[3]).received) == MOST_RECEIVED


def test_silence_and_giving_way_lose_the_place(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 4)
    joined(service, people)
    challenge(service, people[3], people[0])
    time.pass_by(3 * DAY - 1)
    assert service.challenge_ladders.work() == 0
    time.pass_by(1)
    assert service.challenge_ladders.work() == 1
    assert service.challenge_ladders.work() == 0
    assert names(service) == ["Player03", "Player01", "Player02", "Player00"]
    assert "You did not answer the challenge by Player03 in time" not in texts(service, people[0])[0]
    assert "You did not answer the challenge by Player03. You have place 4" in texts(service, people[0])[0]
    made = challenge(service, people[2], people[1])
    with pytest.raises(NoSuchChallengeLadder):
        service.challenge_ladders.act(people[0], GAME, GiveWay(made.number))
    service.challenge_ladders.act(people[1], GAME, GiveWay(made.number))
    assert names(service) == ["Player03", "Player02", "Player01", "Player00"]
    for command in (GiveWay(made.number), AcceptForPlace(made.number), WithdrawFromPlace(made.number)):
        with pytest.raises(NoSuchChallengeLadder):
            service.challenge_ladders.act(people[1], GAME, command)
    check(service, store)


@pytest.mark.both_databases
def test_vacation_prolongs_the_time_to_answer(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 2)
    joined(service, people)
    challenge(service, people[1], people[0])
    time.pass_by(DAY)
    service.vacation.announce(people[0].id, time.now, time.now + 10 * DAY)
    time.pass_by(11 * DAY)
    assert service.challenge_ladders.work() == 1  # moves the time
    assert names(service)[0] == "Player00"
    time.pass_by(DAY)
    service.challenge_ladders.work()
    assert names(service)[0] == "Player01"
    check(service, store)


@pytest.mark.parametrize("answer", [AcceptForPlace, GiveWay, None])
def test_who_blocks_a_challenger_must_answer_as_others(
    service: Service, store: Store, time: FakeTime, answer: type[AcceptForPlace] | type[GiveWay] | None
) -> None:
    people = accounts(service, store, 2)
    joined(service, people)
    made = challenge(service, people[1], people[0])
    service.blocks.add(people[0], people[1].name)
    assert service.challenge_ladders.work() == 0
    if answer:
        done = service.challenge_ladders.act(people[0], GAME, answer(made.number))
        assert bool(done.match) == (answer is AcceptForPlace)
    else:
        time.pass_by(4 * DAY)
        service.challenge_ladders.work()
    kinds = {AcceptForPlace: "accepted", GiveWay: "gave-way", None: "unanswered"}
    assert look(service).log[0].kind == kinds[answer]
    assert names(service)[0] == ("Player00" if answer is AcceptForPlace else "Player01")
    check(service, store)


@pytest.mark.parametrize("is_late", [False, True])
def test_who_blocks_the_challenged_withdraws_the_challenge(
    service: Service, store: Store, time: FakeTime, is_late: bool
) -> None:
    people = accounts(service, store, 2)
    joined(service, people)
    made = challenge(service, people[1], people[0])
    service.blocks.add(people[1], people[0].name)
    for answer in (AcceptForPlace(made.number), GiveWay(made.number)):  # before the work is done
        with pytest.raises(NoSuchChallengeLadder, match="answered or withdrawn"):
            service.challenge_ladders.act(people[0], GAME, answer)
    time.pass_by(4 * DAY if is_late else 0)
    assert service.challenge_ladders.work() == 1
    assert service.challenge_ladders.work() == 0
    assert names(service) == ["Player00", "Player01"]
    assert look(service).log[0].kind == "withdrawn"
    assert "Player01 has withdrawn the challenge to you" in texts(service, people[0])[0]
    assert not look(service, people[0]).received
    check(service, store)


@pytest.mark.both_databases
def test_the_idle_sink_but_not_on_vacation_nor_below_others_who_are_idle(
    service: Service, store: Store, time: FakeTime
) -> None:
    people = accounts(service, store, 5)
    joined(service, people)
    time.pass_by(25 * DAY)
    finish(service, begun(service, people[4], people[2]), people[4])
    service.vacation.announce(people[1].id, time.now, time.now + 6 * DAY)
    time.pass_by(5 * DAY)
    service.challenge_ladders.work()
    # 00 and 01 are above 02, who has played; 01 is on vacation, and 03 above 04, who has played
    assert names(service) == ["Player01", "Player00", "Player02", "Player04", "Player03"]
    assert [row.is_idle for row in look(service).rows] == [False, True, False, False, True]
    assert "Player04 has moved up to place 4, and you have place 5" in texts(service, people[3])[0]
    time.pass_by(14 * DAY)
    service.challenge_ladders.work()
    assert names(service)[:3] == ["Player01", "Player02", "Player00"]
    check(service, store)


def test_leaving_and_coming_back(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 4)
    joined(service, people)
    match = begun(service, people[3], people[1])
    waiting = challenge(service, people[2], people[1])
    service.challenge_ladders.act(people[1], GAME, LeaveLadder())
    assert names(service) == ["Player00", "Player02", "Player03"]
    assert waiting.number not in {one.number for one in store.place_challenges.open(GAME)}
    finish(service, match, people[1])
    assert names(service) == ["Player00", "Player02", "Player03"]
    with pytest.raises(Refusal, match="can come back from"):
        service.challenge_ladders.act(people[1], GAME, JoinLadder())
    with pytest.raises(Refusal, match="not on the ladder"):
        service.challenge_ladders.act(people[1], GAME, LeaveLadder())
    time.pass_by(DAY)
    service.challenge_ladders.act(people[1], GAME, JoinLadder())
    assert names(service) == ["Player00", "Player02", "Player03", "Player01"]
    check(service, store)


def test_a_closed_account_leaves_by_itself(service: Service, store: Store) -> None:
    people = accounts(service, store, 3)
    joined(service, people)
    begun(service, people[2], people[1])
    service.closing.close(people[1], people[1].id, keep_name=False)
    assert service.challenge_ladders.work() == 1
    assert service.challenge_ladders.work() == 0
    assert names(service) == ["Player00", "Player02"]
    check(service, store)


def test_guests_computers_and_barred_people_are_on_no_ladder(service: Service, store: Store) -> None:
    ann = account(service, store, "Ann")
    for nobody in (None, service.people.create_guest()):
        with pytest.raises(NeedsAccount):
            service.challenge_ladders.act(nobody, GAME, JoinLadder())
    bot = service.bot_accounts.make(ann, "Annbot")
    with pytest.raises(Refusal, match="bots"):
        service.challenge_ladders.act(bot, GAME, JoinLadder())
    for game in ("nothing", "orion(", "\0", "ludo(players=4)"):
        with pytest.raises(LudariumError):
            service.challenge_ladders.view(ann, game)
    assert not names(service)


def test_ladders_and_places_are_limited(service: Service, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = accounts(service, store, 2)
    monkeypatch.setattr("ludarium.site.challenge_ladders.commands.MOST_PLACES", 1)
    joined(service, [first])
    with pytest.raises(Refusal, match="full"):
        joined(service, [second])
    with pytest.raises(Refusal, match="already"):
        joined(service, [first])
    monkeypatch.setattr("ludarium.site.challenge_ladders.commands.MOST_LADDERS", 1)
    with pytest.raises(Refusal, match="leave one first"):
        service.challenge_ladders.act(first, "vortex", JoinLadder())
    assert (MOST_PLACES, MOST_LADDERS) == (256, 10)


@pytest.mark.both_databases
def test_a_person_who_joins_many_ladders_at_the_same_time_is_on_no_more_than_allowed(
    service: Service, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    (person,) = accounts(service, store, 1)
    monkeypatch.setattr("ludarium.site.challenge_ladders.commands.MOST_LADDERS", 1)
    games, barrier = ("orion", "vortex", "throngs", "grid"), Barrier(4)
    counted = JoinLadder.refusal

    def late(command: JoinLadder, asked: AskedOfLadder) -> str:
        refusal = counted(command, asked)
        sleep(0.05)  # others have time to count as well before this one joins
        return refusal

    monkeypatch.setattr(JoinLadder, "refusal", late)

    def join(game: str) -> bool:
        barrier.wait()
        try:
            service.challenge_ladders.act(person, game, JoinLadder())
        except Refusal:
            return False
        return True

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(join, games)) == 1
    assert len(store.ladder_places.find(person=person.id)) == 1


@pytest.mark.both_databases
def test_of_many_who_challenge_one_at_the_same_time_two_succeed(service: Service, store: Store) -> None:
    people = accounts(service, store, 4)
    joined(service, people)
    barrier = Barrier(3)

    def ask(person: Person) -> bool:
        barrier.wait()
        try:
            service.challenge_ladders.act(person, GAME, ChallengePlace(people[0].id))
        except Refusal:
            return False
        return True

    with ThreadPoolExecutor(3) as threads:
        assert sum(threads.map(ask, people[1:])) == MOST_RECEIVED
    assert len(look(service, people[0]).received) == MOST_RECEIVED
    check(service, store)


@pytest.mark.both_databases
def test_of_an_answer_and_the_end_of_its_time_one_counts(
    service: Service, open_store: Callable[[], Store], store: Store, time: FakeTime
) -> None:
    people = accounts(service, store, 2)
    joined(service, people)
    made = challenge(service, people[1], people[0])
    time.pass_by(3 * DAY)
    others = [Service(open_store(), rules=RULES, now=time) for _ in range(2)]
    barrier = Barrier(3)

    def work(other: Service) -> int:
        barrier.wait()
        return other.challenge_ladders.work()

    def accept(_: object) -> int:
        barrier.wait()
        with suppress(NoSuchChallengeLadder):
            service.challenge_ladders.act(people[0], GAME, AcceptForPlace(made.number))
        return 0

    with ThreadPoolExecutor(3) as threads:
        done = [threads.submit(work, one) for one in others] + [threads.submit(accept, None)]
        steps = sum(each.result() for each in done)
    ends = [line.kind for line in look(service).log if line.kind in ("unanswered", "accepted")]
    assert len(ends) == 1
    assert ends == (["unanswered"] if steps else ["accepted"])
    check(service, store)


class Killed(BaseException):
    """The end of a process in the middle of a transaction."""


@pytest.mark.both_databases
def test_a_simulated_season_with_kills_follows_from_its_log(
    service: Service, open_store: Callable[[], Store], store: Store, time: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(1)
    people = accounts(service, store, 8)
    add, write = NoticeTable.add, LadderPlaces.set_places
    kills, deadly = [0], [True]

    def dies(before: Callable[..., object]) -> Callable[..., object]:
        def call(*given: object, **named: object) -> object:
            if deadly[0] and chance.random() < 0.05:
                kills[0] += 1
                raise Killed
            return before(*given, **named)

        return call

    monkeypatch.setattr(NoticeTable, "add", dies(add))
    monkeypatch.setattr(LadderPlaces, "set_places", dies(write))
    processes = [service, Service(open_store(), rules=RULES, now=time)]
    for _ in range(200):
        asked, person = chance.choice(processes), chance.choice(people)
        with suppress(Killed, LudariumError):
            _act_somehow(asked, person, people, chance)
        time.pass_by(chance.random() * DAY)
        with suppress(Killed):
            chance.choice(processes).challenge_ladders.work()
    deadly[0] = False
    assert kills[0] >= 5
    kinds = {line.kind for line in store.ladder_log.before(GAME, None, 10**6)}
    assert {"joined", "challenged", "accepted", "won", "defended", "unanswered"} <= kinds
    service.clocks.end_overdue()
    service.challenge_ladders.work()
    check(service, store)
    ended = [line.match_id for line in store.ladder_log.before(GAME, None, 10**6) if line.kind in ("won", "defended")]
    assert len(ended) == len({*ended})  # each match has counted once
    for one in store.place_challenges.open(GAME):
        assert one.match_id is None or not service.bots.look(one.match_id).match.over


def _act_somehow(
    service: Service,
    person: Person,
    people: list[Person],
    chance: random.Random,
) -> None:
    """Let a person do one of the things that are possible, if any is."""
    view = look(service, person)
    if view.mine is None:
        service.challenge_ladders.act(person, GAME, JoinLadder())
    elif view.received and view.received[0].match_id is None and chance.random() < 0.6:
        answer = GiveWay if chance.random() < 0.2 else AcceptForPlace
        service.challenge_ladders.act(person, GAME, answer(view.received[0].number))
    elif matches := [one.match_id for one in (*view.received, *view.made) if one.match_id]:
        finish(service, matches[0], person if chance.random() < 0.8 else None)
    elif free := [row.place.person for row in view.rows if not row.refusal and row.place.person != person.id]:
        service.challenge_ladders.act(person, GAME, ChallengePlace(chance.choice(free)))
    elif chance.random() < 0.1:
        service.challenge_ladders.act(person, GAME, LeaveLadder())


@pytest.mark.both_databases
def test_the_log_is_read_page_by_page(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 2)
    joined(service, people)
    for _ in range(20):
        made = challenge(service, *(people if names(service)[0] == people[1].name else people[::-1]))
        service.challenge_ladders.act(
            people[[one.id for one in people].index(made.challenged)], GAME, GiveWay(made.number)
        )
        time.pass_by(DAY)
    first = look(service)
    assert len(first.log) == min(PAGE, 42)
    older = look(service, None, first.log[9].number)
    assert older.log[0].number == first.log[9].number - 1
    assert older.before is None
